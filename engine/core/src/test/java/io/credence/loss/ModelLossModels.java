package io.credence.loss;

import io.credence.autodiff.RecordingNumber;
import io.credence.expression.ExpressionModel;
import io.credence.expression.Link;
import io.credence.expression.ModelParameter;
import io.credence.model.Parameter;
import io.credence.model.PredictorModel;
import io.credence.model.Row;
import io.credence.model.RowModel;
import io.credence.model.Series;
import io.credence.model.SeriesModel;
import java.util.ArrayList;
import java.util.List;
import org.hipparchus.CalculusFieldElement;

/** Small models of every kind, with every sort of constraint, for the tests of their losses. */
public final class ModelLossModels {

    private ModelLossModels() {}

    /** An expression of two predictors with columns of their own, a number, and a column of the row. */
    public static ExpressionModel expression() {
        return new ExpressionModel(
                "-log(sd) - tau * ((y - mu) / sd) ^ 2 + if(b > 0, 1, 2) * tau",
                null,
                null,
                List.of(
                        new ModelParameter.Predicted("mu", Link.IDENTITY, List.of("a", "b")),
                        new ModelParameter.Constant(Parameter.positive("tau")),
                        new ModelParameter.Predicted("sd", Link.LOG, List.of("c", "a"))),
                null);
    }

    /** y ~ N(w η, s²) without the constant, values only: coefficients, a positive s and w between 0 and 2. */
    public record ShrunkValues() implements RowModel {
        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(
                    Parameter.real("coefficient", columns.size()),
                    Parameter.positive("s"),
                    Parameter.interval("w", 0, 2));
        }

        @Override
        public double logLikelihood(Row row, double[] parameters) {
            double s = parameters[row.columns()];
            double r = (row.label() - parameters[row.columns() + 1] * row.predictor(parameters)) / s;
            return -Math.log(s) - 0.5 * r * r;
        }
    }

    /** The same as a formula. */
    public record ShrunkFormula() implements RowModel {
        @Override
        public List<Parameter> parameters(List<String> columns) {
            return new ShrunkValues().parameters(columns);
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(Row row, T[] parameters) {
            T s = parameters[row.columns()];
            T shrunk = parameters[row.columns() + 1].multiply(row.predictor(parameters));
            T r = shrunk.subtract(row.label()).divide(s);
            return s.log().add(r.square().multiply(0.5)).negate();
        }
    }

    /** The same, deciding by values, which cannot be recorded. */
    public record ShrunkByCases() implements RowModel {
        @Override
        public List<Parameter> parameters(List<String> columns) {
            return new ShrunkValues().parameters(columns);
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(Row row, T[] parameters) {
            T s = parameters[row.columns()];
            T shrunk = parameters[row.columns() + 1].multiply(row.predictor(parameters));
            T r = shrunk.subtract(row.label()).divide(s);
            T size = r.getReal() > 0 ? r : r.negate();
            return s.log().add(size.multiply(size).multiply(0.5)).negate();
        }
    }

    /** y ~ N(η_1, exp(2η_2)) without the constant. */
    public record MeanAndSpread() implements PredictorModel {
        @Override
        public List<String> predictors() {
            return List.of("mean", "spread");
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(double label, T[] predictors, T[] extra) {
            T z = predictors[0].subtract(label).multiply(predictors[1].negate().exp());
            return z.square().multiply(-0.5).subtract(predictors[1]);
        }
    }

    /** A logistic density of y − η without a scale. */
    public record Logistic() implements PredictorModel {
        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(double label, T[] predictors, T[] extra) {
            T z = predictors[0].subtract(label);
            return z.subtract(z.exp().log1p().multiply(2));
        }
    }

    /** The same, by cases of the label and of the predictor; only the first can be recorded. */
    public record LogisticByCases(boolean ofPredictor) implements PredictorModel {
        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(double label, T[] predictors, T[] extra) {
            T z = predictors[0].subtract(label);
            boolean turned = ofPredictor ? z.getReal() < 0 : label > 0.3;
            T size = turned ? z.negate() : z;
            return size.subtract(size.exp().log1p().multiply(2));
        }
    }

    /** The same with a scale and the shares of two shifts. */
    public record Scaled() implements PredictorModel {
        @Override
        public List<Parameter> extra() {
            return List.of(Parameter.positive("scale"), Parameter.simplex("share", 3));
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(double label, T[] predictors, T[] extra) {
            T shift = extra[1].subtract(extra[3].multiply(2));
            T z = predictors[0].add(shift).subtract(label).divide(extra[0]);
            return z.subtract(z.exp().log1p().multiply(2)).subtract(extra[0].log());
        }
    }

    /** y_t ~ N(φ y_{t−1} + level · x_t + offset_t, s²) without the constant. */
    public record Autoregression() implements SeriesModel {
        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(Parameter.interval("phi", -1, 1), Parameter.real("level"), Parameter.positive("s"));
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(Series series, T[] parameters) {
            T sum = parameters[2].log().multiply(-series.length());
            for (int t = 0; t < series.length(); t++) {
                T mean = parameters[1].multiply(series.feature(t, 1)).add(series.offset(t));
                if (t > 0) {
                    mean = mean.add(parameters[0].multiply(series.label(t - 1)));
                }
                sum = sum.subtract(mean.subtract(series.label(t))
                        .divide(parameters[2])
                        .square()
                        .multiply(0.5));
            }
            return sum;
        }
    }

    /** The same, deciding by a value, which cannot be recorded. */
    public record AutoregressionByCases() implements SeriesModel {
        @Override
        public List<Parameter> parameters(List<String> columns) {
            return new Autoregression().parameters(columns);
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(Series series, T[] parameters) {
            T sum = new Autoregression().logLikelihood(series, parameters);
            return sum.getReal() > 0 ? sum.add(0) : sum;
        }
    }

    /** A level that moves with every call, which no model may do. */
    public static final class Restless implements RowModel {
        private static final long serialVersionUID = 1;
        private int calls;

        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(Parameter.real("level"));
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(Row row, T[] parameters) {
            return parameters[0].multiply(calls++);
        }
    }

    /** Counts its recordings, of which each row has some numbers of its own. */
    public static final class Counted implements RowModel {
        private static final long serialVersionUID = 1;
        private final int numbers;
        int recordings;

        public Counted(int numbers) {
            this.numbers = numbers;
        }

        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(Parameter.real("level"));
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(Row row, T[] parameters) {
            recordings += parameters[0] instanceof RecordingNumber ? 1 : 0;
            T sum = parameters[0].multiply(row.label());
            for (int k = 1; k < numbers; k++) {
                sum = sum.add(parameters[0].multiply(row.label() + k));
            }
            return sum;
        }
    }

    /** The same, values only. */
    public record AutoregressionValues() implements SeriesModel {
        @Override
        public List<Parameter> parameters(List<String> columns) {
            return new Autoregression().parameters(columns);
        }

        @Override
        public double logLikelihood(Series series, double[] parameters) {
            return new Autoregression().logLikelihood(series, parameters);
        }
    }

    /** Fails at every row whose label exceeds 100. */
    public record Fragile() implements RowModel {
        @Override
        public List<Parameter> parameters(List<String> columns) {
            return new ArrayList<>(List.of(Parameter.real("level")));
        }

        @Override
        public double logLikelihood(Row row, double[] parameters) {
            if (row.label() > 100) {
                throw new ArithmeticException("label too large");
            }
            return 0;
        }
    }
}
