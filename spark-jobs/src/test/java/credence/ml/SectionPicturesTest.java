package credence.ml;

import static credence.ml.Flights.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.spark.ml.param.Param;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** Pictures that Python shows without matplotlib: of a fit, and of what Python made of one. */
class SectionPicturesTest {

    @Test
    void picturesOfAFit_areATable() {
        VariationalModel model = new VariationalMixedModel()
                .setFormula("delay ~ age + (1 | carrier)")
                .fit(ROWS);
        Map<String, String> pictures = model.option("output", "pictures").transform(ROWS).collectAsList().stream()
                .collect(Collectors.toMap(row -> row.getAs("picture"), row -> row.getAs("html")));
        assertTrue(pictures.keySet().containsAll(List.of("coefficients", "posterior", "levels")), pictures.toString());
        String levels = Objects.requireNonNull(pictures.get("levels"));
        assertTrue(levels.contains("<svg") && levels.contains("carrier"), levels);
    }

    @Test
    void picturesOfASection_areThoseOfItsJson() {
        Row found = drawn(
                "{\"name\": \"pictures\", \"title\": \"\", \"curves\": [{\"title\": \"by age\", \"number\": \"age\","
                        + " \"x\": [1, 2.5], \"estimate\": [0, 1], \"lower\": [-1, 0], \"upper\": [1, 2]}], \"intervals\": [{\"title\": \"\","
                        + " \"reference\": 0, \"intervals\": [{\"name\": \"north\", \"mean\": 1, \"lower\": 0, \"upper\": 2}]}]}");
        assertEquals(1, found.size());
        String html = found.getString(0);
        assertEquals(2, html.split("<svg", -1).length - 1, html);
        assertTrue(html.contains("by age") && html.contains("north"), html);
    }

    @Test
    void sectionThatCannotBeDrawn_isRefused() {
        for (String text :
                List.of("{", "{\"title\": \"no name\"}", "{\"name\": \"a\", \"title\": \"\", \"curves\": [{}]}")) {
            assertThrows(IllegalArgumentException.class, () -> drawn(text), text);
        }
    }

    private static Row drawn(String text) {
        SectionPictures pictures = new SectionPictures();
        @SuppressWarnings("unchecked") // Spark has Params by name without their type
        Param<String> section = (Param<String>) (Param<?>) pictures.getParam("section");
        pictures.set(section, text);
        return pictures.transform(ROWS).first();
    }
}
