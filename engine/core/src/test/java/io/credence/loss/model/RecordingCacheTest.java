package io.credence.loss.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.credence.data.DenseBlock;
import io.credence.data.RowAttributes;
import io.credence.data.RowBlock;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RecordingCacheTest {

    private final UUID one = UUID.randomUUID();
    private final UUID other = UUID.randomUUID();
    private final RowBlock first = block();
    private final RowBlock second = block();
    private final RecordingCache<String> cache = new RecordingCache<>(String::length, 5);

    private static RowBlock block() {
        return new DenseBlock(RowAttributes.ofLabels(0), 1, new double[1]);
    }

    @Test
    void recordingsBeyondTheLimit_areNotKept() {
        cache.store(one, first, 0, "abc");
        cache.store(one, second, 0, "abc");
        assertEquals("abc", cache.find(one, first, 0));
        assertNull(cache.find(one, second, 0));
        cache.store(one, second, 7, "de");
        assertEquals("de", cache.find(one, second, 7));
    }

    @Test
    void anotherLoss_takesThePlaceOfTheFirst() {
        cache.store(one, first, 0, "abcde");
        cache.store(other, first, 0, "vwxyz");
        assertEquals("vwxyz", cache.find(other, first, 0));
        assertNull(cache.find(one, first, 0));
        cache.store(one, second, 0, "abcde");
        assertEquals("abcde", cache.find(one, second, 0));
    }

    @Test
    void recordingThatReplacesAnother_countsOnce() {
        cache.store(one, first, 0, "abcd");
        cache.store(one, first, 0, "vwxyz");
        assertEquals("vwxyz", cache.find(one, first, 0));
        cache.store(one, second, 0, "a");
        assertNull(cache.find(one, second, 0));
    }

    @Test
    void blocksThatAreDropped_makeRoom() throws InterruptedException {
        for (int i = 0; i < 5; i++) {
            cache.store(one, block(), 0, "a");
        }
        for (int i = 0; i < 100 && cache.find(one, first, 0) == null; i++) {
            System.gc();
            Thread.sleep(10);
            cache.store(one, first, 0, "abcde");
        }
        assertEquals("abcde", cache.find(one, first, 0));
    }
}
