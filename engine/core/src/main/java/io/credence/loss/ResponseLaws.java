package io.credence.loss;

import io.credence.data.RowBlock;
import io.credence.likelihood.Chunk;
import io.credence.linalg.DenseKernel;
import java.io.Serializable;
import org.apache.commons.math3.random.RandomGenerator;

/** The laws of rows' responses given the parameters, by which responses are drawn and set against those observed. */
public interface ResponseLaws extends Serializable {

    /** What responses are. */
    enum Kind {
        NUMBERS,
        COUNTS,
        CLASSES,
        ORDERED_CLASSES
    }

    /** What they are here. */
    Kind kind();

    /** Number of classes 0, 1, …; 0 where responses are numbers or counts. */
    int classes();

    /** Whether they depend on one linear predictor alone, which {@link AtDraws#predictor} then is. */
    default boolean hasPredictor() {
        return false;
    }

    /**
     * A worker for one thread.
     *
     * @param draws of all parameters, one array each
     */
    AtDraws at(DenseKernel kernel, double[][] draws);

    /** The laws of up to {@link Chunk#CAPACITY} rows at every draw. */
    interface AtDraws {

        /** Takes these rows. */
        void moveTo(RowBlock block, int first, int rows);

        /** Expected response, where responses are numbers or counts; NaN where it has no formula. */
        default double mean(int row, int draw) {
            return Double.NaN;
        }

        /** Linear predictor of a law that has just one; NaN of others. */
        default double predictor(int row, int draw) {
            return Double.NaN;
        }

        /**
         * Adds to the linear predictors of a row at a draw, as an offset of that draw alone.
         *
         * @throws UnsupportedOperationException if there are none
         */
        default void shift(int row, int draw, double by) {
            throw new UnsupportedOperationException("the law has no linear predictor");
        }

        /**
         * A response, where responses are numbers or counts.
         *
         * @param row number of the row among those taken
         * @param draw number of the draw
         * @throws UndrawnResponseException if a class of the user's fails to draw it
         */
        default double response(int row, int draw, RandomGenerator random) {
            throw new UnsupportedOperationException("responses are classes");
        }

        /** Whether the observed response is a bound alone, beyond which the response lies. */
        default boolean isBound(double label) {
            return false;
        }

        /** The observed response, or that bound. */
        default double observed(double label) {
            return label;
        }

        /**
         * Probability of each class, where responses are classes.
         *
         * @param shares to be filled
         */
        default void shares(int row, int draw, double[] shares) {
            throw new UnsupportedOperationException("responses are no classes");
        }
    }
}
