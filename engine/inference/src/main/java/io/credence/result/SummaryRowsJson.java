package io.credence.result;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.credence.summary.SummaryRow;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Reader and writer of posterior summaries as parallel lists: names, means, sds and so on. */
final class SummaryRowsJson {

    private SummaryRowsJson() {}

    static ObjectNode write(ObjectNode object, List<SummaryRow> rows) {
        ArrayNode names = object.putArray("names");
        rows.forEach(row -> names.add(row.name()));
        addNumbers(object.putArray("mean"), rows, SummaryRow::mean);
        addNumbers(object.putArray("sd"), rows, SummaryRow::sd);
        addNumbers(object.putArray("q05"), rows, SummaryRow::lower);
        addNumbers(object.putArray("q95"), rows, SummaryRow::upper);
        ArrayNode positive = object.putArray("positive");
        for (SummaryRow row : rows) {
            if (Double.isNaN(row.positiveProbability())) {
                positive.addNull();
            } else {
                positive.add(row.positiveProbability());
            }
        }
        return object;
    }

    /** Writes summaries together with the exponentials of the mean and of the ends of the interval. */
    static void writeWithRatios(ObjectNode object, List<SummaryRow> rows) {
        write(object, rows);
        addNumbers(object.putArray("ratio"), rows, row -> row.exponential().value());
        addNumbers(object.putArray("ratioQ05"), rows, row -> row.exponential().lower());
        addNumbers(object.putArray("ratioQ95"), rows, row -> row.exponential().upper());
    }

    /** Reads summaries; returns an empty list where there are none. */
    static List<SummaryRow> read(JsonCursor cursor) {
        if (!cursor.isPresent()) {
            return List.of();
        }
        List<String> names = cursor.child("names").texts();
        int count = names.size();
        double[] mean = cursor.child("mean").numbersAndInfinities(count);
        double[] sd = cursor.child("sd").numbersAndInfinities(count);
        double[] lower = cursor.child("q05").numbersAndInfinities(count);
        double[] upper = cursor.child("q95").numbersAndInfinities(count);
        boolean signed = cursor.child("positive").isPresent();
        List<JsonCursor> positive = signed ? cursor.child("positive").elements(count) : List.of();
        return IntStream.range(0, count)
                .mapToObj(k -> new SummaryRow(
                        names.get(k),
                        mean[k],
                        sd[k],
                        lower[k],
                        upper[k],
                        signed ? positive.get(k).number(Double.NaN) : Double.NaN))
                .toList();
    }

    private static void addNumbers(ArrayNode array, List<SummaryRow> rows, ToDoubleFunction<SummaryRow> number) {
        rows.forEach(row -> array.add(number.applyAsDouble(row)));
    }
}
