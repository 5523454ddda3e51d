package io.credence.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Axis of a picture, which maps numbers to positions on a linear or signed logarithmic scale. The latter is for numbers
 * of very different sizes, on both sides of 0.
 *
 * @param low number at {@code lowPosition}
 * @param high number at {@code highPosition}
 * @param lowPosition position of the lowest number
 * @param highPosition position of the highest number
 * @param linearUnit absolute value up to which the scale is nearly linear, and beyond which it is logarithmic; infinite
 *     for a linear axis
 */
record Axis(double low, double high, double lowPosition, double highPosition, double linearUnit) {

    /** Largest number of ticks of an axis with enough room. */
    private static final int MOST = 5;
    /** Width of a letter. */
    private static final double LETTER = 6;

    /**
     * Tick of an axis, with its number.
     *
     * @param position position of the tick
     * @param text text of the number
     */
    record Tick(double position, String text) {}

    /** Linear axis with some room beyond both ends. */
    static Axis linear(double low, double high, double from, double to) {
        double room = high > low ? 0.04 * (high - low) : Math.max(1e-9, 0.1 * Math.abs(high));
        return new Axis(low - room, high + room, from, to, Double.POSITIVE_INFINITY);
    }

    /** Linear axis without room beyond its ends. */
    static Axis withoutMargin(double low, double high, double from, double to) {
        return new Axis(low, high, from, to, Double.POSITIVE_INFINITY);
    }

    /** Axis that is logarithmic on both sides of 0, beyond absolute values of {@code unit}. */
    static Axis signedLog(double low, double high, double from, double to, double unit) {
        return new Axis(1.1 * low, 1.1 * high, from, to, unit);
    }

    private double transformed(double value) {
        double scaled = value / linearUnit;
        return Double.isInfinite(linearUnit)
                ? value
                : Math.signum(scaled) * Math.log(Math.abs(scaled) + Math.sqrt(scaled * scaled + 1));
    }

    /** Position of a number. A number beyond an end has the position of that end. */
    double position(double value) {
        double inside = Math.max(low, Math.min(high, value));
        return lowPosition
                + (highPosition - lowPosition)
                        * (transformed(inside) - transformed(low))
                        / (transformed(high) - transformed(low));
    }

    /** Whether a number lies on the axis. */
    boolean contains(double value) {
        return value >= low && value <= high;
    }

    /**
     * Ticks at round numbers: about five, or fewer where there is no room.
     *
     * @param least smallest difference between two ticks, such as 1 for counts
     */
    List<Tick> ticks(double least) {
        List<Tick> ticks = new ArrayList<>();
        if (Double.isFinite(linearUnit)) {
            for (double value : powerTicks()) {
                if (contains(value)) {
                    ticks.add(new Tick(position(value), tickText(value, value)));
                }
            }
            return ticks;
        }
        double step = Math.max(least, tickStep((high - low) / MOST));
        while (highPosition > lowPosition
                && step < high - low
                && (highPosition - lowPosition) * step / (high - low) < LETTER * (labelLength(step) + 1)) {
            step = tickStep(2 * step);
        }
        for (long k = (long) Math.ceil(low / step); k * step <= high; k++) {
            ticks.add(new Tick(position(k * step), tickText(k * step, step)));
        }
        return ticks;
    }

    private int labelLength(double step) {
        return Math.max(tickText(low, step).length(), tickText(high, step).length());
    }

    /**
     * Values of the ticks of a logarithmic axis: 0, and at most three powers of ten of either sign, none below the
     * unit.
     */
    private double[] powerTicks() {
        int least = (int) Math.ceil(Math.log10(linearUnit));
        int most = (int) Math.floor(Math.log10(Math.max(Math.abs(low), Math.abs(high))));
        int stride = Math.max(1, (int) Math.ceil((most - least + 1) / 3.0));
        List<Double> values = new ArrayList<>(List.of(0.0));
        for (int power = most; power >= least; power -= stride) {
            values.add(Math.pow(10, power));
            values.add(-Math.pow(10, power));
        }
        return values.stream().mapToDouble(each -> each).toArray();
    }

    private static double tickStep(double wide) {
        double power = Math.pow(10, Math.floor(Math.log10(wide)));
        double digit = wide / power;
        return power * (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10);
    }

    private static String tickText(double value, double step) {
        if (value == 0) {
            return "0";
        }
        double size = Math.abs(value);
        if (size >= 1e6 || size < 1e-4) {
            return String.format(Locale.ROOT, "%.3g", value).replaceFirst("\\.?0+e", "e");
        }
        int decimals = (int) Math.max(0, Math.ceil(-Math.log10(Math.abs(step)) - 1e-9));
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
