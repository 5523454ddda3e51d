package io.credence.prior;

import io.credence.family.Blocks;
import io.credence.linalg.Symmetric;
import io.credence.random.AddressedRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Second derivatives of a prior: of its term by central differences of the gradient, good to about 1e-8 of its size. Columns that meet in
 * no row are differenced together (Curtis, Powell and Reid 1974); the few parameters that meet many others, such as the scale of a
 * hierarchy, are differenced alone, and their rows are known by symmetry. Which parameters meet is found at two fixed points. A
 * difference along all parameters at once tells where others meet, and all are then differenced one by one.
 */
public final class PriorCurvature {

    /** Step of differences, relative to the parameter. */
    private static final double STEP = 1e-4;
    /** Differences that are taken at a time. */
    private static final int TOGETHER = 64;
    /** Address of the points and the direction. */
    private static final long ADDRESS = 0x5e0a7c1d;

    private static final int POINTS = 2;
    private static final int FEW = 8;
    /** Share of the terms of a sum of differences, and share of a gradient, by which it may be off. */
    private static final double OFF = 1e-3;

    private static final double ROUNDING = 1e-9;

    private final Prior prior;
    private final int d;
    private final @Nullable Groups groups;

    /**
     * Columns that are differenced together.
     *
     * @param meets for each column, the rows where it is not 0
     * @param many columns that are differenced alone and whose rows are left out of the others
     * @param columns of each difference
     */
    private record Groups(BitSet[] meets, BitSet many, List<int[]> columns) {

        static Groups alone(int d) {
            BitSet all = new BitSet(d);
            all.set(0, d);
            BitSet[] meets = new BitSet[d];
            Arrays.fill(meets, all);
            return new Groups(
                    meets,
                    all,
                    IntStream.range(0, d).mapToObj(j -> new int[] {j}).toList());
        }

        static Groups of(BitSet[] meets) {
            int d = meets.length;
            double few = Math.max(FEW, Math.sqrt(d));
            BitSet many = new BitSet(d);
            List<int[]> columns = new ArrayList<>();
            for (int j = 0; j < d; j++) {
                if (meets[j].cardinality() > few) {
                    many.set(j);
                    columns.add(new int[] {j});
                }
            }
            List<BitSet> taken = new ArrayList<>();
            List<List<Integer>> together = new ArrayList<>();
            for (int j = many.nextClearBit(0); j < d; j = many.nextClearBit(j + 1)) {
                BitSet rows = (BitSet) meets[j].clone();
                rows.andNot(many);
                int g = 0;
                while (g < taken.size() && taken.get(g).intersects(rows)) {
                    g++;
                }
                if (g == taken.size()) {
                    taken.add(new BitSet(d));
                    together.add(new ArrayList<>());
                }
                taken.get(g).or(rows);
                together.get(g).add(j);
            }
            together.forEach(group ->
                    columns.add(group.stream().mapToInt(Integer::intValue).toArray()));
            return new Groups(meets, many, columns);
        }

        boolean areAlone() {
            return many.cardinality() == meets.length;
        }
    }

    /** That of a prior, whose term is looked at. */
    public PriorCurvature(Prior prior) {
        this.prior = prior;
        this.d = prior.dimension();
        this.groups = prior.term() == null ? null : Groups.of(meets());
    }

    /** ∇² log π(θ), d × d. */
    public double[] at(double[] theta) {
        double[] hessian = new double[d * d];
        if (groups != null) {
            hessian = ofTerm(theta, groups);
            if (!groups.areAlone() && !isAll(theta, hessian)) {
                hessian = ofTerm(theta, Groups.alone(d));
            }
        }
        double[] precision = Symmetric.unpack(prior.normal().within(Blocks.full(d)), d);
        for (int e = 0; e < hessian.length; e++) {
            hessian[e] -= precision[e];
        }
        return hessian;
    }

