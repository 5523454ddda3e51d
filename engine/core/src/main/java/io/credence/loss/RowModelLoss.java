package io.credence.loss;

import io.credence.data.Draws;
import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import io.credence.loss.model.FormulaLosses;
import io.credence.loss.model.LossColumns;
import io.credence.loss.model.LossFormula;
import io.credence.loss.model.ModelLossDraws;
import io.credence.loss.model.ModelTerms;
import io.credence.loss.model.RowCursor;
import io.credence.loss.model.ValueLosses;
import io.credence.model.DecomposedModel;
import io.credence.model.ModelClasses;
import io.credence.model.Parameters;
import io.credence.model.RowModel;
import java.util.Arrays;
import java.util.UUID;
import org.hipparchus.random.RandomAdaptor;
import org.hipparchus.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Loss of a model that is called once per row and draw.
 *
 * @param model log-likelihood of a row
 * @param parameters parameters of the model
 * @param columns number of features per row
 * @param id identifier of the recordings of its formula, which executors keep from step to step
 */
record RowModelLoss(RowModel model, Parameters parameters, int columns, UUID id) implements DrawLoss {

    /** Largest dimension in which a row's gradient is taken by differences. They need two evaluations per parameter. */
    static final int MOST_DIFFERENCED = 50;

    RowModelLoss {
        ModelClasses.requireLikelihood(model);
        DecomposedModel terms = asDecomposedModel(model);
        if (terms != null) {
            ModelTerms.parametersOfTerms(terms, parameters);
        }
    }

    private static @Nullable DecomposedModel asDecomposedModel(RowModel model) {
        return model instanceof DecomposedModel decomposed ? decomposed : null;
    }

    @Override
    public int dimension() {
        return parameters.dimension();
    }

    @Override
    public boolean hasGradient() {
        return !isDecomposed() && model.hasFormula();
    }

    @Override
    public @Nullable ResponseDistributions responseDistributions() {
        return model.drawsResponses() ? new RowModelResponses(model, parameters, columns) : null;
    }

    @Override
    public int maxExpansionOrder() {
        return hasGradient() || dimension() <= MOST_DIFFERENCED ? 1 : 0;
    }

    @Override
    public boolean isDecomposed() {
        return model instanceof DecomposedModel;
    }

    @Override
    public Evaluator evaluator(DenseKernel kernel, Draws draws, @Nullable ExpansionPoint anchor) {
        ExpansionPoint.requireOrder(anchor, this);
        ModelLossDraws drawn = new ModelLossDraws(parameters, draws, 0);
        if (hasGradient()) {
            LossFormula formula = new LossFormula.RowFormula(model, columns);
            LossColumns losses = new LossColumns(model, id, formula, 0, parameters.constrainedCount());
            return new ModelLossEvaluator(
                    new FormulaLosses(losses, FormulaLosses.VaryingInputs.NONE, drawn),
                    drawn,
                    anchor == null
                            ? null
                            : new FormulaLosses.ParameterExpansion(losses, parameters, anchor.point(), drawn));
        }
        return new ModelLossEvaluator(
                new ValueLosses(model, parameters, columns, drawn, anchor == null ? asDecomposedModel(model) : null),
                drawn,
                anchor == null
                        ? null
                        : new ValueLosses.DifferenceExpansion(model, parameters, columns, anchor.point(), drawn));
    }

    /** Response distributions of a row model that draws responses itself. */
    record RowModelResponses(RowModel model, Parameters parameters, int columns) implements ResponseDistributions {

        @Override
        public ResponseKind responseKind() {
            return model.refuse(0.5) != null ? ResponseKind.COUNTS : ResponseKind.NUMBERS;
        }

        @Override
        public int classCount() {
            return 0;
        }

        @Override
        public AtDraws atDraws(DenseKernel kernel, double[][] draws) {
            double[][] values = Arrays.stream(draws).map(parameters::constrain).toArray(double[][]::new);
            return new Rows(model, values, new RowCursor(columns));
        }

        private record Rows(RowModel model, double[][] parameters, RowCursor cursor) implements AtDraws {

            @Override
            public void moveTo(RowBlock rows, int from, int count) {
                cursor.moveTo(rows, from);
            }

            @Override
            public double expectedResponse(int row, int draw) {
                return ModelResponses.callUser(model, () -> model.mean(cursor.showRow(row), parameters[draw]));
            }

            @Override
            public double drawResponse(int row, int draw, RandomGenerator random) {
                return ModelResponses.checkedResponse(
                        model, () -> model.response(cursor.showRow(row), parameters[draw], RandomAdaptor.of(random)));
            }
        }
    }
}
