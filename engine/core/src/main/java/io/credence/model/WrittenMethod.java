package io.credence.model;

import java.util.random.RandomGenerator;
import org.hipparchus.CalculusFieldElement;

/** Method that a user's class may write or leave as it is in its interface. */
enum WrittenMethod {
    PRIOR(Model.class, "logPrior", double[].class),
    PRIOR_FORMULA(Model.class, "logPrior", CalculusFieldElement[].class),
    ROW_VALUE(RowModel.class, "logLikelihood", Row.class, double[].class),
    ROW_FORMULA(RowModel.class, "logLikelihood", Row.class, CalculusFieldElement[].class),
    ROW_RESPONSE(RowModel.class, "response", Row.class, double[].class, RandomGenerator.class),
    SERIES_VALUE(SeriesModel.class, "logLikelihood", Series.class, double[].class),
    SERIES_FORMULA(SeriesModel.class, "logLikelihood", Series.class, CalculusFieldElement[].class),
    PREDICTOR_RESPONSE(PredictorModel.class, "response", double[].class, double[].class, RandomGenerator.class);

    private final Class<? extends Model> owner;
    private final String method;
    private final Class<?>[] arguments;

    WrittenMethod(Class<? extends Model> owner, String method, Class<?>... arguments) {
        this.owner = owner;
        this.method = method;
        this.arguments = arguments;
    }

    /** Whether the class of a model, or one of its other supertypes, writes the method. */
    boolean isIn(Model model) {
        try {
            return model.getClass().getMethod(method, arguments).getDeclaringClass() != owner;
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(model.getClass().getName() + " must be a " + owner.getSimpleName(), e);
        }
    }

    /**
     * Requires that a model writes the log-likelihood of its interface in one of its two forms.
     *
     * @throws IllegalArgumentException if it writes neither
     */
    static void requireLikelihood(Model model) {
        if (model instanceof RowModel rows && !rows.hasFormula()) {
            ROW_VALUE.require(model, ROW_FORMULA);
        }
        if (model instanceof SeriesModel series && !series.hasFormula()) {
            SERIES_VALUE.require(model, SERIES_FORMULA);
        }
    }

    private void require(Model model, WrittenMethod other) {
        if (!isIn(model)) {
            throw new IllegalArgumentException("model class " + model.getClass().getName() + " must write "
                    + other.signature() + " as a formula, or " + signature() + " for values alone, but writes neither");
        }
    }

    /** Failure of a call of the method where a model does not write it. */
    UnsupportedOperationException absence(Model model) {
        return new UnsupportedOperationException(
                "model " + model.getClass().getName() + " must write " + signature() + " but does not");
    }

    /** Name and arguments of the method, as messages show them. */
    String signature() {
        StringBuilder list = new StringBuilder();
        for (Class<?> argument : arguments) {
            list.append(list.isEmpty() ? "" : ", ")
                    .append(argument == CalculusFieldElement[].class ? "T[]" : argument.getSimpleName());
        }
        return method + "(" + list + ")";
    }
}
