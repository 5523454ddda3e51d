package io.credence.benchmark;

import io.credence.model.Parameter;
import io.credence.model.PredictorModel;
import io.credence.model.Row;
import io.credence.model.RowModel;
import io.credence.model.Series;
import io.credence.model.SeriesModel;
import java.util.List;
import org.hipparchus.CalculusFieldElement;

/** Models that look at the value of a number and do nothing with it, so that they are differentiated number by number. */
final class NumberByNumber {

    private NumberByNumber() {}

    private static <T extends CalculusFieldElement<T>> T looked(T number) {
        return Double.isNaN(number.getReal()) ? number.newInstance(Double.NaN) : number;
    }

    /** A predictor model as it was. */
    record OfPredictors(PredictorModel model) implements PredictorModel {
        @Override
        public List<String> predictors() {
            return model.predictors();
        }

        @Override
        public List<Parameter> extra() {
            return model.extra();
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(double label, T[] predictors, T[] extra) {
            return looked(model.logLikelihood(label, predictors, extra));
        }
    }

    /** A row model as it was. */
    record OfRows(RowModel model) implements RowModel {
        @Override
        public List<Parameter> parameters(List<String> columns) {
            return model.parameters(columns);
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(Row row, T[] parameters) {
            return looked(model.logLikelihood(row, parameters));
        }
    }

    /** A series model as it was. */
    record OfSeries(SeriesModel model) implements SeriesModel {
        @Override
        public List<Parameter> parameters(List<String> columns) {
            return model.parameters(columns);
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(Series series, T[] parameters) {
            return looked(model.logLikelihood(series, parameters));
        }
    }
}
