package io.credence.spark.job.round;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.ConfigurationException;
import org.junit.jupiter.api.Test;

class RoundTableTest {

    @Test
    void rowsBeyondTheHeap_areRefusedBeforeTheyAreCollected() {
        RoundTable.requireRoom(1 << 20, 1 << 27, 16, 1 << 28);
        String refusal = String.valueOf(
                assertThrows(ConfigurationException.class, () -> RoundTable.requireRoom(1 << 20, 1 << 30, 16, 1 << 30))
                        .getMessage());
        assertTrue(refusal.contains("at least 1.1 GB of heap"), refusal);
        assertTrue(refusal.contains("found 1.0 GB for 1048576 rows of 16 columns"), refusal);
    }
}
