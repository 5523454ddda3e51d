package io.credence.benchmark;

import io.credence.Inference;
import io.credence.data.DenseBlock;
import io.credence.data.Draws;
import io.credence.data.RowAttributes;
import io.credence.data.RowBlock;
import io.credence.example.PoissonLogNormal;
import io.credence.fit.FitResult;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.linalg.JavaDenseKernel;
import io.credence.loss.DrawLoss;
import io.credence.loss.LatentBound;
import io.credence.loss.ModelLosses;
import io.credence.model.Parameters;
import io.credence.pass.DrawPass;
import io.credence.statistics.DrawSums;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.hipparchus.analysis.integration.gauss.GaussIntegrator;
import org.hipparchus.analysis.integration.gauss.GaussIntegratorFactory;
import org.hipparchus.random.RandomDataGenerator;
import org.hipparchus.random.Well19937c;
import org.hipparchus.special.Gamma;

/**
 * The bounds of Futami et al. 2022, section 4.6, on the likelihood of overdispersed counts with one latent number each, against the
 * likelihood by quadrature: at the fitted parameters under the fitted encoder and under a poor one. Argument: how often
 * each bound is drawn.
 */
public final class LatentBounds {

    private static final List<String> COLUMNS = List.of("(Intercept)", "x");
    private static final double[] TRUE = {1, 0.5};
    private static final double TRUE_SCALE = 0.7;
    private static final int ROWS = 300;
    private static final int GROUPS = 5;
    private static final int NODES = 64;
    private static final int[] DRAWS = {5, 10, 40};
    /** Shift, stretch and spread of the poor encoder, in tenths: half a unit off, three tenths short, 35 % too wide. */
    private static final double[] POOR = {5, -3, 3};

    private LatentBounds() {}

    /** Prints the tables. */
    public static void main(String[] arguments) {
        int times = Integer.parseInt(arguments[0]);
        RowBlock rows = rows();
        double[] fitted = fit(rows);
        double[] poor = fitted.clone();
        System.arraycopy(POOR, 0, poor, COLUMNS.size() + 1, POOR.length);
        double exact = exact(rows, fitted);
        values(rows, List.of(poor, fitted), exact, times);
        noise(rows, List.of(poor, fitted), times);
        ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .ifPresent(spent -> System.out.printf("%n%d s of processor time.%n", spent.toSeconds()));
    }

    private static RowBlock rows() {
        Random random = new Random(20_260_101);
        Well19937c other = new Well19937c(20_260_101);
        double[] labels = new double[ROWS];
        double[] features = new double[2 * ROWS];
        for (int i = 0; i < ROWS; i++) {
            features[2 * i] = 1;
            features[2 * i + 1] = random.nextGaussian();
            double logRate = TRUE[0] + TRUE[1] * features[2 * i + 1] + TRUE_SCALE * random.nextGaussian();
            labels[i] = RandomDataGenerator.of(other).nextPoisson(Math.exp(logRate));
        }
        return new DenseBlock(RowAttributes.ofLabels(labels), 2, features);
    }

    private static DrawLoss loss(LatentBound bound) {
        return ModelLosses.of(new PoissonLogNormal(), COLUMNS, bound);
    }

    private static List<LatentBound> bounds(int draws) {
        return LatentBound.NAMES.stream()
                .map(name -> LatentBound.named(name, draws, GROUPS))
                .toList();
    }

    /** Means of the posterior under VI-VAR of ten draws. */
    private static double[] fit(RowBlock rows) {
        FitResult result = Inference.of(new PoissonLogNormal())
                .prior("normal", Map.of("sd", 1))
                .kernel("java")
                .fit(new PackedPartitions(COLUMNS, List.of(List.of(rows))))
                .result();
        System.out.printf(
                Locale.ROOT,
                "Fit: %s, %d steps; means %s, sd %s.%n",
                result.status(),
                result.iterations(),
                Arrays.toString(result.posterior().mean()),
                Arrays.toString(result.posterior().sd()));
        return result.posterior().mean();
    }

