package io.credence.config.key;

import static io.credence.config.key.FitKind.BANDIT;
import static io.credence.config.key.FitKind.FORMULA;
import static io.credence.config.key.FitKind.LEVELS;
import static io.credence.config.key.FitKind.NETWORK;
import static io.credence.config.key.FitKind.SEGMENTS;
import static io.credence.config.key.FitKind.SMOOTHS;

import io.credence.part.Domain;
import io.credence.part.NumberRange;
import java.util.List;

/** Keys of the rows and of what their columns are for. */
final class DataKeys {

    /** Largest number of partitions. Spark's driver keeps track of a task for each. */
    private static final int MOST_PARTITIONS = 1_000_000;

    private static final Domain PARTITIONS = Domain.whole(NumberRange.from(1, MOST_PARTITIONS));
    private static final String NO_LABEL = "is of a response, and an autoencoder explains the features themselves";
    private static final String OF_ROUNDS = "is of a response, and a round has a reward for each arm";
    private static final String FORMULA_ALONE = "cannot be used with a formula";

    static final List<Key> ALL = List.of(
            Key.optionalText(
                            "formula",
                            "\"y ~ a * b + poly(x, 2) + offset(log(n))\": R's notation, in place of data.label, features, categorical and intercept")
                    .notBeside(OF_ROUNDS, BANDIT)
                    .notBesideAutoencoders(NO_LABEL),
            Key.names(
                            "formulas",
                            "of further parameters of the family, each of columns of its own: sigma = \"~ z\" of gaussian; without one a parameter is a number")
                    .notBesideNetworks(),
            Key.section("data", ""),
            Key.optionalText("data.path", "file, folder or glob; relative to the working directory, or any Hadoop URI"),
            Key.of(
                    "data.format",
                    Domain.word("csv", "parquet", "json", "libsvm").orNull(),
                    "null",
                    "of the rows; null: by the ending of the path, else csv"),
            Key.of(
                    "data.naStrings",
                    Domain.texts(),
                    "[\"\", NA]",
                    "of csv and json: cells that are missing, whatever the column is for; in parquet and frames null is"),
            Key.of("data.separator", Domain.word(",", ";", "|", "\t"), "\",\"", "of csv: what stands between cells"),
            Key.of(
                    "data.decimal",
                    Domain.word(".", ","),
                    "\".\"",
                    "of csv and json: what stands in front of a number's fraction"),
            Key.optionalText("data.label", "the column to be explained")
                    .notBeside(FORMULA_ALONE, FORMULA)
                    .notBeside(OF_ROUNDS, BANDIT)
                    .notBesideAutoencoders(NO_LABEL),
            Key.of(
                            "data.features",
                            Domain.texts(),
                            "[\"*\"]",
                            "columns that explain it, in order; \"*\": every column without another role")
                    .notBeside(FORMULA_ALONE, FORMULA),
            Key.of(
                            "data.categorical",
                            Domain.texts(),
                            "[]",
                            "columns that become one indicator per level but the first")
                    .notBeside(FORMULA_ALONE, FORMULA),
            Key.of("data.exclude", Domain.texts(), "[]", "columns that \"*\" and a formula's \".\" leave out"),
            Key.names(
                    "data.reference",
                    "level that comes first, without an indicator: carrier = \"AA\"; else the first ascending"),
            Key.names("data.derive", "new columns by Spark SQL expressions, in order: late = \"if(delay > 15, 1, 0)\""),
            Key.optionalText(
                            "data.trials",
                            "of labels 0 and 1, and of beta-binomial: column of the number of trials of which the label is the number of successes")
                    .notBesideNetworks(),
            Key.optionalText(
                            "data.censored",
                            "of weibull and exponential: column of 1 or true where the time is censored on the right, 0 or false where it is not")
                    .notBeside(OF_ROUNDS, BANDIT)
                    .notBesideAutoencoders(NO_LABEL),
            Key.optionalText("data.weight", "column of row weights")
                    .notBeside("is of rows, and a round is played once", BANDIT),
            Key.optionalText(
                            "data.sd",
                            "of model.groups: column of the known standard deviations of normal responses, as in a meta-analysis")
                    .notBesideNetworks(),
            Key.optionalText("data.offset", "column added to the linear predictor")
                    .notBesideNetworks(),
            Key.optionalText(
                            "data.series",
                            "of a model of series: column whose equal cells make one series; null: all rows are one")
                    .notBeside(FORMULA_ALONE, FORMULA)
                    .notBeside("rows are independent given levels and coefficients", LEVELS, SMOOTHS)
                    .notBesideNetworks(),
            Key.optionalText(
                            "data.order",
                            "of a model of series: column of numbers, dates or timestamps that orders each series")
                    .notBeside("rows are read in any order", LEVELS, SMOOTHS),
            Key.optionalText(
                            "data.key",
                            "column whose cells identify single rows, such as those that are predicted worst; it is no feature")
                    .notBeside("is of rows, and rounds have numbers", BANDIT)
                    .notBeside("the table of segments reports no single rows", SEGMENTS),
            Key.of(
                            "data.by",
                            Domain.texts(),
                            "[]",
                            "columns whose equal cells make one segment with a fit of its own; they are no features")
                    .notBesideNetworks(),
            Key.flag("data.standardize", false, "scale columns to unit spread during the fit; undone in the result")
                    .notBeside("their priors are on the scale of the data", LEVELS, SMOOTHS)
                    .notBeside("is what networks do by themselves", NETWORK),
            Key.flag("data.intercept", true, "put a column of ones first")
                    .notBeside(FORMULA_ALONE, FORMULA)
                    .notBeside("is what biases are of", NETWORK),
            Key.of("data.partitions", PARTITIONS.or("auto"), "auto", "into which rows are divided")
                    .notBeside("would deal rounds out, which have an order", BANDIT),
            Key.word(
                    "data.onMissing",
                    List.of("fail", "skip"),
                    "refuse a row with a missing or unusable cell, or leave it out of the fit"),
            Key.word("data.precision", List.of("auto", "float64", "float32"), "how features are stored")
                    .notBeside("would round rewards, which are kept as they are", BANDIT),
            Key.section(
                    "bandit",
                    "rows are rounds, of which networks play one after the other: features are their contexts"),
            Key.of(
                    "bandit.rewards",
                    Domain.texts(),
                    "[]",
                    "columns of what each arm would have paid in a round, of about unit size; []: no bandit"),
            Key.optionalText("bandit.order", "column whose numbers, another in each round, order the rounds")
                    .onlyOf(BANDIT),
            Key.of("bandit.turns", Domain.whole(0), "3", "times that each arm is played before draws choose")
                    .onlyOf(BANDIT),
            Key.of("bandit.every", Domain.whole(1), "20", "rounds from one training to the next")
                    .onlyOf(BANDIT),
            Key.of("bandit.steps", Domain.whole(1), "10", "steps of a training, each on train.batch rounds seen so far")
                    .onlyOf(BANDIT));

    private DataKeys() {}
}
