package io.credence.loss.model;

import io.credence.data.RowBlock;
import io.credence.model.Binary64Arrays;
import io.credence.model.PredictorModel;
import io.credence.model.RowModel;
import io.credence.model.Series;
import io.credence.model.SeriesModel;
import java.util.Arrays;
import java.util.Objects;
import org.hipparchus.CalculusFieldElement;
import org.jspecify.annotations.Nullable;

/**
 * Loss −log p of the units of a chunk as a function of some numbers, which a user's model gives. Kinds of models differ in
 * what a unit is and what the numbers are. A likelihood of another form, such as an expression, is one more of these.
 */
public interface LossFormula {

    /** Moves to the chunk whose first row is {@code first}. */
    void moveTo(RowBlock block, int first);

    /** Loss of a unit, counted from the first of the chunk, for any type of number. */
    <T extends CalculusFieldElement<T>> T loss(int unit, T[] inputs);

    /** Loss of a unit with plain numbers. */
    default double loss(int unit, double[] inputs) {
        return loss(unit, Binary64Arrays.toBinary64(inputs)).getReal();
    }

    /** Explanation why the loss of a unit is not finite; null where none is known. */
    default @Nullable String explain(int unit, double[] inputs) {
        return null;
    }

    /** Loss of each row in the constrained parameters of a row model. */
    final class RowFormula implements LossFormula {

        private final RowModel model;
        private final RowCursor cursor;

        /** The loss of a model whose rows have {@code columns} features. */
        public RowFormula(RowModel model, int columns) {
            this.model = model;
            this.cursor = new RowCursor(columns);
        }

        @Override
        public void moveTo(RowBlock block, int first) {
            cursor.moveTo(block, first);
        }

        /** A row of the chunk; valid until the next call. */
        RowCursor rowAt(int row) {
            return cursor.showRow(row);
        }

        @Override
        public <T extends CalculusFieldElement<T>> T loss(int row, T[] inputs) {
            return model.logLikelihood(rowAt(row), inputs).negate();
        }

        @Override
        public double loss(int row, double[] inputs) {
            return -model.logLikelihood(rowAt(row), inputs);
        }
    }

    /** Loss of each row in its linear predictors and the model's extra parameters. */
    final class PredictorFormula implements LossFormula {

        private final PredictorModel model;
        private final int predictors;
        private final RowColumns columns;
        private double[] labels = new double[0];
        private int first;

        /**
         * The loss of a model of the given number of linear predictors.
         *
         * @param columns positions of the columns of the row that the model reads
         */
        public PredictorFormula(PredictorModel model, int predictors, int[] columns) {
            this.model = model;
            this.predictors = predictors;
            this.columns = new RowColumns(columns);
        }

        @Override
        public void moveTo(RowBlock block, int from) {
            labels = block.attributes().labels();
            columns.moveTo(block);
            first = from;
        }

        @Override
        public <T extends CalculusFieldElement<T>> T loss(int row, T[] inputs) {
            T[] eta = Arrays.copyOf(inputs, predictors);
            T[] extra = Arrays.copyOfRange(inputs, predictors, inputs.length);
            return model.logLikelihood(labels[first + row], columns.of(first + row), eta, extra)
                    .negate();
        }

        @Override
        public @Nullable String explain(int row, double[] inputs) {
            double[] eta = Arrays.copyOf(inputs, predictors);
            double[] extra = Arrays.copyOfRange(inputs, predictors, inputs.length);
            return model.explain(labels[first + row], columns.of(first + row), eta, extra);
        }
    }

    /** Loss of a series, which is a whole block, in the constrained parameters of a series model. */
    final class SeriesFormula implements LossFormula {

        private final SeriesModel model;
        private @Nullable Series shown;

        /** The loss of a model. */
        public SeriesFormula(SeriesModel model) {
            this.model = model;
        }

        @Override
        public void moveTo(RowBlock block, int first) {
            shown = Series.of(block);
        }

        private Series series() {
            return Objects.requireNonNull(shown, "a series is evaluated after a move to its block");
        }

        @Override
        public <T extends CalculusFieldElement<T>> T loss(int unit, T[] inputs) {
            return model.logLikelihood(series(), inputs).negate();
        }

        @Override
        public double loss(int unit, double[] inputs) {
            return -model.logLikelihood(series(), inputs);
        }
    }
}
