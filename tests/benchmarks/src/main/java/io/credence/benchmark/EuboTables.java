package io.credence.benchmark;

import io.credence.benchmark.EuboTrial.Method;
import io.credence.benchmark.EuboTrial.Reported;
import io.credence.diagnostic.EvidenceEstimate;
import io.credence.family.GaussianStructure;
import io.credence.family.Posterior;
import io.credence.objective.Objectives;
import io.credence.objective.Objectives.DrawnElbo;
import io.credence.objective.PowerMean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The EUBO paper's Figure 1 and Tables 1 and 2: bounds of the log evidence of logistic regressions under N(0, I), by step and at
 * the end, and test errors, over random splits. Arguments: a directory that holds {@code binary/}, and the number of splits, 20 if
 * not given; 0: the figure alone; {@code batches}: Table 1 as printed, of 100 rows, and Spectf's test file by itself.
 */
public final class EuboTables {

    private static final GaussianStructure DIAGONAL = GaussianStructure.DIAGONAL;
    private static final GaussianStructure FULL = GaussianStructure.FULL;
    /** Standard errors within which the evidence may lie outside of its bounds. */
    private static final double ERRORS = 2;

    private static final List<Method> METHODS = List.of(
            new Method("ELBO", DIAGONAL, new DrawnElbo()),
            new Method("EUBO", DIAGONAL, Objectives.named("eubo", Map.of())),
            new Method("CHIVI", DIAGONAL, PowerMean.chivi(2)),
            new Method("Rényi −2", DIAGONAL, PowerMean.renyi(-2)),
            new Method("Rényi 2", DIAGONAL, PowerMean.renyi(2)),
            new Method("ELBO, full", FULL, new DrawnElbo()),
            new Method("EUBO, full", FULL, Objectives.named("eubo", Map.of())),
            new Method("CHIVI, full", FULL, PowerMean.chivi(2)),
            new Method("Rényi −2, full", FULL, PowerMean.renyi(-2)));

    private static final Map<String, String> FILES = Map.of(
            "Iris", "iris_setosa_versicolor",
            "Pima", "pima",
            "Spectf", "spectf",
            "Wdbc", "wdbc",
            "Ionos", "ionosphere");
    private static final List<String> SETS = List.of("Iris", "Pima", "Spectf", "Wdbc", "Ionos");

    /** The paper's Table 2, in the order of the sets. */
    private static final Map<String, List<String>> PAPER_ERRORS = Map.of(
            "Rényi −2", List.of("0.0 ± 0.0", "0.240 ± 0.043", "0.085 ± 0.046", "0.019 ± 0.013", "0.128 ± 0.070"),
            "CHIVI", List.of("0.0 ± 0.0", "0.230 ± 0.038", "0.080 ± 0.062", "0.013 ± 0.013", "0.090 ± 0.039"),
            "EUBO", List.of("0.0 ± 0.0", "0.231 ± 0.045", "0.080 ± 0.055", "0.014 ± 0.012", "0.085 ± 0.045"),
            "ELBO", List.of("0.0 ± 0.0", "0.235 ± 0.040", "0.083 ± 0.058", "0.017 ± 0.012", "0.089 ± 0.046"),
            "Rényi 2", List.of("0.0 ± 0.0", "0.229 ± 0.042", "0.081 ± 0.057", "0.014 ± 0.014", "0.088 ± 0.039"));

    /** Of its Table 1, in the order of the sets. */
    private static final List<String> PAPER_EVIDENCE = List.of("-10.03", "-48.9", "-10.5", "-13.3", "-37.7");

    private static final double TRAINING = 0.9;
    private static final int BATCH = 100;
    private static final int SPLITS = 20;
    /** The first rows of the set are its training file, of which half are of each label. */
    private static final int SPECTF_TRAINING = 80;

    private EuboTables() {}

    /** Prints the figure, one table of bounds for each data set, then those of brackets and of errors. */
    public static void main(String[] arguments) {
        Path data = Path.of(arguments[0]);
        if (arguments.length > 1 && arguments[1].equals("batches")) {
            batches(data);
            return;
        }
        int number = arguments.length > 1 ? Integer.parseInt(arguments[1]) : SPLITS;
        course(rows(data, SETS.get(0)));
        List<List<EuboTrial>> all = new ArrayList<>();
        for (String set : number > 0 ? SETS : List.<String>of()) {
            RegressionRows rows = rows(data, set);
            List<EuboTrial> trials = IntStream.range(0, number)
                    .mapToObj(t -> EuboTrial.of(rows, most(rows), t, METHODS))
                    .toList();
            bounds(set, rows, trials);
            all.add(trials);
        }
        if (number > 0) {
            brackets(all);
            errors(all);
        }
    }

    private static RegressionRows rows(Path data, String set) {
        return Problems.standardized(data.resolve("binary").resolve(FILES.get(set) + ".csv"));
    }

    private static int most(RegressionRows rows) {
        return (int) Math.round(TRAINING * rows.count());
    }

