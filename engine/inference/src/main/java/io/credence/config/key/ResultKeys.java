package io.credence.config.key;

import static io.credence.config.key.FitKind.LEVELS;
import static io.credence.config.key.FitKind.SEGMENTS;

import io.credence.part.Domain;
import java.util.List;

/** Keys of the Spark side, of results and of what is computed from them. */
final class ResultKeys {

    static final List<Key> ALL = List.of(
            Key.section("backend", ""),
            Key.word(
                    "backend.kind",
                    List.of("auto", "rdd", "dataframe"),
                    "how Spark runs passes over the rows, to the same bits; auto: rdd where there is a SparkContext"),
            Key.optionalText(
                            "backend.folder",
                            "of dataframe: for files of packed rows, where Spark refuses to cache; null: Spark's memory")
                    .notBeside("no packed rows are kept", SEGMENTS),
            Key.word(
                            "backend.persist",
                            List.of("auto", "none"),
                            "keep packed rows in memory and on disk or folder, or read and pack them anew in every pass")
                    .notBeside("no packed rows are kept", SEGMENTS),
            Key.section("checkpoint", "").notBeside("has no use: a bandit goes on from its log", FitKind.BANDIT),
            Key.optionalText("checkpoint.path", "folder; null: no checkpoints")
                    .notBeside("each fit is over within a task, which Spark runs again where it is lost", SEGMENTS),
            Key.of("checkpoint.every", Domain.whole(1), "50", "iterations between two of them"),
            Key.section("output", ""),
            Key.optionalText("output.path", "folder"),
            Key.flag("output.overwrite", false, ""),
            Key.of(
                            "output.top",
                            Domain.whole(1).orNull(),
                            "null",
                            "of model.groups: each level (beyond 20,000: those of the largest means) has a probability of being among so many with the largest effects; null: among 10, of up to 1,000 levels")
                    .onlyOf(LEVELS),
            Key.section("score", ""),
            Key.optionalText("score.path", "rows to score; null: data.path"),
            Key.optionalText("score.output", "file or folder to write; null: predictions.parquet in output.path"),
            Key.of(
                    "score.format",
                    Domain.word("parquet", "csv").orNull(),
                    "null",
                    "of the predictions; null: by the ending of score.output, else parquet"),
            Key.of("score.level", Domain.share(), "0.9", "probability that an interval covers")
                    .notBesideAutoencoders("is of intervals, and latent numbers are scored by mean and sd"),
            Key.word(
                    "score.onMissing",
                    List.of("auto", "fail", "flag", "skip"),
                    "refuse a row with a missing or unusable cell, leave its predictions empty and give the reason in a column, or leave it out; auto: flag where data.onMissing = skip, else fail"),
            Key.flag(
                            "score.allowNewLevels",
                            false,
                            "of model.groups: score a row with a level that was not in the fit by the population of levels, with its variance")
                    .onlyOf(LEVELS),
            Key.word(
                    "score.onUnseen",
                    List.of("fail", "flag"),
                    "refuse a row with a level that was not in the fit, or leave its predictions empty, with the reason in a column"),
            Key.flag("score.overwrite", false, ""),
            Key.section("effects", ""),
            Key.optionalText("effects.path", "rows that expected responses are averaged over; null: data.path"),
            Key.of("effects.draws", Domain.whole(2), "2000", "of the posterior, by which intervals are formed"),
            Key.names(
                    "effects.requests",
                    "what credence effects computes, by name: \"by district\" { kind = predictions, by = [District] }"),
            Key.section("report", ""),
            Key.names(
                            "report.contrasts",
                            "linear combinations of coefficients that are reported with them, by name: \"b less a\" = \"b - a\"")
                    .notBesideNetworks(),
            Key.section("log", ""),
            Key.flag("log.stackTrace", false, ""));

    private ResultKeys() {}
}
