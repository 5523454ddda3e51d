package io.credence.report.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Numbers of a posterior and what a page shows of them. */
final class PageNumbers {

    private PageNumbers() {}

    /** Checks a shown number against its value, to the digits that are shown. */
    static void assertShown(double value, String shown) {
        int point = shown.indexOf('.');
        double unit = Math.pow(10, point < 0 ? 0 : point + 1 - shown.length());
        assertEquals(value, Double.parseDouble(shown.replace(",", "")), 0.5001 * unit, shown);
    }

    static ObjectNode object(ObjectNode posterior, String name) {
        return (ObjectNode) posterior.path(name);
    }
}
