package io.credence.model;

import org.hipparchus.util.Binary64;
import org.hipparchus.util.Binary64Field;
import org.hipparchus.util.MathArrays;

/** Conversion of plain numbers to a number type of Hipparchus, for functions written for any number type. */
public final class Binary64Arrays {

    private Binary64Arrays() {}

    /** Converted numbers, one for each value. */
    public static Binary64[] toBinary64(double[] values) {
        Binary64[] numbers = MathArrays.buildArray(Binary64Field.getInstance(), values.length);
        for (int j = 0; j < numbers.length; j++) {
            numbers[j] = new Binary64(values[j]);
        }
        return numbers;
    }
}