    /** Each bound by the fit that seeks it. */
    private static void batches(Path data) {
        MarkdownTable.open(
                "Table 1: batches of " + BATCH + " rows",
                "Mean ± sd over " + SPLITS
                        + " random batches; of the EUBO and of ½Û + ½ log p̂ by the reference's draws.",
                List.of(
                        "set",
                        "log evidence, printed",
                        "ours",
                        "ELBO",
                        "EUBO",
                        "½Û + ½ log p̂",
                        "χ²",
                        "α = −2",
                        "α = 2"));
        for (String set : SETS) {
            RegressionRows rows = rows(data, set);
            List<EuboTrial> trials = trials(rows, Math.min(BATCH, rows.count() - 1));
            MarkdownTable.line(List.of(
                    set,
                    PAPER_EVIDENCE.get(SETS.indexOf(set)),
                    over(trials, t -> t.evidence().value()),
                    over(trials, t -> t.reported().get(0).bounds().elbo().value()),
                    over(trials, t -> t.reported().get(1).eubo()[0]),
                    over(
                            trials,
                            t -> 0.5
                                    * (t.reported().get(1).eubo()[0]
                                            + t.evidence().value())),
                    over(trials, t -> t.reported().get(2).finite().cubo().value()),
                    over(
                            trials,
                            t -> t.reported().get(3).finite().renyi().get(0).value()),
                    over(
                            trials,
                            t -> t.reported().get(4).finite().renyi().get(1).value())));
        }
        RegressionRows all = rows(data, "Spectf");
        RegressionRows file =
                all.only(IntStream.range(SPECTF_TRAINING, all.count()).boxed().toList());
        List<EuboTrial> trials = trials(file, most(file));
        MarkdownTable.open(
                "Spectf's test file by itself",
                file.count() + " rows, a tenth of them predicted; mean ± sd over " + SPLITS + " splits.",
                List.of("fit", "paper", "ours", "one label for all"));
        for (int m = 0; m < 5; m++) {
            int method = m;
            String name = METHODS.get(m).name();
            MarkdownTable.line(List.of(
                    name,
                    Objects.requireNonNull(PAPER_ERRORS.get(name)).get(SETS.indexOf("Spectf")),
                    spread(
                            trials.stream()
                                    .mapToDouble(t -> t.reported().get(method).testError())
                                    .toArray(),
                            3),
                    spread(trials.stream().mapToDouble(EuboTrial::constantError).toArray(), 3)));
        }
    }

    private static List<EuboTrial> trials(RegressionRows rows, int learnt) {
        return IntStream.range(0, SPLITS)
                .mapToObj(t -> EuboTrial.of(rows, learnt, t, METHODS.subList(0, 5)))
                .toList();
    }

    private static String over(List<EuboTrial> trials, ToDoubleFunction<EuboTrial> value) {
        return spread(trials.stream().mapToDouble(value).toArray(), 2);
    }

    private static void course(RegressionRows rows) {
        LogisticModel model = new LogisticModel(rows, 1);
        LogEvidence evidence = LogEvidence.of(model, 100_000);
        MarkdownTable.open(
                "Iris by step, from the prior (Figure 1)",
                String.format(
                        Locale.ROOT,
                        "A step reads all %d rows, an epoch. Log evidence %.3f. The ELBO of the ELBO's fit without draws, the EUBO of"
                                + " the EUBO's by the reference's draws; 10 draws and Adam as in the paper / 100 and natural gradients.",
                        rows.count(),
                        evidence.value()),
                List.of("step", "ELBO", "EUBO"));
        List<List<Posterior>> lower = courses(rows, METHODS.get(0));
        List<List<Posterior>> upper = courses(rows, METHODS.get(1));
        for (int step : new int[] {0, 1, 2, 3, 5, 10, 20, 50, 100, 150}) {
            MarkdownTable.line(List.of(
                    Integer.toString(step),
                    at(lower, step, q -> model.elbo(Gaussian.of(q))),
                    at(upper, step, q -> evidence.eubo(q)[0])));
        }
    }

    private static List<List<Posterior>> courses(RegressionRows rows, Method method) {
        return List.of(EuboTrial.course(rows, method, true), EuboTrial.course(rows, method, false));
    }

    /** Where a course has ended, its end. */
    private static String at(List<List<Posterior>> courses, int step, ToDoubleFunction<Posterior> bound) {
        return courses.stream()
                .map(course ->
                        MarkdownTable.number(bound.applyAsDouble(course.get(Math.min(step, course.size() - 1))), 3))
                .collect(Collectors.joining(" / "));
    }

    private static void bounds(String set, RegressionRows rows, List<EuboTrial> trials) {
        double[] evidence =
                trials.stream().mapToDouble(t -> t.evidence().value()).toArray();
        double error =
                trials.stream().mapToDouble(t -> t.evidence().error()).max().orElse(0);
        double share = trials.stream()
                .mapToDouble(t -> t.evidence().effectiveShare())
                .min()
                .orElse(0);
        MarkdownTable.open(
                String.format(
                        Locale.ROOT,
                        "%s: %d of %d rows, %d coefficients",
                        set,
                        most(rows),
                        rows.count(),
                        rows.columns()),
                String.format(
                        Locale.ROOT,
                        "Log evidence %s; standard error within a split at most %.4f, effective draws at least %.1f %%."
                                + " Bounds are given as distances from it, mean ± sd over %d splits.",
                        spread(evidence, 2),
                        error,
                        100 * share,
                        trials.size()),
                List.of(
                        "fit",
                        "ELBO",
                        "EUBO, own draws",
                        "EUBO, reference",
                        "χ² infinite; estimate",
                        "α = −2 infinite; estimate",
                        "α = 2",
                        "IS",
                        "PSIS",
                        "k̂, median",
                        "k̂ too high"));
        for (int m = 0; m < METHODS.size(); m++) {
            line(METHODS.get(m).name(), trials, m);
        }
    }

