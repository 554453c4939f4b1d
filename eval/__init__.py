"""The evaluation framework: data sets, metrics, statistics, sweeps, tables, reports."""
