package io.credence.config.key;

import static io.credence.config.key.FitKind.LEVELS;
import static io.credence.config.key.FitKind.SEGMENTS;

import java.util.List;

/** Keys of the Spark side, of results and of what is computed from them. */
final class ResultKeys {

    static final List<Key> ALL = List.of(
            Key.section("backend", ""),
            Key.of(
                    "backend.kind",
                    "auto",
                    "auto | rdd | dataframe: how Spark runs passes over the rows, to the same bits; auto: rdd where there is a SparkContext"),
            Key.of(
                            "backend.folder",
                            "null",
                            "of dataframe: for files of packed rows, where Spark refuses to cache; null: Spark's memory")
                    .notBeside("no packed rows are kept", SEGMENTS),
            Key.of(
                            "backend.persist",
                            "auto",
                            "auto | none: keep packed rows in memory and on disk or folder, or read and pack them anew in every pass")
                    .notBeside("no packed rows are kept", SEGMENTS),
            Key.section("checkpoint", ""),
            Key.of("checkpoint.path", "null", "folder; null: no checkpoints")
                    .notBeside("each fit is over within a task, which Spark runs again where it is lost", SEGMENTS),
            Key.of("checkpoint.every", "50", "iterations between two of them"),
            Key.section("output", ""),
            Key.of("output.path", "null", "folder"),
            Key.of("output.overwrite", "false", ""),
            Key.of(
                            "output.top",
                            "null",
                            "of model.groups: each level of a factor of up to 20,000 levels has a probability of being among so many with the largest effects; null: among 10, of up to 1,000 levels")
                    .onlyOf(LEVELS),
            Key.section("score", ""),
            Key.of("score.path", "null", "rows to score; null: data.path"),
            Key.of("score.output", "null", "file or folder to write; null: predictions.parquet in output.path"),
            Key.of("score.format", "null", "parquet | csv; null: by the ending of score.output, else parquet"),
            Key.of("score.level", "0.9", "probability that an interval covers"),
            Key.of(
                    "score.onMissing",
                    "auto",
                    "auto | fail | flag | skip: refuse a row with a missing or unusable cell, leave its predictions empty and give the reason in a column, or leave it out; auto: flag where data.onMissing = skip, else fail"),
            Key.of(
                            "score.allowNewLevels",
                            "false",
                            "of model.groups: score a row with a level that was not in the fit by the population of levels, with its variance")
                    .onlyOf(LEVELS),
            Key.of(
                    "score.onUnseen",
                    "fail",
                    "fail | flag: refuse a row with a level that was not in the fit, or leave its predictions empty, with the reason in a column"),
            Key.of("score.overwrite", "false", ""),
            Key.section("effects", ""),
            Key.of("effects.path", "null", "rows that expected responses are averaged over; null: data.path"),
            Key.of("effects.draws", "2000", "of the posterior, by which intervals are formed"),
            Key.of(
                    "effects.requests",
                    "{}",
                    "what credence effects computes, by name: \"by district\" { kind = predictions, by = [District] }"),
            Key.section("report", ""),
            Key.of(
                            "report.contrasts",
                            "{}",
                            "linear combinations of coefficients that are reported with them, by name: \"b less a\" = \"b - a\"")
                    .notBesideNetworks(),
            Key.section("log", ""),
            Key.of("log.stackTrace", "false", ""));

    private ResultKeys() {}
}