    private static void line(String name, List<EuboTrial> trials, int m) {
        Function<ToDoubleFunction<Reported>, String> gap = value -> spread(
                trials.stream()
                        .mapToDouble(t -> value.applyAsDouble(t.reported().get(m))
                                - t.evidence().value())
                        .toArray(),
                3);
        Function<Function<Reported, EvidenceEstimate>, String> infinite =
                bound -> trials.stream()
                                .filter(t -> bound.apply(t.reported().get(m)).isInfinite())
                                .count() + " of " + trials.size();
        double[] indices = trials.stream()
                .mapToDouble(t -> t.reported().get(m).tailIndex())
                .sorted()
                .toArray();
        long high =
                trials.stream().filter(t -> !t.reported().get(m).isReliable()).count();
        MarkdownTable.line(List.of(
                name,
                gap.apply(t -> t.bounds().elbo().value()),
                gap.apply(t -> t.bounds().eubo().value()),
                gap.apply(t -> t.eubo()[0]),
                infinite.apply(t -> t.bounds().cubo()) + "; "
                        + gap.apply(t -> t.finite().cubo().value()),
                infinite.apply(t -> t.bounds().renyi().get(0)) + "; "
                        + gap.apply(t -> t.finite().renyi().get(0).value()),
                gap.apply(t -> t.finite().renyi().get(1).value()),
                gap.apply(t -> t.bounds().logEvidence().value()),
                gap.apply(t -> t.bounds().smoothedLogEvidence().value()),
                MarkdownTable.number(indices[indices.length / 2], 2),
                high + " of " + trials.size()));
    }

    private static void brackets(List<List<EuboTrial>> all) {
        MarkdownTable.open(
                "Splits whose evidence lies between the ELBO of the ELBO's fit and the EUBO of the EUBO's",
                "Within " + ERRORS
                        + " standard errors of the bounds and of the evidence together; by the EUBO's own draws /"
                        + " by the reference's.",
                header("family"));
        for (int m : new int[] {0, 5}) {
            List<String> cells = new ArrayList<>(List.of(METHODS.get(m).family() == DIAGONAL ? "diagonal" : "full"));
            for (List<EuboTrial> trials : all) {
                long own = trials.stream().filter(t -> isInside(t, m, true)).count();
                long reference =
                        trials.stream().filter(t -> isInside(t, m, false)).count();
                cells.add(own + " / " + reference + " of " + trials.size());
            }
            MarkdownTable.line(cells);
        }
    }

    private static boolean isInside(EuboTrial trial, int m, boolean byOwnDraws) {
        EvidenceEstimate lower = trial.reported().get(m).bounds().elbo();
        Reported reported = trial.reported().get(m + 1);
        EvidenceEstimate own = reported.bounds().eubo();
        double upper = byOwnDraws ? own.value() : reported.eubo()[0];
        double error = byOwnDraws ? own.error() : reported.eubo()[1];
        double evidence = trial.evidence().value();
        return lower.value()
                                - ERRORS
                                        * Math.hypot(
                                                lower.error(), trial.evidence().error())
                        <= evidence
                && evidence
                        <= upper + ERRORS * Math.hypot(error, trial.evidence().error());
    }

    private static void errors(List<List<EuboTrial>> all) {
        MarkdownTable.open("Test error", "Paper's / ours, mean ± sd over splits.", header("fit"));
        for (int m = 0; m < METHODS.size(); m++) {
            int method = m;
            String name = METHODS.get(m).name();
            List<String> cells = new ArrayList<>(List.of(name));
            for (int set = 0; set < SETS.size(); set++) {
                List<String> printed = PAPER_ERRORS.get(name);
                double[] ours = all.get(set).stream()
                        .mapToDouble(t -> t.reported().get(method).testError())
                        .toArray();
                cells.add((printed == null ? MarkdownTable.NONE : printed.get(set)) + " / " + spread(ours, 3));
            }
            MarkdownTable.line(cells);
        }
    }

    private static List<String> header(String first) {
        List<String> header = new ArrayList<>(List.of(first));
        header.addAll(SETS);
        return header;
    }

    /** Mean ± sd. */
    private static String spread(double[] values, int decimals) {
        double mean = Arrays.stream(values).average().orElse(Double.NaN);
        double squares = Arrays.stream(values).map(x -> (x - mean) * (x - mean)).sum();
        double sd = values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : Double.NaN;
        return MarkdownTable.number(mean, decimals) + " ± " + MarkdownTable.number(sd, decimals);
    }
}
