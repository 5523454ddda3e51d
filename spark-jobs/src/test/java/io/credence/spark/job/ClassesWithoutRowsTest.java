package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of classes that the model or an order has, but no row. They keep their numbers, and so do the other labels. */
class ClassesWithoutRowsTest extends CommandLineContract {

    private static List<String> labelled(String labels) {
        String[] each = labels.split(" ");
        return rows("y,x", 60, i -> each[i % each.length] + "," + (i * 7 % 11 - 5) / 4.0);
    }

    private List<String> classes() throws IOException {
        JsonNode labels = posterior().at("/data/labels");
        List<String> all = new ArrayList<>();
        labels.forEach(label -> all.add(label.asText()));
        return all;
    }

    @ParameterizedTest
    @CsvSource({
        "ordinal, 1 2 3 5, 5, 1 2 3 4 5",
        "ordinal, 2 3 4 5, 5, 1 2 3 4 5",
        "softmax, 1 2 4, 4, 1 2 3 4",
        "ordinal, 3 4 6 7, 5, 3 4 5 6 7",
        "softmax, 0 1 3, 4, ''"
    })
    void statedClasses_areAllThere(String family, String labels, int stated, String expected) throws IOException {
        assertEquals(
                0,
                fit(family, labelled(labels), "model.classes=" + stated, "check.khat=false")
                        .status());
        assertEquals(stated, posterior().at("/model/classes").asInt());
        assertEquals(expected.isEmpty() ? List.of() : List.of(expected.split(" ")), classes());
    }

    @Test
    void otherGaps_areRefusedWithTheKey() throws IOException {
        fit("ordinal", labelled("7 8"), "model.classes=5")
                .refuses(3, "classes of label 'y' have no row", "data.reference");
        fit("softmax", labelled("a b c"), "model.classes=4").refuses(3, "data.reference", "a, b, c");
    }

    @Test
    void orderThatIsGiven_keepsAWordWithoutRows() throws IOException {
        fit(
                        "ordinal",
                        labelled("low mid high top"),
                        "data.reference.y=\"never < low < mid < high < top\"",
                        "check.khat=false")
                .notes("no row has the class never");
        assertEquals(List.of("never", "low", "mid", "high", "top"), classes());
        assertEquals(5, posterior().at("/model/classes").asInt());
        fit("ordinal", labelled("low mid"), "output.overwrite=true", "data.reference.y=\"low < midd\"")
                .refuses(3, "found: 'mid'");
        fit(
                        "ordinal",
                        labelled("low mid"),
                        "output.overwrite=true",
                        "model.classes=4",
                        "data.reference.y=\"low < mid < high\"")
                .refuses(3, "4 different classes in order");
    }

    @Test
    void responseAmongItsTerms_isRefused() throws IOException {
        for (String formula :
                List.of("y ~ y", "y ~ x + log(y)", "log(y) ~ x*y", "y ~ x + offset(y)", "y ~ x + (1 | y)")) {
            fit("gaussian", labelled("1 2 3 5"), "data.label=null", "output.overwrite=true", "formula=" + formula)
                    .refuses(2, "formula", "explains y by itself");
        }
        assertEquals(
                0,
                fit("gaussian", labelled("1 2 3 5"), "data.label=null", "formula=y ~ .")
                        .status());
    }
}
