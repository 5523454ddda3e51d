package io.credence.benchmark;

import io.credence.FactorPartitions;
import io.credence.Fit;
import io.credence.Inference;
import io.credence.Rows;
import io.credence.config.InferenceConfig;
import io.credence.data.DataSummary;
import io.credence.data.RowBlock;
import io.credence.family.GaussianStructure;
import io.credence.fit.Algorithm;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.fit.FitState;
import io.credence.linalg.Kernels;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Partitioned fits: rounds until an answer is close, beside the passes of fits by draws; thirty days appended one by one, and a
 * day taken out, beside the fits that had never known otherwise.
 */
public final class DayByDay {

    private static final double CLOSE = 0.01;
    private static final int DAYS = 30;
    private static final int GONE = 7;

    private final RegressionRows all;
    private final int rows;

    private DayByDay(RegressionRows all, int rows) {
        this.all = all;
        this.rows = rows;
    }

    /** Prints both tables; no arguments. */
    public static void main(String[] arguments) {
        MarkdownTable.open(
                "Work until KL(q‖q*) < " + CLOSE,
                "q* is the exact optimum, of a logistic regression. A step is a job of Spark's: a round or a pass.",
                List.of(
                        "rows × columns",
                        "partitions",
                        "estimator",
                        "steps until close",
                        "passes until close",
                        "steps",
                        "passes",
                        "final KL"));
        for (int[] shape : new int[][] {{3_000, 5}, {20_000, 20}, {100_000, 10}, {4_000, 50}}) {
            RegressionRows rows = Problems.correlated(shape[0], shape[1], 0.5);
            for (int partitions : new int[] {8, 30, 100}) {
                work(rows, "partitioned", partitions);
            }
            for (String kind : List.of("exact", "curvature", "regression", "reparameterized")) {
                work(rows, kind, 8);
            }
        }
        MarkdownTable.open(
                "Thirty days, one by one",
                "Largest distance of a mean or log sd, in its sd, from the fit of all rows at once: each day with its own rows; with"
                        + " those of the two days before it too; after a fit that has all rows. A day taken out in the"
                        + " end, the others standing: from thirty days that never had it, what its note states for a"
                        + " mean at k = 1, and from the fit of all other rows at once.",
                List.of(
                        "rows a day",
                        "columns",
                        "appended",
                        "with two days before",
                        "all fitted again",
                        "day taken out, never had",
                        "as noted",
                        "at once"));
        for (int[] shape : new int[][] {{1_000, 4}, {200, 4}, {50, 4}, {1_000, 12}, {200, 12}}) {
            new DayByDay(Problems.correlated(DAYS * shape[0], shape[1], 0.7), shape[0]).days();
        }
    }

    private static void work(RegressionRows rows, String kind, int partitions) {
        InferenceConfig config =
                Problems.logistic().with("estimator.kind", kind).config();
        Gaussian optimum = Problems.exact(rows, GaussianStructure.FULL).coefficients();
        int[] steps = {-1};
        long[] read = {-1};
        Rows packed = rows.packed(partitions);
        try (ExecutionBackend backend = packed.toBackend("auto")) {
            Algorithm algorithm = Inference.prepare(config, null, packed, backend, Kernels.best())
                    .algorithm();
            FitState end = algorithm.run(algorithm.init(), List.of(state -> {
                boolean close = Gaussian.of(algorithm.result(state).posterior()).divergenceFrom(optimum) < CLOSE;
                steps[0] = !close ? -1 : steps[0] < 0 ? state.iteration() : steps[0];
                read[0] = !close ? -1 : read[0] < 0 ? state.rowsVisited() : read[0];
            }));
            FitResult result = algorithm.result(end);
            MarkdownTable.line(List.of(
                    rows.count() + " × " + rows.columns(),
                    Integer.toString(partitions),
                    kind,
                    steps[0] < 0 ? MarkdownTable.NONE : Integer.toString(steps[0]),
                    MarkdownTable.number(read[0] < 0 ? Double.NaN : read[0] / (double) rows.count(), 1),
                    Integer.toString(result.iterations()),
                    MarkdownTable.number(result.passes(), 1),
                    String.format(
                            Locale.ROOT, "%.1e", Gaussian.of(result.posterior()).divergenceFrom(optimum))));
        }
    }

