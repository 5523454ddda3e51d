package io.credence.example;

import io.credence.model.ModelOptions;
import io.credence.model.Parameter;
import io.credence.model.Row;
import io.credence.model.RowModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Quantile regression by asymmetric Laplace errors (Yu and Moyeed 2001). The linear predictor η is the q-quantile of
 * the label y: log p(y) = log q(1 − q) − log s − ρ(y − η)/s with the check function ρ(r) = r · (q − [r &lt; 0]) and the
 * scale s. The likelihood has a kink wherever a residual changes its sign, so the model gives values only.
 *
 * <p>Option {@code quantile}: q, between 0 and 1; 0.5, the median, unless given.
 */
public final class Asymmetric implements RowModel {

    private static final long serialVersionUID = 1;

    private final double quantile;

    /** Creates the model without options. */
    public Asymmetric() {
        this(Map.of());
    }

    /** Creates the model with options. */
    public Asymmetric(Map<String, String> options) {
        quantile = ModelOptions.of(options, "quantile").number("quantile", 0.5, 0, 1);
    }

    @Override
    public List<Parameter> parameters(List<String> columns) {
        List<Parameter> parameters = new ArrayList<>();
        columns.forEach(column -> parameters.add(Parameter.real(column)));
        parameters.add(Parameter.positive("scale"));
        return parameters;
    }

    @Override
    public double logLikelihood(Row row, double[] parameters) {
        double scale = parameters[row.columns()];
        double residual = row.label() - row.predictor(parameters);
        double check = residual * (residual < 0 ? quantile - 1 : quantile);
        return Math.log(quantile * (1 - quantile) / scale) - check / scale;
    }
}
