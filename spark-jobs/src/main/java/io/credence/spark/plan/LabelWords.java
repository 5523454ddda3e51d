package io.credence.spark.plan;

import io.credence.config.DataConfig;
import io.credence.spark.read.Table;
import io.credence.spark.row.DataException;
import io.credence.spark.row.LabelRule;
import io.credence.spark.row.NumberText;
import io.credence.spark.row.SqlText;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.functions;
import org.apache.spark.unsafe.types.UTF8String;

/** Classes that have words for labels: which words there are, in the order of the numbers that stand for them. */
final class LabelWords {

    private LabelWords() {}

    /**
     * The words of a column of labels; empty where they are numbers.
     *
     * @param first cells with content of the first rows; a column of numbers with a stray word after them is one of numbers
     * @throws DataException if there are more words than classes, or too few
     */
    static List<String> of(Table table, DataConfig config, String column, LabelRule rule, Stream<UTF8String> first) {
        int most = rule.mostClasses();
        if (first.noneMatch(cell -> Double.isNaN(NumberText.parse(cell)))) {
            return List.of();
        }
        TreeSet<String> words = new TreeSet<>();
        table.select(functions.col(SqlText.quoted(column)))
                .run((partition, rows) -> words(rows, most))
                .forEach(words::addAll);
        if (words.size() < 2 || words.size() > most) {
            throw new DataException(
                    "the words of label '" + column + "' are not the classes of " + rule.owner(),
                    most == 2 ? "two of them" : "two to " + most + " of them",
                    words.size() > most ? "more, " + String.join(", ", words) : String.join(", ", words),
                    table.where());
        }
        if (rule.isOrdered()
                && words.size() > 2
                && !config.predictors().reference().containsKey(column)) {
            throw new DataException(
                    "the order of the words of label '" + column + "' is not known",
                    "data.reference { " + column + " = \"" + String.join(" < ", words)
                            + "\" } in the order that is meant",
                    "none",
                    table.where());
        }
        return Levels.ordered(new ArrayList<>(words), column, config, table.where());
    }

    private static ArrayList<String> words(Iterator<InternalRow> rows, int most) {
        TreeSet<UTF8String> words = new TreeSet<>();
        while (rows.hasNext() && words.size() <= most) {
            InternalRow row = rows.next();
            if (!row.isNullAt(0)
                    && !words.contains(row.getUTF8String(0))
                    && !NumberText.isMissing(row.getUTF8String(0))) {
                words.add(row.getUTF8String(0).copy());
            }
        }
        ArrayList<String> texts = new ArrayList<>();
        words.forEach(word -> texts.add(word.toString()));
        return texts;
    }
}
