"""The command line's commands, one a module, imported when they are called."""