    private static double step(double[] theta, int j) {
        return STEP * Math.max(1, Math.abs(theta[j]));
    }

    /** What the term's gradient changes by from a step down to a step up of each group of columns. */
    private double[][] changes(double[] theta, List<int[]> columns) {
        double[][] changes = new double[columns.size()][d];
        for (int first = 0; first < changes.length; first += TOGETHER) {
            int end = Math.min(first + TOGETHER, changes.length);
            double[][] moved = new double[2 * (end - first)][];
            for (int at = 0; at < moved.length; at++) {
                moved[at] = theta.clone();
                for (int j : columns.get(first + at / 2)) {
                    moved[at][j] += at % 2 == 0 ? step(theta, j) : -step(theta, j);
                }
            }
            double[][] gradients = new double[moved.length][d];
            Objects.requireNonNull(prior.term()).addGradients(moved, gradients);
            for (int at = 0; at < moved.length; at += 2) {
                for (int i = 0; i < d; i++) {
                    changes[first + at / 2][i] = gradients[at][i] - gradients[at + 1][i];
                }
            }
        }
        return changes;
    }

    private BitSet[] meets() {
        BitSet[] meets = new BitSet[d];
        for (int j = 0; j < d; j++) {
            meets[j] = new BitSet(d);
            meets[j].set(j);
        }
        for (int point = 0; point < POINTS; point++) {
            double[] theta = new double[d];
            for (int j = 0; j < d; j++) {
                theta[j] = AddressedRandom.normal(ADDRESS, point, j);
            }
            double[][] changes = changes(theta, Groups.alone(d).columns());
            for (int j = 0; j < d; j++) {
                for (int i = 0; i < d; i++) {
                    if (changes[j][i] != 0) {
                        meets[j].set(i);
                        meets[i].set(j);
                    }
                }
            }
        }
        return meets;
    }

    private double[] ofTerm(double[] theta, Groups how) {
        double[] hessian = new double[d * d];
        double[][] changes = changes(theta, how.columns());
        for (int g = 0; g < changes.length; g++) {
            for (int j : how.columns().get(g)) {
                addColumn(how, j, changes[g], 2 * step(theta, j), hessian);
            }
        }
        return hessian;
    }

    /** Halves where the column of the other parameter says the same, whole where it was left out there. */
    private void addColumn(Groups how, int j, double[] change, double width, double[] hessian) {
        boolean many = how.many().get(j);
        for (int i = how.meets()[j].nextSetBit(0); i >= 0; i = how.meets()[j].nextSetBit(i + 1)) {
            if (many || !how.many().get(i)) {
                double share = many && !how.many().get(i) ? 1 : 0.5;
                hessian[i * d + j] += share * change[i] / width;
                hessian[j * d + i] += share * change[i] / width;
            }
        }
    }

    /** Whether a step of all parameters, each up or down, changes the gradient as the second derivatives have it. */
    private boolean isAll(double[] theta, double[] hessian) {
        double[] up = theta.clone();
        double[] down = theta.clone();
        double[] move = new double[d];
        for (int j = 0; j < d; j++) {
            move[j] = AddressedRandom.uniform(ADDRESS, POINTS, j) < 0.5 ? -step(theta, j) : step(theta, j);
            up[j] += move[j];
            down[j] -= move[j];
        }
        double[][] gradients = new double[2][d];
        Objects.requireNonNull(prior.term()).addGradients(new double[][] {up, down}, gradients);
        for (int i = 0; i < d; i++) {
            double expected = 0;
            double size = 0;
            for (int j = 0; j < d; j++) {
                expected += 2 * move[j] * hessian[i * d + j];
                size += 2 * Math.abs(move[j] * hessian[i * d + j]);
            }
            double found = gradients[0][i] - gradients[1][i];
            if (!(Math.abs(found - expected) <= OFF * size + ROUNDING * Math.max(1, Math.abs(gradients[0][i])))) {
                return false;
            }
        }
        return true;
    }
}
