"""Values of one kind that stand together: columns, lists, the bars of a chart, the lines of a data sheet."""
