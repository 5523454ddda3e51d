package io.credence.result.section;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.credence.diagnostic.LeaveOneOut;
import io.credence.diagnostic.LeaveOneOut.Estimate;
import io.credence.diagnostic.LeaveOneOut.Precision;
import io.credence.diagnostic.LeftOutRow;
import io.credence.diagnostic.LeftOutSummary;
import io.credence.diagnostic.RowKey;
import io.credence.result.PointwiseTable;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeaveOneOutSectionTest {

    private static final LeftOutRow ROW = new LeftOutRow(17, -2.5, 1, -1.0 / 3, 0.71);
    private static final LeftOutRow WEIGHED = new LeftOutRow(3, 1, 2, -7.25, -0.1);
    private static final LeftOutRow KEYED = new LeftOutRow(8, 1, 1, -8.5, 0.3, new RowKey("a \"b\"", 0));
    private static final LeftOutRow ALIKE = new LeftOutRow(9, 1, 1, -8.25, 0.2, new RowKey("17", 3));

    private static LeaveOneOut found(double share, double elpd) {
        return new LeaveOneOut(
                new Estimate(elpd, 11.2),
                new Estimate(5.5, 0.4),
                new Estimate(-420.25, 11.1),
                new Estimate(5.25, 0.3),
                new Precision(0.2, share < 1 ? 0.7 : 0, 1000),
                2.0 / 3,
                new LeftOutSummary(
                        753, share, 2, 0.71, List.of(ROW, WEIGHED), List.of(WEIGHED, KEYED, ALIKE), List.of()));
    }

    private static ObjectNode written(LeaveOneOut found) {
        return SectionMapper.toNode(LeaveOneOutSection.of(found));
    }

    private static LeaveOneOut read(ObjectNode object) {
        return SectionMapper.read(object, LeaveOneOutSection.class).leaveOneOut();
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 0.25})
    void whatIsWritten_isReadToTheSameBits(double share) {
        LeaveOneOut found = found(share, -421.5);
        ObjectNode object = written(found);
        assertEquals(found, read(object));
        assertEquals(share < 1, object.has("samplingError"));
        assertEquals(843, object.path("looic").asDouble());
        assertFalse(object.at("/influential/0").has("weight"));
        assertEquals(2, object.at("/influential/1/weight").asInt());
        assertFalse(object.at("/influential/0").has("key"));
        assertEquals("a \"b\"", object.at("/surprising/1/key").asText());
        assertFalse(object.at("/surprising/1").has("alike"));
        assertEquals(3, object.at("/surprising/2/alike").asInt());
    }

    @Test
    void whatIsNotFinite_isAbsent() {
        ObjectNode object = written(found(1, Double.NEGATIVE_INFINITY));
        assertFalse(object.has("elpd") || object.has("looic"));
        assertTrue(Double.isNaN(read(object).elpd().value()));
    }

    @Test
    void changedSection_isRefusedWithItsPlace() {
        ObjectNode object = written(found(1, -1)).put("draws", "many");
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> read(object));
        assertTrue(refused.getMessage().startsWith("draws has the wrong type"), refused.getMessage());
    }

    @Test
    void table_isReadToTheSameBits() {
        List<LeftOutRow> rows = List.of(ROW, WEIGHED, new LeftOutRow(4, 0, 1, Double.NEGATIVE_INFINITY, Double.NaN));
        assertEquals(rows, PointwiseTable.parse(PointwiseTable.text(rows)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "row,elpd\n1,2\n",
                "row,label,weight,elpd,khat\n1,2,3\n",
                "row,label,weight,elpd,khat\na,1,1,1,1\n"
            })
    void otherTable_isRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> PointwiseTable.parse(text));
    }
}
