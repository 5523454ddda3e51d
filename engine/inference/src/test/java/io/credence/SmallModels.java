package io.credence;

import io.credence.model.Parameter;
import io.credence.model.Row;
import io.credence.model.RowModel;
import io.credence.model.Series;
import io.credence.model.SeriesModel;
import java.util.List;
import org.hipparchus.CalculusFieldElement;
import org.hipparchus.util.MathArrays;

/** Models of a user's own with few parameters, whose log densities overflow or are undefined not far from their modes. */
final class SmallModels {

    private SmallModels() {}

    private static <T extends CalculusFieldElement<T>> T half(T square) {
        return square.multiply(-0.5);
    }

    /** An ARMA(1, 1) series: level, φ, θ and the log of the sd of its shocks, which grow like θᵗ. */
    record Arma() implements SeriesModel {
        private static final long serialVersionUID = 1;

        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(
                    Parameter.real("level"), Parameter.real("phi"), Parameter.real("theta"), Parameter.positive("sd"));
        }

        @Override
        public boolean hasPrior() {
            return true;
        }

        @Override
        public double logPrior(double[] p) {
            return -0.5 * (p[0] * p[0] / 100 + (p[1] * p[1] + p[2] * p[2]) / 4) - Math.log1p(p[3] * p[3] / 6.25);
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(Series series, T[] p) {
            T shock = p[0].add(p[1].multiply(p[0])).negate().add(series.label(0));
            T squares = shock.square();
            for (int t = 1; t < series.length(); t++) {
                T mean = p[0].add(p[1].multiply(series.label(t - 1))).add(p[2].multiply(shock));
                shock = mean.negate().add(series.label(t));
                squares = squares.add(shock.square());
            }
            T precision = p[3].square().reciprocal();
            return half(squares.multiply(precision)).subtract(p[3].log().multiply(series.length()));
        }
    }

    /** Two normal classes with means in order; far from both, both densities underflow. */
    record Mixture() implements RowModel {
        private static final long serialVersionUID = 1;

        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(
                    Parameter.ordered("mean", 2), Parameter.positive("sd", 2), Parameter.interval("share", 0, 1));
        }

        @Override
        public boolean hasPrior() {
            return true;
        }

        @Override
        public double logPrior(double[] p) {
            double squares = (p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]) / 4;
            return -0.5 * squares + 4 * (Math.log(p[4]) + Math.log1p(-p[4]));
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(Row row, T[] p) {
            T first = density(row.label(), p[0], p[2]).multiply(p[4]);
            T second = density(row.label(), p[1], p[3]).multiply(p[4].negate().add(1));
            return first.add(second).log();
        }

        private static <T extends CalculusFieldElement<T>> T density(double y, T mean, T sd) {
            return half(mean.subtract(y).divide(sd).square()).exp().divide(sd);
        }
    }

    /** A Gaussian process with a squared exponential kernel: length, size, sd of the noise; features after the ones. */
    record Process() implements SeriesModel {
        private static final long serialVersionUID = 1;

        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(Parameter.positive("length"), Parameter.positive("size"), Parameter.positive("noise"));
        }

        @Override
        public boolean hasPrior() {
            return true;
        }

        @Override
        public double logPrior(double[] p) {
            return 24 * Math.log(p[0]) - 4 * p[0] - 0.5 * (p[1] * p[1] / 4 + p[2] * p[2]);
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(Series series, T[] p) {
            int n = series.length();
            T[][] factor = MathArrays.buildArray(p[0].getField(), n, n);
            T[] left = MathArrays.buildArray(p[0].getField(), n);
            T sum = p[0].getField().getZero();
            for (int i = 0; i < n; i++) {
                T rest = p[0].newInstance(series.label(i));
                for (int j = 0; j <= i; j++) {
                    double apart = series.feature(i, 1) - series.feature(j, 1);
                    T scaled = p[0].reciprocal().multiply(apart);
                    T entry = half(scaled.square()).exp().multiply(p[1].square());
                    entry = i == j ? entry.add(p[2].square()) : entry;
                    for (int k = 0; k < j; k++) {
                        entry = entry.subtract(factor[i][k].multiply(factor[j][k]));
                    }
                    factor[i][j] = i == j ? entry.sqrt() : entry.divide(factor[j][j]);
                    rest = j < i ? rest.subtract(factor[i][j].multiply(left[j])) : rest;
                }
                left[i] = rest.divide(factor[i][i]);
                sum = sum.add(half(left[i].square())).subtract(factor[i][i].log());
            }
            return sum;
        }
    }
}
