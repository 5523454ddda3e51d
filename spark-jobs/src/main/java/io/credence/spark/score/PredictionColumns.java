package io.credence.spark.score;

import io.credence.likelihood.Likelihood;
import io.credence.model.Model;
import io.credence.model.PredictorModel;
import io.credence.result.SavedPosterior;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.jspecify.annotations.Nullable;

/**
 * Columns that scoring adds to a row, each with a comment on what it holds.
 *
 * @param outcomeCount number of labels with a probability of their own; 0 of numbers
 * @param areClasses whether labels are classes, and not 0 and 1
 * @param haveClassWords whether classes are known by words
 */
public record PredictionColumns(int outcomeCount, boolean areClasses, boolean haveClassWords) {

    /**
     * Name of the column that says why a row has no predictions. It exists where rows with new levels are kept, not
     * refused.
     */
    public static final String UNSEEN = "unseen";

    /**
     * Name of the column that says why a row has no predictions. It exists where rows with missing or unusable cells are
     * kept, not refused.
     */
    public static final String MISSING = "missing";

    /** Name, in a scored file, of the column with the word of the most probable class. */
    private static final String WORD = "predictedLabel";

    /** Columns of a fit of a likelihood. */
    public static PredictionColumns of(Likelihood likelihood, boolean haveWords) {
        return new PredictionColumns(likelihood.outcomeCount(), likelihood.classCount() > 0, haveWords);
    }

    /**
     * Columns of a saved posterior.
     *
     * @param userModel class that was fitted; null where the posterior is of a likelihood
     */
    public static PredictionColumns of(SavedPosterior posterior, @Nullable Model userModel) {
        boolean words = !posterior.classNames().isEmpty();
        if (posterior.model().expression().isPresent()) {
            return new PredictionColumns(0, false, words);
        }
        return userModel == null ? of(posterior.model().likelihood(), words) : of(userModel, words);
    }

    /** Columns of a class of the user's. */
    public static PredictionColumns of(Model userModel, boolean haveWords) {
        int classes = userModel instanceof PredictorModel model ? model.classes() : 0;
        return new PredictionColumns(classes, classes > 0, haveWords);
    }

    /** All new columns, with one that holds all class probabilities. */
    public List<StructField> outputColumns(UnaryOperator<String> names) {
        return outputColumns(0, names);
    }

    /**
     * All new columns.
     *
     * @param probabilities number of columns for class probabilities; 0 for one column that holds them all
     * @param names name of a new column, by what it is called in a scored file
     */
    List<StructField> outputColumns(int probabilities, UnaryOperator<String> names) {
        List<StructField> all = new ArrayList<>();
        boolean binary = outcomeCount > 0 && !areClasses;
        String expected = binary ? "probability of label 1" : "expected response";
        all.add(number(names, "prediction", areClasses ? "most probable class" : expected));
        String none = areClasses ? "; empty: classes have none" : "";
        all.add(number(names, "predictionSd", "posterior standard deviation of the " + expected + none));
        all.add(number(names, "lower", "lower end of the central interval of the " + expected + none));
        all.add(number(names, "upper", "upper end of the central interval of the " + expected + none));
        if (outcomeCount == 0) {
            all.add(number(names, "responseSd", "standard deviation of a new response, noise included"));
            all.add(number(names, "responseLower", "lower end of the central interval of a new response"));
            all.add(number(names, "responseUpper", "upper end of the central interval of a new response"));
            return all;
        }
        if (probabilities == 0) {
            all.add(column(
                    names,
                    "probability",
                    DataTypes.createArrayType(DataTypes.DoubleType, false),
                    "probability of each class"));
        }
        for (int c = 0; c < probabilities; c++) {
            all.add(number(names, "probability_" + c, "probability of class " + c));
        }
        String best = "of the probability of the most probable class";
        all.add(number(names, "probabilitySd", "posterior standard deviation " + best));
        all.add(number(names, "probabilityLower", "lower end of the central interval " + best));
        all.add(number(names, "probabilityUpper", "upper end of the central interval " + best));
        if (haveClassWords) {
            all.add(column(names, WORD, DataTypes.StringType, "label of the most probable class"));
        }
        return all;
    }

    private static StructField number(UnaryOperator<String> names, String name, String comment) {
        return column(names, name, DataTypes.DoubleType, comment);
    }

    private static StructField column(UnaryOperator<String> names, String name, DataType type, String comment) {
        return DataTypes.createStructField(names.apply(name), type, true).withComment(comment);
    }
}
