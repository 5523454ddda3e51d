package io.credence.loss;

import io.credence.data.RowBlock;
import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.DenseKernel;
import java.io.Serializable;
import org.hipparchus.random.RandomGenerator;

/**
 * Distributions of rows' responses given the parameters. Responses are drawn from them, and compared with those
 * observed.
 */
public interface ResponseDistributions extends Serializable {

    /** Kind of response. */
    enum ResponseKind {
        NUMBERS,
        COUNTS,
        CLASSES,
        ORDERED_CLASSES
    }

    /** Kind of these responses. */
    ResponseKind responseKind();

    /** Number of classes 0, 1, …; 0 where responses are numbers or counts. */
    int classCount();

    /** Whether responses can be drawn, by the model itself or from class probabilities. */
    default boolean hasDraws() {
        return true;
    }

    /** Whether responses are to be predicted, by their expectation or by their classes. */
    default boolean hasMeans() {
        return true;
    }

    /** Whether responses depend on a single linear predictor, which {@link AtDraws#predictor} returns. */
    default boolean hasPredictor() {
        return false;
    }

    /**
     * The distributions at draws, for one thread.
     *
     * @param draws draws of all parameters, one array each
     */
    AtDraws atDraws(DenseKernel kernel, double[][] draws);

    /** Response distributions of up to {@link PredictorChunk#CAPACITY} rows at every draw. */
    interface AtDraws {

        /** Moves to the given rows. */
        void moveTo(RowBlock block, int first, int rows);

        /** Expected response, where responses are numbers or counts; NaN where it has no formula. */
        default double expectedResponse(int row, int draw) {
            return Double.NaN;
        }

        /** Linear predictor of a distribution that has just one; NaN for others. */
        default double predictor(int row, int draw) {
            return Double.NaN;
        }

        /**
         * Adds to the linear predictors of a row at a draw, as an offset of that draw alone.
         *
         * @throws UnsupportedOperationException if there are no linear predictors
         */
        default void shiftPredictors(int row, int draw, double by) {
            throw new UnsupportedOperationException("the law has no linear predictor");
        }

        /**
         * A random response, where responses are numbers or counts.
         *
         * @param row number of the row among those moved to
         * @param draw number of the draw
         * @throws ResponseDrawException if a class of the user's fails to draw it
         */
        default double drawResponse(int row, int draw, RandomGenerator random) {
            throw new UnsupportedOperationException("responses are classes");
        }

        /** Whether the observed label is only a bound beyond which the response lies. */
        default boolean isBound(double label) {
            return false;
        }

        /** The observed response, or the bound on it. */
        default double observedResponse(double label) {
            return label;
        }

        /**
         * Computes the probability of each class, where responses are classes.
         *
         * @param shares takes the probabilities
         */
        default void writeClassProbabilities(int row, int draw, double[] shares) {
            throw new UnsupportedOperationException("responses are no classes");
        }
    }
}
