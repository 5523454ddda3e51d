package io.credence.model;

import io.credence.part.Names;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/**
 * Places in θ of the coefficients of some linear predictors, predictor by predictor. A predictor may lack columns, of
 * which θ then holds no coefficient; products with rows are over all columns, with zeros in their place.
 */
public final class CoefficientPlaces implements Serializable {

    private static final long serialVersionUID = 1;

    private final int predictors;
    private final int columns;
    /** For each coefficient of θ the predictor and column that it is of, as predictor · columns + column. */
    private final int[] full;

    private CoefficientPlaces(int predictors, int columns, int[] full) {
        this.predictors = predictors;
        this.columns = columns;
        this.full = full;
    }

    /** Places of the coefficients of a model in which every predictor has all columns. */
    public static CoefficientPlaces ofAll(int predictors, int columns) {
        int[] all = new int[Math.multiplyExact(predictors, columns)];
        Arrays.setAll(all, j -> j);
        return new CoefficientPlaces(predictors, columns, all);
    }

    /**
     * Places of the coefficients of a model.
     *
     * @throws IllegalArgumentException if a predictor of the model has a column that is not there
     */
    public static CoefficientPlaces of(PredictorModel model, List<String> columns) {
        int predictors = model.predictors().size();
        int[] full = new int[Math.multiplyExact(predictors, columns.size())];
        int count = 0;
        for (int k = 0; k < predictors; k++) {
            List<String> named = model.columnsOf(model.predictors().get(k), columns);
            int[] positions = Names.indices(named, columns);
            for (int j = 0; j < positions.length; j++) {
                if (positions[j] < 0 || count == full.length) {
                    throw new IllegalArgumentException("model "
                            + model.getClass().getName() + " has the column "
                            + named.get(j) + " in its predictor "
                            + model.predictors().get(k)
                            + ": required columns of the rows, each once, found " + String.join(", ", columns));
                }
                full[count++] = k * columns.size() + positions[j];
            }
        }
        return new CoefficientPlaces(predictors, columns.size(), Arrays.copyOf(full, count));
    }

    public int predictors() {
        return predictors;
    }

    public int columns() {
        return columns;
    }

    /** Number of coefficients in θ. */
    public int count() {
        return full.length;
    }

    /** Whether every predictor has all columns in their order, so that θ is laid out as products are. */
    public boolean areAll() {
        for (int j = 0; j < full.length; j++) {
            if (full[j] != j) {
                return false;
            }
        }
        return full.length == predictors * columns;
    }

    /** Predictor and column of a coefficient, as predictor · columns + column. */
    public int position(int coefficient) {
        return full[coefficient];
    }

    /** Column that a coefficient is of. */
    public int column(int coefficient) {
        return full[coefficient] % columns;
    }

    /** Columns of a predictor, in the order of its coefficients. */
    public int[] columnsOf(int predictor) {
        return Arrays.stream(full)
                .filter(position -> position / columns == predictor)
                .map(position -> position % columns)
                .toArray();
    }

    /** Writes the coefficients of θ to their positions among those of all columns. */
    public void spread(double[] theta, double[] out, int at) {
        for (int j = 0; j < full.length; j++) {
            out[at + full[j]] = theta[j];
        }
    }

    /** Adds numbers for all columns to those of the coefficients in θ. */
    public void addFrom(double[] all, int at, double[] sums, int to) {
        for (int j = 0; j < full.length; j++) {
            sums[to + j] += all[at + full[j]];
        }
    }
}
