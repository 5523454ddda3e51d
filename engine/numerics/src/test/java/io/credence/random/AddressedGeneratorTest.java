package io.credence.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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

    /** Numbers of the generator that came before. */
    @Test
    void everyKindOfNumber_hasItsBits() {
        random.moveTo(3, 1, 2).moveToWord(5);
        assertEquals(0.029500064813490656, random.nextDouble());
        assertEquals(-1.3137088054812431, random.nextGaussian());
        assertEquals(-0.15289527593548913, random.nextGaussian());
        assertEquals(-0.20535053469890457, random.nextGaussian());
        assertEquals(1626803271, random.nextInt());
        assertEquals(10, random.nextInt(64));
        assertEquals(868, random.nextInt(1000));
        assertEquals(-7321358123497737780L, random.nextLong());
        assertEquals(669646456356L, random.nextLong(1_000_000_000_000L));
        assertFalse(random.nextBoolean());
        assertTrue(random.nextBoolean());
        assertEquals(0.01742649f, random.nextFloat());
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
