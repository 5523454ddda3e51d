package io.credence.spark.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.testkit.TestSeed;
import java.util.Random;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;

class NumberTextTest {

    private static double parse(String text) {
        return NumberText.parse(UTF8String.fromString(text));
    }

    private static double parseCommas(String text) {
        return NumberText.parse(UTF8String.fromString(text), ',');
    }

    @Test
    void decimals_haveTheBitsOfParseDouble() {
        Random random = new Random(TestSeed.of("numbers"));
        for (int i = 0; i < 100_000; i++) {
            String text = (random.nextBoolean() ? "-" : "") + Math.abs(random.nextLong() >> random.nextInt(64)) + "."
                    + random.nextInt(1 << random.nextInt(31));
            assertEquals(Double.parseDouble(text), parse(text), 0.0, text);
            assertEquals(Double.parseDouble(text), parseCommas(text.replace('.', ',')), 0.0, text);
        }
        for (String text : new String[] {"0", "-0", ".5", "5.", "1e5", "+3", "1E-300", " 7 ", "123456789012345678"}) {
            assertEquals(Double.parseDouble(text), parse(text), 0.0, text);
            assertEquals(Double.parseDouble(text), parseCommas(text.replace('.', ',')), 0.0, text);
        }
    }

    @Test
    void textThatJavaAlone_takesForANumber_isNone() {
        for (String text : new String[] {"", "-", ".", "1d", "0x1p3", "NaN", "abc", "1,5", "--1", "1-2"}) {
            assertTrue(Double.isNaN(parse(text)), text);
        }
        for (String text : new String[] {"", "-", ",", "1.5", "1.", "1,5.0", "1,000,000", "1e5.", "abc"}) {
            assertTrue(Double.isNaN(parseCommas(text)), text);
        }
    }

    @Test
    void booleansAndInfinity_areRead() {
        assertEquals(1, parse("True"));
        assertEquals(0, parse("false"));
        assertEquals(Double.NEGATIVE_INFINITY, parse("-Infinity"));
    }
}
