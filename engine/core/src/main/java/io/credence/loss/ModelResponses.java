package io.credence.loss;

import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.LogSums;
import io.credence.model.Binary64Arrays;
import io.credence.model.Model;
import io.credence.model.ModelFailure;
import io.credence.model.PredictorModel;
import java.util.Arrays;
import java.util.function.DoubleSupplier;
import org.hipparchus.random.RandomAdaptor;
import org.hipparchus.random.RandomGenerator;
import org.hipparchus.util.Binary64;
import org.jspecify.annotations.Nullable;

/**
 * Response distributions of a model of linear predictors. They are class probabilities, proportional to the model's
 * likelihood of each label, or draws by the model itself.
 */
record ModelResponses(PredictorModelLoss loss) implements ResponseDistributions {

    /** The distributions of the given loss; null where its model has no classes and neither draws nor predicts. */
    static @Nullable ModelResponses of(PredictorModelLoss loss) {
        PredictorModel model = loss.model();
        return model.classes() > 0 || model.drawsResponses() || model.predictsResponses()
                ? new ModelResponses(loss)
                : null;
    }

    @Override
    public boolean hasDraws() {
        return loss.model().drawsResponses() || loss.model().classes() > 0;
    }

    @Override
    public boolean hasMeans() {
        return loss.model().predictsResponses() || loss.model().classes() > 0;
    }

    @Override
    public ResponseKind responseKind() {
        PredictorModel model = loss.model();
        if (model.classes() > 0) {
            return model.isOrdered() ? ResponseKind.ORDERED_CLASSES : ResponseKind.CLASSES;
        }
        return model.refuse(0.5) != null ? ResponseKind.COUNTS : ResponseKind.NUMBERS;
    }

    @Override
    public int classCount() {
        return loss.model().classes();
    }

    @Override
    public AtDraws atDraws(DenseKernel kernel, double[][] draws) {
        double[][] extra = new double[draws.length][loss.extraParameters().constrainedCount()];
        for (int s = 0; s < draws.length; s++) {
            loss.extraParameters().constrain(draws[s], loss.extraOffset(), extra[s]);
        }
        PredictorsAtDraws eta = new PredictorsAtDraws(kernel, draws, loss.places(), loss.rowColumns(), 1);
        return loss.model().classes() == 0
                ? new DrawnResponseValues(loss.model(), eta, extra)
                : new Classes(
                        loss.model(),
                        eta,
                        Arrays.stream(extra).map(Binary64Arrays::toBinary64).toArray(Binary64[][]::new));
    }

    private record DrawnResponseValues(PredictorModel model, PredictorsAtDraws eta, double[][] extraParameters)
            implements AtDraws {

        @Override
        public void moveTo(RowBlock block, int first, int rows) {
            eta.moveTo(block, first, rows);
        }

        @Override
        public double expectedResponse(int row, int draw) {
            return callUser(
                    model, () -> model.mean(eta.rowColumns(row), eta.predictorsOf(row, draw), extraParameters[draw]));
        }

        @Override
        public double drawResponse(int row, int draw, RandomGenerator random) {
            return model.responseOf(ModelResponses.checkedResponse(
                    model,
                    () -> model.label(
                            eta.label(row),
                            eta.rowColumns(row),
                            eta.predictorsOf(row, draw),
                            extraParameters[draw],
                            RandomAdaptor.of(random))));
        }

        @Override
        public boolean isBound(double label) {
            return model.isBound(label);
        }

        @Override
        public double observedResponse(double label) {
            return model.responseOf(label);
        }
    }

    /** A response that a user's class draws, checked. */
    static double checkedResponse(Model model, DoubleSupplier drawn) {
        double response = callUser(model, drawn);
        String refusal = Double.isFinite(response) ? model.refuse(response) : "must be finite";
        if (refusal != null) {
            throw responseFailure(
                    model, "a label that the model takes (" + refusal + ")", String.valueOf(response), null);
        }
        return response;
    }

    /** A number that a user's class computes, with its failures reported. */
    static double callUser(Model model, DoubleSupplier number) {
        try {
            return number.getAsDouble();
        } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError failed) {
            throw responseFailure(model, "a number", ModelFailure.describe(model, failed), failed);
        }
    }

    private static ResponseDrawException responseFailure(
            Model model, String required, String found, @Nullable Throwable cause) {
        return new ResponseDrawException(
                "responses of " + model.getClass().getName() + " cannot be drawn: required " + required + ", found "
                        + found,
                cause);
    }

    private record Classes(PredictorModel model, PredictorsAtDraws eta, Binary64[][] extraParameters)
            implements AtDraws {

        @Override
        public void moveTo(RowBlock block, int first, int rows) {
            eta.moveTo(block, first, rows);
        }

        /** Writes class probabilities from the log likelihoods, normalised. A term left out of all of them cancels. */
        @Override
        public void writeClassProbabilities(int row, int draw, double[] shares) {
            Binary64[] predictors = Binary64Arrays.toBinary64(eta.predictorsOf(row, draw));
            double[] logs = new double[shares.length];
            for (int k = 0; k < logs.length; k++) {
                logs[k] = model.logLikelihood(k, eta.rowColumns(row), predictors, extraParameters[draw])
                        .getReal();
            }
            System.arraycopy(LogSums.softmax(logs), 0, shares, 0, shares.length);
        }
    }
}