    private static Inference day(String name, @Nullable Fit before) {
        Inference requested = Problems.logistic()
                .with("check.khat", false)
                .with("estimator.kind", "partitioned")
                .with("sites.name", name);
        return before == null ? requested : requested.prior(before);
    }

    /** Rows of some days, each in a partition and a site of its own. */
    private Rows days(int from, int to) {
        List<List<RowBlock>> partitions = IntStream.range(from, to)
                .mapToObj(day -> part(day, day + 1).partitions(1).get(0))
                .toList();
        PackedPartitions packed = new PackedPartitions(names(), partitions);
        return new DayRows(packed, from);
    }

    private RegressionRows part(int from, int to) {
        RegressionRows part =
                all.only(IntStream.range(from * rows, to * rows).boxed().toList());
        return new RegressionRows(names(), part.features(), part.labels());
    }

    private List<String> names() {
        List<String> names = new ArrayList<>(all.names());
        names.set(0, Rows.INTERCEPT);
        return names;
    }

    /** One after the other, each with the rows of so many days, itself the last. */
    private Fit appended(int window, int without) {
        Fit fit = null;
        for (int day = 0; day < DAYS; day++) {
            if (day != without) {
                int from = day == without + 1 ? day : Math.max(0, day - window + 1);
                fit = day("", fit).fit(days(from, day + 1));
            }
        }
        return Objects.requireNonNull(fit);
    }

    private void days() {
        Gaussian whole = Problems.exact(all, GaussianStructure.FULL).coefficients();
        Fit appended = appended(1, -1);
        Fit again = day("", appended).fit(days(0, DAYS));
        RegressionRows without = all.only(IntStream.range(0, all.count())
                .filter(i -> i / rows != GONE)
                .boxed()
                .toList());
        Gaussian never = Problems.exact(without, GaussianStructure.FULL).coefficients();
        Fit less =
                day("", appended).with("sites.remove", List.of("day " + GONE)).fit(days(DAYS - 1, DAYS));
        String note = less.notes().stream()
                .filter(each -> each.contains("at most k"))
                .map(each -> each.replaceFirst(".*at most k · ", "").replaceFirst(" .*", ""))
                .findFirst()
                .orElse(MarkdownTable.NONE);
        MarkdownTable.line(List.of(
                Integer.toString(rows),
                Integer.toString(all.columns()),
                MarkdownTable.number(apart(whole, appended), 4),
                MarkdownTable.number(apart(whole, appended(3, -1)), 4),
                MarkdownTable.number(apart(whole, again), 4),
                MarkdownTable.number(apart(Gaussian.of(appended(1, GONE).posterior()), less), 4),
                note,
                MarkdownTable.number(apart(never, less), 4)));
    }

    /** Days as rows, each a site. */
    private record DayRows(PackedPartitions packed, int first) implements Rows {

        @Override
        public List<String> names() {
            return packed.names();
        }

        @Override
        public int classes() {
            return packed.classes();
        }

        @Override
        public ExecutionBackend toBackend(String kernel) {
            return packed.toBackend(kernel);
        }

        @Override
        public List<FactorPartitions> sites(String name, DataSummary summary) {
            return IntStream.range(0, summary.partitionCount())
                    .mapToObj(p -> new FactorPartitions(
                            "day " + (first + p), "rows of " + (first + p), summary.rows(), new int[] {p}))
                    .toList();
        }
    }

    private static double apart(Gaussian expected, Fit found) {
        double most = 0;
        for (int j = 0; j < expected.dimension(); j++) {
            double shift = Math.abs(expected.mean()[j] - found.posterior().mean()[j]) / expected.sd(j);
            double width = Math.abs(Math.log(found.posterior().sd()[j] / expected.sd(j)));
            most = Math.max(most, Math.max(shift, width));
        }
        return most;
    }
}
