package io.credence.report.page;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class TracePictureTest {

    private static String step(int iteration, String phase) {
        return "{\"iteration\":" + iteration + ",\"phase\":\"" + phase + "\",\"objective\":" + (9 - iteration) + "}\n";
    }

    @Test
    void pointsOfADesign_areNoCourse() {
        assertNotNull(TracePicture.of(step(1, "mode") + step(2, "mode") + step(3, "design")));
        assertNull(TracePicture.of(step(1, "mode") + step(2, "design") + step(3, "design")));
    }
}
