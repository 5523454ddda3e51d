package io.credence.example;

import io.credence.model.ModelOptions;
import io.credence.model.Parameter;
import io.credence.model.Series;
import io.credence.model.SeriesModel;
import java.util.List;
import java.util.Map;
import org.hipparchus.CalculusFieldElement;
import org.jspecify.annotations.Nullable;

/**
 * Heterogeneous autoregression of realised volatility (Corsi 2009). Labels v_t are positive volatilities, features are
 * not used, and log v_t ~ N(intercept + day · log v_{t−1} + week · log v̄_{t,5} + month · log v̄_{t,22}, scale²), where
 * v̄_{t,k} is the mean of the k labels before t. The first 22 labels are taken as given.
 *
 * <p>Option {@code log = false} leaves all logarithms out.
 */
public final class Har implements SeriesModel {

    private static final long serialVersionUID = 1;
    private static final int WEEK = 5;
    private static final int MONTH = 22;
    private static final double LOG_TWO_PI = Math.log(2 * Math.PI);

    private final boolean log;

    /** Creates the model without options. */
    public Har() {
        this(Map.of());
    }

    /** Creates the model with options. */
    public Har(Map<String, String> options) {
        this.log = ModelOptions.of(options, "log").flag("log", true);
    }

    @Override
    public List<Parameter> parameters(List<String> columns) {
        return List.of(
                Parameter.real("intercept"),
                Parameter.real("day"),
                Parameter.real("week"),
                Parameter.real("month"),
                Parameter.positive("scale"));
    }

    @Override
    public @Nullable String refuse(double label) {
        boolean good = Double.isFinite(label) && (!log || label > 0);
        return good ? null : log ? "must be positive" : "must be finite";
    }

    @Override
    public <T extends CalculusFieldElement<T>> T logLikelihood(Series series, T[] parameters) {
        T squares = parameters[0].newInstance(0);
        for (int t = MONTH; t < series.length(); t++) {
            T mean = parameters[0]
                    .add(parameters[1].multiply(logIfRequested(series.label(t - 1))))
                    .add(parameters[2].multiply(logIfRequested(mean(series, t, WEEK))))
                    .add(parameters[3].multiply(logIfRequested(mean(series, t, MONTH))));
            T deviation = mean.subtract(logIfRequested(series.label(t)));
            squares = squares.add(deviation.square());
        }
        int count = Math.max(0, series.length() - MONTH);
        T scale = parameters[4];
        return scale.log()
                .add(0.5 * LOG_TWO_PI)
                .multiply(-count)
                .subtract(squares.divide(scale.square()).multiply(0.5));
    }

    private double logIfRequested(double volatility) {
        return log ? Math.log(volatility) : volatility;
    }

    private static double mean(Series series, int t, int days) {
        double sum = 0;
        for (int lag = 1; lag <= days; lag++) {
            sum += series.label(t - lag);
        }
        return sum / days;
    }
}
