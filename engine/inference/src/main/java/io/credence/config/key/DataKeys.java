package io.credence.config.key;

import static io.credence.config.key.FitKind.LEVELS;
import static io.credence.config.key.FitKind.NETWORK;
import static io.credence.config.key.FitKind.SEGMENTS;
import static io.credence.config.key.FitKind.SMOOTHS;

import java.util.List;

/** Keys of the rows and of what their columns are for. */
final class DataKeys {

    static final List<Key> ALL = List.of(
            Key.of(
                    "formula",
                    "null",
                    "\"y ~ a * b + poly(x, 2) + offset(log(n))\": R's notation, in place of data.label, features, categorical and intercept"),
            Key.of(
                            "formulas",
                            "{}",
                            "of further parameters of the family, each of columns of its own: sigma = \"~ z\" of gaussian; without one a parameter is a number")
                    .notBesideNetworks(),
            Key.section("data", ""),
            Key.of("data.path", "null", "file, folder or glob; relative to the working directory, or any Hadoop URI"),
            Key.of("data.format", "null", "csv | parquet | json | libsvm; null: by the ending of the path, else csv"),
            Key.of(
                    "data.naStrings",
                    "[\"\", NA]",
                    "of csv and json: cells that are missing, whatever the column is for; in parquet and frames null is"),
            Key.of("data.separator", "\",\"", "of csv: what stands between cells, \",\" | \";\" | \"|\" | \"\\t\""),
            Key.of(
                    "data.decimal",
                    "\".\"",
                    "of csv and json: what stands in front of a number's fraction, \".\" | \",\""),
            Key.of("data.label", "null", "the column to be explained"),
            Key.of(
                    "data.features",
                    "[\"*\"]",
                    "columns that explain it, in order; \"*\": every column without another role"),
            Key.of("data.categorical", "[]", "columns that become one indicator per level but the first"),
            Key.of("data.exclude", "[]", "columns that \"*\" and a formula's \".\" leave out"),
            Key.of(
                    "data.reference",
                    "{}",
                    "level that comes first, without an indicator: carrier = \"AA\"; else the first ascending"),
            Key.of(
                    "data.derive",
                    "{}",
                    "new columns by Spark SQL expressions, in order: late = \"if(delay > 15, 1, 0)\""),
            Key.of(
                            "data.trials",
                            "null",
                            "of labels 0 and 1, and of beta-binomial: column of the number of trials of which the label is the number of successes")
                    .notBesideNetworks(),
            Key.of(
                    "data.censored",
                    "null",
                    "of weibull and exponential: column of 1 or true where the time is censored on the right, 0 or false where it is not"),
            Key.of("data.weight", "null", "column of row weights"),
            Key.of(
                            "data.sd",
                            "null",
                            "of model.groups: column of the known standard deviations of normal responses, as in a meta-analysis")
                    .notBesideNetworks(),
            Key.of("data.offset", "null", "column added to the linear predictor")
                    .notBesideNetworks(),
            Key.of(
                            "data.series",
                            "null",
                            "of a model of series: column whose equal cells make one series; null: all rows are one")
                    .notBeside("rows are independent given levels and coefficients", LEVELS, SMOOTHS)
                    .notBesideNetworks(),
            Key.of(
                            "data.order",
                            "null",
                            "of a model of series: column of numbers, dates or timestamps that orders each series")
                    .notBeside("rows are read in any order", LEVELS, SMOOTHS),
            Key.of(
                            "data.key",
                            "null",
                            "column whose cells identify single rows, such as those that are predicted worst; it is no feature")
                    .notBeside("the table of segments reports no single rows", SEGMENTS),
            Key.of(
                            "data.by",
                            "[]",
                            "columns whose equal cells make one segment with a fit of its own; they are no features")
                    .notBesideNetworks(),
            Key.of("data.standardize", "false", "scale columns to unit spread during the fit; undone in the result")
                    .notBeside("their priors are on the scale of the data", LEVELS, SMOOTHS)
                    .notBeside("is what networks do by themselves", NETWORK),
            Key.of("data.intercept", "true", "put a column of ones first").notBeside("is what biases are of", NETWORK),
            Key.of("data.partitions", "auto", "auto | a number"),
            Key.of(
                    "data.onMissing",
                    "fail",
                    "fail | skip: refuse a row with a missing or unusable cell, or leave it out of the fit"),
            Key.of("data.precision", "auto", "auto | float64 | float32: how features are stored"));

    private DataKeys() {}
}
