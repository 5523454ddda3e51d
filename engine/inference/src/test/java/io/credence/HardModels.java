package io.credence;

import io.credence.model.Parameter;
import io.credence.model.Row;
import io.credence.model.RowModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.hipparchus.CalculusFieldElement;
import org.hipparchus.analysis.differentiation.Gradient;
import org.hipparchus.util.Binary64;

/** Models of a user's own on which fits by draws have failed, all with unconstrained parameters. */
final class HardModels {

    private HardModels() {}

    /** Rows without the column of ones that fits put first. */
    record Data(double[][] features, double[] labels) {

        Rows rows() {
            return Rows.of(features, labels);
        }

        /** As a model sees them. */
        List<Row> observed() {
            List<Row> observed = new ArrayList<>();
            for (int i = 0; i < labels.length; i++) {
                double[] all = new double[features[i].length + 1];
                all[0] = 1;
                System.arraycopy(features[i], 0, all, 1, features[i].length);
                observed.add(Row.of(labels[i], all));
            }
            return observed;
        }
    }

    private static List<Parameter> reals(int count) {
        return IntStream.range(0, count).mapToObj(j -> Parameter.real("p" + j)).toList();
    }

    /** Normal labels with an intercept for each county, the first feature, a slope of the second, and the log of their sd. */
    record Counties(int counties) implements RowModel {
        private static final long serialVersionUID = 1;

        @Override
        public List<Parameter> parameters(List<String> columns) {
            return reals(counties + 2);
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(Row row, T[] t) {
            T mean = t[(int) row.feature(1)].add(t[counties].multiply(row.feature(2)));
            T z = mean.subtract(row.label()).multiply(t[counties + 1].negate().exp());
            return z.square().multiply(-0.5).subtract(t[counties + 1]).subtract(0.5 * Math.log(2 * Math.PI));
        }

        /** Made rows, a few in each county at least. */
        Data data(int count, long seed) {
            Random random = new Random(seed);
            double[] intercepts = random.doubles(counties, 0.8, 2.2).toArray();
            double[][] features = new double[count][];
            double[] labels = new double[count];
            for (int i = 0; i < count; i++) {
                int county = i < 2 * counties ? i % counties : (int) (counties * Math.pow(random.nextDouble(), 2));
                double floor = random.nextDouble() < 0.2 ? 1 : 0;
                features[i] = new double[] {county, floor};
                labels[i] = intercepts[county] - 0.6 * floor + 0.75 * random.nextGaussian();
            }
            return new Data(features, labels);
        }
    }

    /** A Gaussian of scales that differ by e⁶ whose neighbours correlate by 0.9; the one row is not read. */
    record Chain(double[] mean, double[] sd) implements RowModel, PriorWithin {
        private static final long serialVersionUID = 1;
        private static final double CORRELATION = 0.9;

        static Chain random(int dimension, long seed) {
            Random random = new Random(seed);
            double[] mean = new double[dimension];
            double[] sd = new double[dimension];
            for (int j = 0; j < dimension; j++) {
                mean[j] = 3 * random.nextGaussian();
                sd[j] = Math.exp(1.5 * random.nextGaussian());
            }
            return new Chain(mean, sd);
        }

        @Override
        public List<Parameter> parameters(List<String> columns) {
            return reals(mean.length);
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(Row row, T[] t) {
            double own = 1 / (1 - CORRELATION * CORRELATION);
            T before = t[0].subtract(mean[0]).divide(sd[0]);
            T value = before.square().multiply(-0.5);
            for (int j = 1; j < t.length; j++) {
                T z = t[j].subtract(mean[j]).divide(sd[j]);
                T innovation = z.subtract(before.multiply(CORRELATION));
                value = value.subtract(innovation.square().multiply(0.5 * own));
                before = z;
            }
            return value;
        }
    }

    /** Effects of eight schools, μ + τθ_j with standard normal θ_j: parameters θ, μ, log τ; labels with sds as first feature. */
    record Schools() implements RowModel {
        private static final long serialVersionUID = 1;
        private static final double[] EFFECTS = {28, 8, -3, 7, -1, 1, 18, 12};
        private static final double[] SDS = {15, 10, 16, 11, 9, 11, 10, 18};

        static Data data() {
            double[][] features = new double[8][];
            for (int j = 0; j < 8; j++) {
                features[j] = new double[] {SDS[j], j};
            }
            return new Data(features, EFFECTS);
        }

        @Override
        public List<Parameter> parameters(List<String> columns) {
            return reals(10);
        }

        @Override
        public boolean hasPrior() {
            return true;
        }

        @Override
        public double logPrior(double[] t) {
            double ratio = Math.exp(2 * t[9]) / 25;
            double squares = t[8] * t[8] / 25;
            for (int j = 0; j < 8; j++) {
                squares += t[j] * t[j];
            }
            return -0.5 * squares + t[9] - Math.log1p(ratio);
        }

        @Override
        public boolean addLogPriorGradient(double[] t, double[] gradient) {
            double ratio = Math.exp(2 * t[9]) / 25;
            for (int j = 0; j < 8; j++) {
                gradient[j] -= t[j];
            }
            gradient[8] -= t[8] / 25;
            gradient[9] += 1 - 2 * ratio / (1 + ratio);
            return true;
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(Row row, T[] t) {
            T effect = t[8].add(t[9].exp().multiply(t[(int) row.feature(2)]));
            T z = effect.subtract(row.label()).divide(row.feature(1));
            return z.square().multiply(-0.5);
        }
    }

