package io.credence.formula;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Functions of two numbers x and z for a smooth surface (Wood, Scheipl and Faraway 2013): x, z and xz; what bends in x,
 * and that times z; what bends in z, and that times x; what bends in both. Each of the last three has a standard deviation
 * of its own. A number that multiplies what bends is in units of a third of its range or so: the sd of uniform numbers.
 *
 * @param first smooth of x
 * @param second smooth of z
 * @param names texts of x and z
 */
record SurfaceFunctions(SmoothBasis first, SmoothBasis second, List<String> names) implements SmoothFunctions {

    SurfaceFunctions {
        names = List.copyOf(names);
    }

    int size() {
        return (1 + first.size()) * (1 + second.size()) - 1;
    }

    @Override
    public List<PenalisedPart> penalisedParts() {
        int j = first.size() - 1;
        int k = second.size() - 1;
        return List.of(
                new PenalisedPart("." + names.get(0), range(3, 2 * j)),
                new PenalisedPart("." + names.get(1), range(3 + 2 * j, 2 * k)),
                new PenalisedPart("." + names.get(0) + ":" + names.get(1), range(3 + 2 * (j + k), j * k)));
    }

    private static int[] range(int from, int count) {
        return IntStream.range(from, from + count).toArray();
    }

    @Override
    public List<double[]> ranges() {
        List<double[]> both = new ArrayList<>(first.ranges());
        both.addAll(second.ranges());
        return both;
    }

    @Override
    public double[] valuesAt(double... numbers) {
        double[] x = first.valuesAt(numbers[0]);
        double[] z = second.valuesAt(numbers[1]);
        double[] all = new double[size()];
        all[0] = x[0];
        all[1] = z[0];
        all[2] = x[0] * z[0];
        int at = 3;
        for (double factor : new double[] {1, z[0] / unit(second)}) {
            for (int i = 1; i < x.length; i++) {
                all[at++] = factor * x[i];
            }
        }
        for (double factor : new double[] {1, x[0] / unit(first)}) {
            for (int i = 1; i < z.length; i++) {
                all[at++] = factor * z[i];
            }
        }
        for (int i = 1; i < x.length; i++) {
            for (int k = 1; k < z.length; k++) {
                all[at++] = x[i] * z[k];
            }
        }
        return all;
    }

    private static double unit(SmoothBasis of) {
        double[] range = of.ranges().get(0);
        return (range[1] - range[0]) / Math.sqrt(12);
    }
}
