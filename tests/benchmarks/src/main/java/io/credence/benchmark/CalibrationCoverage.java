package io.credence.benchmark;

import io.credence.Calibration;
import io.credence.Calibration.CalibrationResult;
import io.credence.Calibration.Source;
import io.credence.Fit;
import io.credence.Inference;
import io.credence.Rows;
import io.credence.diagnostic.EvidenceBounds;
import io.credence.diagnostic.SimulationRanks;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.ResponseSampler;
import io.credence.summary.ImportanceCheck;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.hipparchus.random.JDKRandomGenerator;

/**
 * Whether intervals of exact fits cover what the data were simulated from, and whether evidences lie between their bounds. Arguments:
 * simulated data sets of each family, and fits of which the evidence is looked at.
 */
public final class CalibrationCoverage {

    private static final List<String> FAMILIES = List.of("bernoulli", "poisson", "negative-binomial", "softmax");
    private static final int ROWS = 100;
    private static final int COLUMNS = 2;
    private static final double PRIOR_SD = 0.7;

    private CalibrationCoverage() {}

    /** Prints both tables. */
    public static void main(String[] arguments) {
        int simulations = Integer.parseInt(arguments[0]);
        int fits = Integer.parseInt(arguments[1]) / FAMILIES.size();
        MarkdownTable.open(
                "Coverage over " + simulations + " simulated data sets",
                ROWS + " rows, " + COLUMNS
                        + " columns with a correlation of 0.5 and an intercept; parameters from the prior. The"
                        + " least and the largest over the parameters.",
                List.of("family", "parameters", "50 %", "90 %", "least chi2 p", "not converged", "uneven"));
        FAMILIES.forEach(family -> coverage(family, simulations));
        MarkdownTable.open(
                "Evidence",
                "Fits whose evidence by importance sampling lies within [ELBO, EUBO], up to three Monte Carlo errors.",
                List.of("family", "fits", "within", "largest EUBO − ELBO"));
        FAMILIES.forEach(family -> evidence(family, fits));
    }

    private static Inference requested(String family) {
        return Inference.of(family).prior("normal", Map.of("sd", PRIOR_SD));
    }

    private static double[][] features(int seed) {
        JDKRandomGenerator random = new JDKRandomGenerator();
        random.setSeed(seed);
        double[][] x = new double[ROWS][COLUMNS];
        for (double[] row : x) {
            row[0] = random.nextGaussian();
            row[1] = 0.5 * row[0] + Math.sqrt(0.75) * random.nextGaussian();
        }
        return x;
    }

    private static void coverage(String family, int simulations) {
        double[] labels = IntStream.range(0, ROWS)
                .mapToDouble(i -> i % (family.equals("softmax") ? 3 : 2))
                .toArray();
        Rows.InMemory rows = (Rows.InMemory) Rows.of(features(1), labels);
        CalibrationResult found = Calibration.of(requested(family), rows, Source.PRIOR, simulations)
                .run(done -> {});
        SimulationRanks ranks = found.ranks();
        int count = ranks.names().size();
        double least =
                IntStream.range(0, count).mapToDouble(ranks::pValue).min().orElse(Double.NaN);
        MarkdownTable.line(List.of(
                family,
                "" + count,
                range(ranks, 0.5),
                range(ranks, 0.9),
                MarkdownTable.number(least, 3),
                "" + found.failedFits(),
                "" + ranks.unevenParameters().stream().map(ranks.names()::get).toList()));
    }

    private static String range(SimulationRanks ranks, double probability) {
        double[] all = IntStream.range(0, ranks.names().size())
                .mapToDouble(k -> ranks.coverage(k, probability))
                .sorted()
                .toArray();
        return MarkdownTable.number(all[0], 3) + " to " + MarkdownTable.number(all[all.length - 1], 3);
    }

    private static void evidence(String family, int fits) {
        int within = 0;
        double widest = 0;
        for (int seed = 1; seed <= fits; seed++) {
            Fit fit = requested(family).seed(seed).with("check.loo", "false").fit(simulated(family, seed));
            ImportanceCheck check = Objects.requireNonNull(fit.check());
            EvidenceBounds bounds = Objects.requireNonNull(check.bounds());
            double elbo =
                    fit.result().elbo() == null ? Double.NaN : fit.result().elbo();
            double evidence = bounds.smoothedLogEvidence().value();
            double eubo = bounds.eubo().value();
            double error =
                    3 * (bounds.smoothedLogEvidence().error() + bounds.eubo().error());
            within += evidence >= elbo - error && evidence <= eubo + error ? 1 : 0;
            widest = Math.max(widest, eubo - elbo);
        }
        MarkdownTable.line(List.of(family, "" + fits, "" + within, MarkdownTable.number(widest, 3)));
    }

    private static Rows simulated(String family, int seed) {
        Likelihood likelihood = requested(family).config().model().likelihood(3);
        ResponseSampler responses = Objects.requireNonNull(likelihood.responseSampler());
        JDKRandomGenerator random = new JDKRandomGenerator();
        random.setSeed(1000 + seed);
        double[][] theta = new double[likelihood.predictorCount()][COLUMNS + 1];
        for (double[] each : theta) {
            for (int j = 0; j < each.length; j++) {
                each[j] = PRIOR_SD * random.nextGaussian();
            }
        }
        double[][] x = features(seed);
        double[] labels = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
            double[] eta = new double[theta.length];
            for (int k = 0; k < eta.length; k++) {
                eta[k] = theta[k][0] + theta[k][1] * x[i][0] + theta[k][2] * x[i][1];
            }
            labels[i] = responses.draw(eta, 0.5, random);
        }
        return Rows.of(x, labels);
    }
}
