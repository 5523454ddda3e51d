package io.credence.state;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.checkpoint.StateReader;
import io.credence.checkpoint.StateWriter;
import io.credence.testkit.TestSeed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StateCodecTest {

    private enum Word {
        ONE,
        OTHER {
            @Override
            public String toString() {
                return "with a body";
            }
        }
    }

    private record Inner(double[] numbers, int[] places) {
        Inner {
            if (numbers.length == 0) {
                throw new IllegalArgumentException("no numbers");
            }
        }
    }

    private record All(
            boolean flag,
            int whole,
            long wide,
            double number,
            @Nullable Double boxed,
            String text,
            Word word,
            Inner inner,
            List<Object> list,
            Object other) {}

    private record Holder(Object content) {}

    private static final Inner INNER = new Inner(new double[] {-0.0, Double.MIN_VALUE, Math.PI}, new int[] {3, -1});
    private static final All ALL = new All(
            true,
            -7,
            Long.MIN_VALUE,
            Double.NaN,
            null,
            "é \"x\"",
            Word.OTHER,
            INNER,
            Arrays.asList(1.5, null, "b", List.of()),
            INNER);

    private static String refusal(byte[] bytes) {
        return String.valueOf(assertThrows(IOException.class, () -> StateReader.read(bytes, Holder.class))
                .getMessage());
    }

    @Test
    void everyValue_comesBackToTheSameBits() throws IOException {
        All read = StateReader.read(StateWriter.write(ALL), All.class);
        assertTrue(read.flag);
        assertEquals(-7, read.whole);
        assertEquals(Long.MIN_VALUE, read.wide);
        assertTrue(Double.isNaN(read.number));
        assertNull(read.boxed);
        assertEquals(ALL.text, read.text);
        assertSame(Word.OTHER, read.word);
        assertArrayEquals(INNER.numbers, read.inner.numbers);
        assertEquals(-0.0, read.inner.numbers[0]);
        assertArrayEquals(INNER.places, read.inner.places);
        assertEquals(ALL.list, read.list);
        assertSame(read.inner, read.other, "what was one value is one value again");
        assertArrayEquals(StateWriter.write(ALL), StateWriter.write(read));
    }

    @Test
    void whatIsNoState_isNotWritten() {
        for (Object content :
                List.of(new Object(), new StringBuilder(), java.util.Map.of(), new byte[1], Runnable.class)) {
            assertThrows(IllegalArgumentException.class, () -> StateWriter.write(new Holder(content)));
        }
    }

    /** A file can name nothing but records and enums of this engine, whatever stands on the class path. */
    @Test
    void otherClasses_areNotMade() {
        for (String name : List.of(
                "java.io.File",
                "java.util.ArrayList",
                "javax.script.ScriptEngineManager",
                "io.credence.checkpoint.StateReader",
                "io.credence.random.AddressedRandom",
                "io.credence.no.Such")) {
            byte[] bytes = StateWriter.write(new Holder(1));
            byte[] old = Holder.class.getName().getBytes(StandardCharsets.UTF_8);
            byte[] other = name.getBytes(StandardCharsets.UTF_8);
            java.nio.ByteBuffer changed = java.nio.ByteBuffer.allocate(bytes.length - old.length + other.length);
            changed.put(bytes, 0, 5)
                    .putInt(other.length)
                    .put(other)
                    .put(bytes, 9 + old.length, bytes.length - 9 - old.length);
            assertTrue(refusal(changed.array()).contains(name), refusal(changed.array()));
        }
    }

    @Test
    void aRecordThatItsConstructorRefuses_isRefused() throws IOException {
        byte[] bytes = StateWriter.write(new Holder(new Inner(new double[] {1}, new int[0])));
        // The length of the numbers, and the numbers.
        int at = bytes.length - 5 - 8 - 4;
        java.nio.ByteBuffer changed = java.nio.ByteBuffer.allocate(bytes.length - 8);
        changed.put(bytes, 0, at).putInt(0).put(bytes, at + 12, bytes.length - at - 12);
        assertTrue(refusal(changed.array()).contains("no numbers"), refusal(changed.array()));
        assertTrue(refusal(StateWriter.write(INNER)).contains("a Holder and nothing behind it"));
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
        assertTrue(refusal(longer).contains("nothing behind it"));
    }

    /** Cut off anywhere, or with any byte changed, it ends in a refusal or a value: in no Error, and with no memory spent. */
    @Test
    void damagedBytes_areRefusedOrRead() {
        byte[] bytes = StateWriter.write(ALL);
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThrows(IOException.class, () -> StateReader.read(cut, All.class));
        }
        SplittableRandom random = new SplittableRandom(TestSeed.of("damaged bytes"));
        for (int i = 0; i < 5_000; i++) {
            byte[] damaged = bytes.clone();
            damaged[random.nextInt(bytes.length)] = (byte) random.nextInt();
            try {
                StateReader.read(damaged, All.class);
            } catch (IOException refused) {
                assertTrue(refused.getMessage() == null || !refused.getMessage().isEmpty());
            }
        }
    }
}
