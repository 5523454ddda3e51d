package io.credence.loss;

import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import io.credence.loss.model.RowCursor;
import io.credence.model.Parameters;
import io.credence.model.RowResponses;
import java.util.Arrays;
import org.apache.commons.math3.random.RandomAdaptor;
import org.apache.commons.math3.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Response distributions of a row model that draws responses itself. */
record RowModelResponses(RowResponses model, Parameters parameters, int columns) implements ResponseDistributions {

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

    private static final class Rows implements AtDraws {

        private final RowResponses model;
        private final double[][] parameters;
        private final RowCursor cursor;
        private @Nullable RowBlock block;
        private int first;
        private int shown;

        Rows(RowResponses model, double[][] parameters, RowCursor cursor) {
            this.model = model;
            this.parameters = parameters;
            this.cursor = cursor;
        }

        @Override
        public void moveTo(RowBlock rows, int from, int count) {
            block = rows;
            first = from;
            shown = -1;
        }

        private RowCursor rowAt(int row) {
            if (block != null && shown != row) {
                cursor.moveTo(block, first + row);
                shown = row;
            }
            return cursor;
        }

        @Override
        public double expectedResponse(int row, int draw) {
            return ModelResponses.callUser(model, () -> model.mean(rowAt(row), parameters[draw]));
        }

        @Override
        public double drawResponse(int row, int draw, RandomGenerator random) {
            return ModelResponses.checkedResponse(
                    model, () -> model.response(rowAt(row), parameters[draw], RandomAdaptor.createAdaptor(random)));
        }
    }
}
