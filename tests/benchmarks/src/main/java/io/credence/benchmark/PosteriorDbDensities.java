package io.credence.benchmark;

import io.credence.model.Parameter;
import io.credence.model.Row;
import io.credence.model.RowModel;
import java.util.ArrayList;
import java.util.List;
import org.hipparchus.CalculusFieldElement;

/** Posteriors of PosteriorDB whose rows depend on each other, or on parameters of their own: the whole density is one row's. */
final class PosteriorDbDensities {

    private PosteriorDbDensities() {}

    /** A density with its prior in it; the one row is not read. */
    abstract static class Density implements RowModel {
        private static final long serialVersionUID = 1;

        @Override
        public boolean hasPrior() {
            return true;
        }

        @Override
        public double logPrior(double[] parameters) {
            return 0;
        }

        @Override
        public boolean addLogPriorGradient(double[] parameters, double[] gradient) {
            return true;
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(Row row, T[] t) {
            return logDensity(t);
        }

        abstract <T extends CalculusFieldElement<T>> T logDensity(T[] t);
    }

    /** Up to a constant. */
    private static <T extends CalculusFieldElement<T>> T normal(T x, double mean, double sd) {
        return x.subtract(mean).square().multiply(-0.5 / (sd * sd));
    }

    private static <T extends CalculusFieldElement<T>> T normal(T x, T sd) {
        return x.divide(sd).square().multiply(-0.5).subtract(sd.log());
    }

    private static <T extends CalculusFieldElement<T>> T halfCauchy(T x, double scale) {
        return x.divide(scale).square().add(1).log().negate();
    }

    /** An ARMA(1, 1): mean, autoregression, moving average, sd. */
    static final class Arma extends Density {
        private static final long serialVersionUID = 1;
        private final double[] y;

        Arma(double[] y) {
            this.y = y.clone();
        }

        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(
                    Parameter.real("mu"), Parameter.real("phi"), Parameter.real("theta"), Parameter.positive("sigma"));
        }

        @Override
        <T extends CalculusFieldElement<T>> T logDensity(T[] t) {
            T sum = normal(t[0], 0, 10)
                    .add(normal(t[1], 0, 2))
                    .add(normal(t[2], 0, 2))
                    .add(halfCauchy(t[3], 2.5));
            T error = t[0].add(t[0].multiply(t[1])).negate().add(y[0]);
            sum = sum.add(normal(error, t[3]));
            for (int i = 1; i < y.length; i++) {
                T expected = t[0].add(t[1].multiply(y[i - 1])).add(t[2].multiply(error));
                error = expected.negate().add(y[i]);
                sum = sum.add(normal(error, t[3]));
            }
            return sum;
        }
    }

    /** Eight schools, with effects as parameters or in units of their sd. */
    static final class Schools extends Density {
        private static final long serialVersionUID = 1;
        private final double[] y;
        private final double[] sd;
        private final boolean centred;

        Schools(double[] y, double[] sd, boolean centred) {
            this.y = y.clone();
            this.sd = sd.clone();
            this.centred = centred;
        }

        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(Parameter.real("theta", y.length), Parameter.real("mu"), Parameter.positive("tau"));
        }