    /**
     * Predators and prey (Lotka and Volterra) with lognormal errors: logs of four rates, of two first numbers, of two error sds.
     * The one row is not read.
     */
    record Prey(double[][] logs) implements RowModel {
        private static final long serialVersionUID = 1;
        private static final int STEPS = 5;
        private static final double[] RATES = {0.55, 0.028, 0.8, 0.024};
        private static final double[] PRIOR = {1, 0.05, 1, 0.05};
        private static final double[] SPREAD = {0.5, 0.05, 0.5, 0.05};

        /** Logarithms of made counts of so many years. */
        static Prey made(int years, long seed) {
            Random random = new Random(seed);
            double[] t = new double[8];
            for (int i = 0; i < 4; i++) {
                t[i] = Math.log(RATES[i]);
            }
            t[4] = Math.log(34);
            t[5] = Math.log(5.9);
            double[][] logs = new double[years][];
            Binary64[] rates = Arrays.stream(t).mapToObj(Binary64::new).toArray(Binary64[]::new);
            List<Binary64> w = List.of(rates[4], rates[5]);
            for (int year = 0; year < years; year++) {
                logs[year] = new double[] {
                    w.get(0).getReal() + 0.2 * random.nextGaussian(), w.get(1).getReal() + 0.2 * random.nextGaussian()
                };
                w = yearLater(rates, w);
            }
            return new Prey(logs);
        }

        /** Logs of prey and predators a year later, by the steps of Runge and Kutta. */
        private static <T extends CalculusFieldElement<T>> List<T> yearLater(T[] t, List<T> from) {
            double h = 1.0 / STEPS;
            List<T> w = from;
            for (int k = 0; k < STEPS; k++) {
                List<T> a = slope(t, w);
                List<T> b = slope(t, moved(w, h / 2, a));
                List<T> c = slope(t, moved(w, h / 2, b));
                List<T> e = slope(t, moved(w, h, c));
                w = moved(moved(moved(moved(w, h / 6, a), h / 3, b), h / 3, c), h / 6, e);
            }
            return w;
        }

        private static <T extends CalculusFieldElement<T>> List<T> moved(List<T> w, double h, List<T> slope) {
            return List.of(
                    w.get(0).add(slope.get(0).multiply(h)),
                    w.get(1).add(slope.get(1).multiply(h)));
        }

        private static <T extends CalculusFieldElement<T>> List<T> slope(T[] t, List<T> w) {
            T eaten = t[1].add(capped(w.get(1))).exp();
            T fed = t[3].add(capped(w.get(0))).exp();
            return List.of(t[0].exp().subtract(eaten), fed.subtract(t[2].exp()));
        }

        /** The smaller of a logarithm and 50. */
        private static <T extends CalculusFieldElement<T>> T capped(T log) {
            T below = log.negate().add(50);
            return below.add(below.abs()).multiply(-0.5).add(50);
        }

        @Override
        public List<Parameter> parameters(List<String> columns) {
            return reals(8);
        }

        @Override
        public boolean hasPrior() {
            return true;
        }

        @Override
        public double logPrior(double[] t) {
            double value = 0;
            for (int i = 0; i < 8; i++) {
                double z = i < 4 ? (Math.exp(t[i]) - PRIOR[i]) / SPREAD[i] : i < 6 ? t[i] - Math.log(10) : t[i] + 1;
                value += -0.5 * z * z + (i < 4 ? t[i] : 0);
            }
            return value;
        }

        @Override
        public boolean addLogPriorGradient(double[] t, double[] gradient) {
            for (int i = 0; i < 8; i++) {
                double rate = Math.exp(t[i]);
                gradient[i] += i < 4
                        ? 1 - (rate - PRIOR[i]) / SPREAD[i] / SPREAD[i] * rate
                        : i < 6 ? Math.log(10) - t[i] : -1 - t[i];
            }
            return true;
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(Row row, T[] t) {
            T value = t[6].add(t[7]).multiply(-logs.length);
            List<T> w = List.of(t[4], t[5]);
            for (int year = 0; year < logs.length; year++) {
                w = year == 0 ? w : yearLater(t, w);
                for (int k = 0; k < 2; k++) {
                    T z = w.get(k)
                            .subtract(logs[year][k])
                            .multiply(t[6 + k].negate().exp());
                    value = value.subtract(z.square().multiply(0.5));
                }
            }
            return value;
        }
    }

    /** One row that is not read. */
    static Data oneRow() {
        return new Data(new double[][] {{0}}, new double[] {0});
    }

    /** Gradient of log p(y, θ), with a normal prior of that sd where the model has none. */
    static double[] gradient(RowModel model, List<Row> rows, double priorSd, double[] t) {
        Gradient[] variables = IntStream.range(0, t.length)
                .mapToObj(j -> Gradient.variable(t.length, j, t[j]))
                .toArray(Gradient[]::new);
        double[] sum = new double[t.length];
        for (Row row : rows) {
            double[] one = model.logLikelihood(row, variables).getGradient();
            for (int j = 0; j < t.length; j++) {
                sum[j] += one[j];
            }
        }
        for (int j = 0; j < t.length && !model.hasPrior(); j++) {
            sum[j] -= t[j] / (priorSd * priorSd);
        }
        if (model.hasPrior()) {
            model.addLogPriorGradient(t, sum);
        }
        return sum;
    }
}
