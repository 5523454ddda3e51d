package io.credence.benchmark;

import credence.ml.VariationalLogisticRegression;
import credence.ml.VariationalModel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.spark.ml.classification.LogisticRegression;
import org.apache.spark.ml.classification.LogisticRegressionModel;
import org.apache.spark.ml.regression.GeneralizedLinearRegression;
import org.apache.spark.sql.SparkSession;

/**
 * Full-covariance posteriors against MLlib's point estimates on the same cached DataFrames, in one run: medians of wall
 * seconds and their ratios, as a Markdown table. Arguments: repeats, then problems such as {@code 1000000x50},
 * {@code 1000000x50x0.7} with that correlation between neighbouring features, or {@code flights}.
 */
public final class SideBySide {

    private static final int WIDEST_GLR = 250;

    private SideBySide() {}

    /** Runs the problems named on the command line. */
    public static void main(String[] arguments) throws IOException {
        int repeats = Integer.parseInt(arguments[0]);
        try (SparkSession spark = SparkSession.builder()
                .master("local[2]")
                .appName("side by side")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.maxResultSize", "4g")
                .getOrCreate()) {
            System.out.println("java " + System.getProperty("java.version") + ", spark " + spark.version()
                    + ", local[2], " + repeats + " repeats");
            for (String name : Arrays.asList(arguments).subList(1, arguments.length)) {
                LabelledFrame problem = name.equals("flights") ? Flights.problem(spark) : dense(spark, name);
                run(problem, repeats);
                problem.rows().unpersist(true);
            }
        }
    }

    private static LabelledFrame dense(SparkSession spark, String name) {
        String[] shape = name.split("x", -1);
        double correlation = shape.length > 2 ? Double.parseDouble(shape[2]) : 0;
        return LabelledFrame.dense(spark, Integer.parseInt(shape[0]), Integer.parseInt(shape[1]), correlation);
    }

    private static void run(LabelledFrame problem, int repeats) {
        Entrant<LogisticRegressionModel> point = new Entrant<>("MLlib LogisticRegression", repeats, () ->
                (LogisticRegressionModel) new LogisticRegression().fit(problem.rows()));
        Entrant<Ours> fast = new Entrant<>("ours, native kernel", repeats, () -> Ours.fit(problem, "native", 1e-8));
        List<Entrant<?>> entrants = new ArrayList<>(List.of(
                point,
                fast,
                new Entrant<>("ours, Java kernel", repeats, () -> Ours.fit(problem, "java", 1e-8)),
                new Entrant<>("ours as a stage, native, unchecked", repeats, () -> stage(problem, false)),
                new Entrant<>("ours as a stage, native, checked", repeats, () -> stage(problem, true))));
        double[] errors = new double[0];
        if (problem.columns() <= WIDEST_GLR) {
            Entrant<double[]> glr = new Entrant<>("MLlib GeneralizedLinearRegression", repeats, () -> errors(problem));
            entrants.add(glr);
            errors = glr.last();
        }
        for (int repeat = 0; repeat < repeats; repeat++) {
            for (Entrant<?> entrant : entrants) {
                entrant.run(repeat);
            }
        }
        System.out.printf(
                Locale.ROOT, "%n### %s (%d rows, %d features)%n%n", problem.name(), problem.count(), problem.columns());
        System.out.println("| | median s | ÷ LR fit() | all |\n|---|---|---|---|");
        entrants.forEach(entrant -> System.out.println(entrant.row(point)));
        System.out.println("\nLogisticRegression took " + point.last().summary().totalIterations() + " iterations");
        describe(problem, fast.last(), errors);
    }

    /** The stage of spark.ml, with the choices of the others. */
    private static VariationalModel stage(LabelledFrame problem, boolean checked) {
        return new VariationalLogisticRegression()
                .option("kernel", "native")
                .option("priorSd", Math.sqrt(5))
                .option("checkKhat", checked)
                .fit(problem.rows());
    }

    /** MLlib's standard errors, the intercept's last. */
    private static double[] errors(LabelledFrame problem) {
        return new GeneralizedLinearRegression()
                .setFamily("binomial")
                .setLink("logit")
                .fit(problem.rows())
                .summary()
                .coefficientStandardErrors();
    }

    private static void describe(LabelledFrame problem, Ours ours, double[] errors) {
        System.out.printf(
                Locale.ROOT,
                "%nours, native: %s; %d passes over %.2f times the rows; packing %.2f s; ELBO %.6f%n",
                ours.result().stopReason(),
                ours.result().iterations(),
                ours.result().passes(),
                ours.packSeconds(),
                ours.result().elbo());
        ours.steps().forEach(step -> System.out.println("    " + step));
        double[] sd = ours.result().posterior().sd();
        double largest = 0;
        for (int j = 0; j + 1 < errors.length; j++) {
            largest = Math.max(largest, Math.abs(sd[j + 1] / errors[j] - 1));
        }
        if (errors.length > 0) {
            System.out.printf(
                    Locale.ROOT, "sd against GeneralizedLinearRegression's standard errors: within %.2e%n", largest);
        }
        againstStrict(problem, ours);
    }

    /** How far the default tolerance leaves the posterior from full convergence. */
    private static void againstStrict(LabelledFrame problem, Ours ours) {
        Ours strict = Ours.fit(problem, "native", 1e-13);
        double[] own = strict.result().posterior().sd();
        double mean = 0;
        double sd = 0;
        for (int j = 0; j < own.length; j++) {
            double shift = ours.result().posterior().mean()[j]
                    - strict.result().posterior().mean()[j];
            mean = Math.max(mean, Math.abs(shift) / own[j]);
            sd = Math.max(sd, Math.abs(ours.result().posterior().sd()[j] / own[j] - 1));
        }
        System.out.printf(Locale.ROOT, "against tolerance 1e-13: means within %.1e sd, sds within %.1e%n", mean, sd);
    }
}