        @Override
        <T extends CalculusFieldElement<T>> T logDensity(T[] t) {
            int n = y.length;
            T mu = t[n];
            T tau = t[n + 1];
            T sum = normal(mu, 0, 5).add(halfCauchy(tau, 5));
            for (int j = 0; j < n; j++) {
                T effect = centred ? t[j] : mu.add(tau.multiply(t[j]));
                sum = sum.add(centred ? normal(t[j].subtract(mu), tau) : normal(t[j], 0, 1));
                sum = sum.add(normal(effect, y[j], sd[j]));
            }
            return sum;
        }
    }

    /** A Gaussian process with a squared exponential kernel, of normal labels or behind Poisson counts. */
    static final class Process extends Density {
        private static final long serialVersionUID = 1;
        private static final double JITTER = 1e-10;
        private final double[] x;
        private final double[] y;
        private final boolean counts;

        Process(double[] x, double[] y, boolean counts) {
            this.x = x.clone();
            this.y = y.clone();
            this.counts = counts;
        }

        @Override
        public List<Parameter> parameters(List<String> columns) {
            Parameter last = counts ? Parameter.real("f", x.length) : Parameter.positive("sigma");
            return List.of(Parameter.positive("rho"), Parameter.positive("alpha"), last);
        }

        @Override
        <T extends CalculusFieldElement<T>> T logDensity(T[] t) {
            T sum = t[0].log().multiply(24).subtract(t[0].multiply(4)).add(normal(t[1], 0, 2));
            List<List<T>> factor = factor(t, counts ? t[0].newInstance(JITTER) : t[2]);
            List<T> whitened = new ArrayList<>();
            for (int i = 0; i < x.length; i++) {
                List<T> row = factor.get(i);
                T f = t[0].newInstance(0);
                for (int j = 0; j < i; j++) {
                    f = f.add(row.get(j).multiply(counts ? t[2 + j] : whitened.get(j)));
                }
                if (counts) {
                    f = f.add(row.get(i).multiply(t[2 + i]));
                    sum = sum.add(f.multiply(y[i])).subtract(f.exp()).add(normal(t[2 + i], 0, 1));
                } else {
                    T z = f.negate().add(y[i]).divide(row.get(i));
                    whitened.add(z);
                    sum = sum.add(normal(z, 0, 1)).subtract(row.get(i).log());
                }
            }
            return counts ? sum : sum.add(normal(t[2], 0, 1));
        }

        /** The Cholesky factor of the kernel's matrix with {@code noise} on its diagonal. */
        private <T extends CalculusFieldElement<T>> List<List<T>> factor(T[] t, T noise) {
            T variance = t[1].square();
            T rate = t[0].square().reciprocal().multiply(-0.5);
            List<List<T>> factor = new ArrayList<>();
            for (int i = 0; i < x.length; i++) {
                List<T> row = new ArrayList<>();
                for (int j = 0; j <= i; j++) {
                    T entry = variance.multiply(
                            rate.multiply((x[i] - x[j]) * (x[i] - x[j])).exp());
                    entry = i == j ? entry.add(noise) : entry;
                    for (int k = 0; k < j; k++) {
                        entry = entry.subtract(row.get(k)
                                .multiply(i == j ? row.get(k) : factor.get(j).get(k)));
                    }
                    row.add(i == j ? entry.sqrt() : entry.divide(factor.get(j).get(j)));
                }
                factor.add(row);
            }
            return factor;
        }
    }

    /** What a state of a hidden Markov model emits at a time. */
    enum Emission {
        /** One normal number of sd 1, states ordered by positive means. */
        NORMAL,
        /** Two exponential numbers, states ordered by rates. */
        EXPONENTIAL,
        /** Two normal numbers of known sds, states ordered by means. */
        TWO_NORMALS
    }

    /** A hidden Markov model of two states: rows of the transition matrix, and one or two numbers of each state. */
    static final class Hidden extends Density {
        private static final long serialVersionUID = 1;
        private final Emission emission;
        private final double[][] observed;
        private final double[] sd;
        private final double[][] concentration;

        /**
         * @param observed one or two series
         * @param sd of each, where it is known
         * @param concentration of the rows' Dirichlet priors
         */
        Hidden(Emission emission, double[][] observed, double[] sd, double[][] concentration) {
            this.emission = emission;
            this.observed = observed;
            this.sd = sd;
            this.concentration = concentration;
        }

        @Override
        public List<Parameter> parameters(List<String> columns) {
            List<Parameter> all =
                    new ArrayList<>(List.of(Parameter.simplex("theta1", 2), Parameter.simplex("theta2", 2)));
            for (int k = 0; k < observed.length; k++) {
                all.add(emission == Emission.TWO_NORMALS ? Parameter.real("a" + k) : Parameter.positive("a" + k));
                all.add(Parameter.positive("gap" + k));
            }
            return all;
        }

        @Override
        <T extends CalculusFieldElement<T>> T logDensity(T[] t) {
            T sum = t[0].newInstance(0);
            for (int k = 0; k < 2; k++) {
                for (int l = 0; l < 2; l++) {
                    sum = sum.add(t[2 * k + l].log().multiply(concentration[k][l] - 1));
                }
            }
            double[] centers = emission == Emission.NORMAL ? new double[] {3, 10} : new double[] {0, 3};
            for (int k = 0; k < observed.length; k++) {
                T low = t[4 + 2 * k];
                sum = sum.add(normal(low, centers[0], 1)).add(normal(low.add(t[5 + 2 * k]), centers[1], 1));
            }
            T one = emitted(t, 0, 0);
            T two = emitted(t, 1, 0);
            for (int i = 1; i < observed[0].length; i++) {
                T next = sumExp(one.add(t[0].log()), two.add(t[2].log())).add(emitted(t, 0, i));
                two = sumExp(one.add(t[1].log()), two.add(t[3].log())).add(emitted(t, 1, i));
                one = next;
            }
            return sum.add(sumExp(one, two));
        }

        private static <T extends CalculusFieldElement<T>> T sumExp(T a, T b) {
            T half = a.subtract(b).multiply(0.5);
            return half.cosh().multiply(2).log().add(a.add(b).multiply(0.5));
        }

        private <T extends CalculusFieldElement<T>> T emitted(T[] t, int state, int time) {
            T sum = t[0].newInstance(0);
            for (int k = 0; k < observed.length; k++) {
                T own = state == 0 ? t[4 + 2 * k] : t[4 + 2 * k].add(t[5 + 2 * k]);
                double x = observed[k][time];
                sum = sum.add(
                        emission == Emission.EXPONENTIAL
                                ? own.log().subtract(own.multiply(x))
                                : normal(own, x, emission == Emission.NORMAL ? 1 : sd[k]));
            }
            return sum;
        }
    }

    /** Radon of Minnesota: intercepts of counties around a common mean, in units of their sd; rows hold floor, uranium, county. */
    static final class Radon implements RowModel {
        private static final long serialVersionUID = 1;
        private final int counties;

        Radon(int counties) {
            this.counties = counties;
        }

        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(
                    Parameter.real("raw", counties),
                    Parameter.real("beta", 2),
                    Parameter.real("mu"),
                    Parameter.positive("sigma_alpha"),
                    Parameter.positive("sigma_y"));
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logPrior(T[] t) {
            T sum = t[0].newInstance(0);
            for (int j = 0; j < t.length; j++) {
                sum = sum.add(normal(t[j], 0, j >= counties && j < counties + 3 ? 10 : 1));
            }
            return sum;
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(Row row, T[] t) {
            T alpha = t[counties + 2].add(t[counties + 3].multiply(t[(int) row.feature(2)]));
            T mean = alpha.add(t[counties].multiply(row.feature(1))).add(t[counties + 1].multiply(row.feature(0)));
            return normal(mean.negate().add(row.label()), t[counties + 4]);
        }
    }
}
