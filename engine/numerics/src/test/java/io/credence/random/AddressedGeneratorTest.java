package io.credence.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class AddressedGeneratorTest {

    private final AddressedGenerator random = new AddressedGenerator();

    /** A sampler that rejects more here moves no number there. */
    @Test
    void numbersAtAnAddress_areTheSameHoweverManyWereUsedBefore() {
        random.moveTo(3, 1, 2);
        double[] first = {random.moveToWord(5).nextDouble(), random.nextGaussian(), random.nextDouble()};
        random.moveTo(3, 1, 2);
        for (int i = 0; i < 17; i++) {
            random.moveToWord(4).nextGaussian();
        }
        random.moveToWord(5);
        assertEquals(first[0], random.nextDouble());
        assertEquals(first[1], random.nextGaussian());
        assertEquals(first[2], random.nextDouble());
        assertNotEquals(first[0], random.moveToWord(6).nextDouble());
        assertNotEquals(first[0], random.moveTo(4, 1, 2).moveToWord(5).nextDouble());
    }

    /** From an implementation in Python, the normal quantiles from mpmath with 40 digits. */
    @Test
    void everyKindOfNumber_hasItsBits() {
        random.moveTo(3, 1, 2).moveToWord(5);
        assertEquals(0.029500064813490656, random.nextDouble());
        assertEquals(0.0462392000385594099, random.nextGaussian(), 1e-16);
        assertEquals(0.981943957755908664, random.nextGaussian(), 4e-16);
        assertEquals(-0.209504613859907927, random.nextGaussian(), 1e-16);
        assertEquals(-610962268, random.nextInt());
        assertEquals(26, random.nextInt(64));
        assertEquals(35, random.nextInt(1000));
        assertEquals(-549654237823049422L, random.nextLong());
        assertEquals(421522786994L, random.nextLong(1_000_000_000_000L));
        assertTrue(random.nextBoolean());
        assertTrue(random.nextBoolean());
        assertEquals(0.68553448f, random.nextFloat());
    }

    @Test
    void uniformNumbers_areEven() {
        int count = 100_000;
        double sum = 0;
        double square = 0;
        for (int i = 0; i < count; i++) {
            double u = random.moveTo(1, i / 100).moveToWord(i % 100).nextDouble() - 0.5;
            sum += u / count;
            square += u * u / count;
        }
        assertEquals(0, sum, 5 * Math.sqrt(1 / (12.0 * count)));
        assertEquals(1 / 12.0, square, 5 * Math.sqrt(1 / (180.0 * count)));
    }
}