    /** Σ_i log p(y_i | x_i, parameters) by Gauss–Hermite quadrature. */
    private static double exact(RowBlock rows, double[] theta) {
        double[] values = new Parameters(new PoissonLogNormal().parameters(COLUMNS)).constrain(theta);
        GaussIntegrator rule = new GaussIntegratorFactory().hermite(NODES);
        double sum = 0;
        for (int i = 0; i < rows.rows(); i++) {
            double label = rows.attributes().labels()[i];
            double predictor = values[0] + values[1] * rows.value(i, 1);
            double mass = 0;
            for (int k = 0; k < NODES; k++) {
                double logRate = predictor + values[2] * Math.sqrt(2) * rule.getPoint(k);
                mass += rule.getWeight(k) * Math.exp(label * logRate - Math.exp(logRate) - Gamma.logGamma(label + 1));
            }
            sum += Math.log(mass / Math.sqrt(Math.PI));
        }
        return sum;
    }

    /** Sums over the rows of a bound, each time at other latent numbers. */
    private static List<DrawSums> sums(RowBlock rows, double[] theta, LatentBound bound, int times, GradientForm form) {
        DrawLoss loss = loss(bound);
        List<DrawSums> all = new ArrayList<>();
        for (int time = 0; time < times; time++) {
            Draws draws = new Draws.ExplicitDraws(theta, 1, theta.length, time);
            all.add(new DrawPass(loss, draws, null, form)
                    .sumPartition(0, List.of(rows).iterator(), JavaDenseKernel.INSTANCE));
        }
        return all;
    }

    private static double sd(double[] values) {
        double mean = Arrays.stream(values).average().orElseThrow();
        double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
        return Math.sqrt(squares / (values.length - 1));
    }

    private static void values(RowBlock rows, List<double[]> encoders, double exact, int times) {
        MarkdownTable.open(
                "How far the bounds are below the likelihood",
                String.format(
                        Locale.ROOT,
                        "Nats over %d rows, whose log-likelihood by quadrature is %.4f at these parameters; means of %d draws of"
                                + " all rows, ± Monte-Carlo standard error.",
                        ROWS,
                        exact,
                        times),
                List.of("encoder", "latent draws", "VI", "IWAE", "VI-VAR", "IWAE-VAR, 5 replicates"));
        for (double[] theta : encoders) {
            for (int draws : DRAWS) {
                List<String> line = new ArrayList<>(List.of(name(encoders, theta), Integer.toString(draws)));
                for (LatentBound bound : bounds(draws)) {
                    double[] losses = sums(rows, theta, bound, times, GradientForm.NONE).stream()
                            .mapToDouble(sums -> sums.losses()[0])
                            .toArray();
                    double gap = exact + Arrays.stream(losses).average().orElseThrow();
                    line.add(MarkdownTable.number(gap, 3) + " ± "
                            + MarkdownTable.number(sd(losses) / Math.sqrt(times), 3));
                }
                MarkdownTable.line(line);
            }
        }
    }

    private static void noise(RowBlock rows, List<double[]> encoders, int times) {
        MarkdownTable.open(
                "Noise of the gradients",
                "Standard deviation, over latent draws alone, of the gradient over all rows in the logit of the scale and in"
                        + " the encoder's shift; in brackets its mean in the shift over that standard deviation, which is what"
                        + " the encoder learns from.",
                List.of("encoder", "latent draws", "VI", "IWAE", "VI-VAR", "IWAE-VAR, 5 replicates"));
        int scale = COLUMNS.size();
        for (double[] theta : encoders) {
            for (int draws : DRAWS) {
                List<String> line = new ArrayList<>(List.of(name(encoders, theta), Integer.toString(draws)));
                for (LatentBound bound : bounds(draws)) {
                    List<DrawSums> sums = sums(rows, theta, bound, times, GradientForm.PER_DRAW);
                    double[] ofScale =
                            sums.stream().mapToDouble(s -> s.gradients()[scale]).toArray();
                    double[] ofShift = sums.stream()
                            .mapToDouble(s -> s.gradients()[scale + 1])
                            .toArray();
                    double mean = Arrays.stream(ofShift).average().orElseThrow();
                    line.add(MarkdownTable.number(sd(ofScale), 3) + " / " + MarkdownTable.number(sd(ofShift), 3) + " ("
                            + MarkdownTable.number(mean / sd(ofShift), 2) + ")");
                }
                MarkdownTable.line(line);
            }
        }
    }

    private static String name(List<double[]> encoders, double[] theta) {
        return theta == encoders.get(0) ? "poor" : "fitted";
    }
}
