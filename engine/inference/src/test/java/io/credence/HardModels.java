package io.credence;

import io.credence.model.GradientModel;
import io.credence.model.Parameter;
import io.credence.model.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

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
    record Counties(int counties) implements GradientModel {
        private static final long serialVersionUID = 1;

        @Override
        public List<Parameter> parameters(List<String> columns) {
            return reals(counties + 2);
        }

        @Override
        public double logLikelihood(Row row, double[] t, double[] gradient) {
            int county = (int) row.feature(1);
            double sd = Math.exp(t[counties + 1]);
            double z = (row.label() - t[county] - t[counties] * row.feature(2)) / sd;
            gradient[county] = z / sd;
            gradient[counties] = z * row.feature(2) / sd;
            gradient[counties + 1] = z * z - 1;
            return -0.5 * z * z - t[counties + 1] - 0.5 * Math.log(2 * Math.PI);
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
    record Chain(double[] mean, double[] sd) implements GradientModel, PriorWithin {
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
        public double logLikelihood(Row row, double[] t, double[] gradient) {
            double own = 1 / (1 - CORRELATION * CORRELATION);
            double value = 0;
            for (int j = 0; j < t.length; j++) {
                double z = (t[j] - mean[j]) / sd[j];
                double before = j == 0 ? 0 : CORRELATION * (t[j - 1] - mean[j - 1]) / sd[j - 1];
                double innovation = z - before;
                double weight = j == 0 ? 1 : own;
                value -= 0.5 * weight * innovation * innovation;
                gradient[j] -= weight * innovation / sd[j];
                if (j > 0) {
                    gradient[j - 1] += weight * innovation * CORRELATION / sd[j - 1];
                }
            }
            return value;
        }
    }

    /** Effects of eight schools, μ + τθ_j with standard normal θ_j: parameters θ, μ, log τ; labels with sds as first feature. */
    record Schools() implements GradientModel {
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
        public double logLikelihood(Row row, double[] t, double[] gradient) {
            int school = (int) row.feature(2);
            double tau = Math.exp(t[9]);
            double z = (row.label() - t[8] - tau * t[school]) / row.feature(1);
            double slope = z / row.feature(1);
            gradient[school] = slope * tau;
            gradient[8] = slope;
            gradient[9] = slope * t[school] * tau;
            return -0.5 * z * z;
        }
    }

    /**
     * Predators and prey (Lotka and Volterra) with lognormal errors: logs of four rates, of two first numbers, of two error sds.
     * The one row is not read.
     */
    record Prey(double[][] logs) implements GradientModel {
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
            double[] w = begin(t);
            for (int year = 0; year < years; year++) {
                logs[year] = new double[] {w[0] + 0.2 * random.nextGaussian(), w[1] + 0.2 * random.nextGaussian()};
                w = yearLater(t, w);
            }
            return new Prey(logs);
        }

        /** Logs of prey and predators with their derivatives by the first six parameters. */
        private static double[] begin(double[] t) {
            double[] w = new double[14];
            w[0] = t[4];
            w[1] = t[5];
            w[2 + 4] = 1;
            w[8 + 5] = 1;
            return w;
        }

        private static double[] yearLater(double[] t, double[] from) {
            double h = 1.0 / STEPS;
            double[] w = from;
            for (int k = 0; k < STEPS; k++) {
                double[] a = slope(t, w);
                double[] b = slope(t, moved(w, h / 2, a));
                double[] c = slope(t, moved(w, h / 2, b));
                double[] e = slope(t, moved(w, h, c));
                w = moved(moved(moved(moved(w, h / 6, a), h / 3, b), h / 3, c), h / 6, e);
            }
            return w;
        }

        private static double[] moved(double[] w, double h, double[] slope) {
            double[] moved = w.clone();
            for (int i = 0; i < w.length; i++) {
                moved[i] += h * slope[i];
            }
            return moved;
        }

        private static double[] slope(double[] t, double[] w) {
            double eaten = Math.exp(t[1] + Math.min(w[1], 50));
            double fed = Math.exp(t[3] + Math.min(w[0], 50));
            double[] slope = new double[14];
            slope[0] = Math.exp(t[0]) - eaten;
            slope[1] = fed - Math.exp(t[2]);
            for (int p = 0; p < 6; p++) {
                slope[2 + p] = -eaten * w[8 + p];
                slope[8 + p] = fed * w[2 + p];
            }
            slope[2] += Math.exp(t[0]);
            slope[3] -= eaten;
            slope[10] -= Math.exp(t[2]);
            slope[11] += fed;
            return slope;
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
        public double logLikelihood(Row row, double[] t, double[] gradient) {
            double value = 0;
            double[] w = begin(t);
            for (int year = 0; year < logs.length; year++) {
                w = year == 0 ? w : yearLater(t, w);
                for (int k = 0; k < 2; k++) {
                    double sd = Math.exp(t[6 + k]);
                    double z = (logs[year][k] - w[k]) / sd;
                    value -= 0.5 * z * z + t[6 + k];
                    gradient[6 + k] += z * z - 1;
                    for (int p = 0; p < 6; p++) {
                        gradient[p] += z / sd * w[(k == 0 ? 2 : 8) + p];
                    }
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
    static double[] gradient(GradientModel model, List<Row> rows, double priorSd, double[] t) {
        double[] sum = new double[t.length];
        for (Row row : rows) {
            double[] one = new double[t.length];
            model.logLikelihood(row, t, one);
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
