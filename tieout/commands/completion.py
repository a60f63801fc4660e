"""`tieout completion`: what a shell needs to complete tieout's commands, options, checks and sources."""

import click

SHELLS = ("bash", "zsh", "fish")


@click.command(name="completion")
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print what makes SHELL complete tieout's commands, options, paths, names of checks and of sources.

    \b
    Example:
      tieout completion bash > ~/.local/share/bash-completion/completions/tieout
      tieout completion zsh > ~/.zfunc/_tieout        (with ~/.zfunc on fpath)
      tieout completion fish > ~/.config/fish/completions/tieout.fish

    Exit codes: 0 printed, 2 no such shell.
    """
    from click.shell_completion import get_completion_class

    made = get_completion_class(shell)
    if made is None:  # pragma: no cover - click has all three
        raise click.UsageError(f"there is no completion for {shell}")
    root = ctx.find_root()
    script = made(root.command, {}, "tieout", "_TIEOUT_COMPLETE")
    # Not source(): for bash it starts one first, to ask it for its version, and complains where there is none.
    click.echo(script.source_template % script.source_vars())
