package io.credence.statistics;

import org.jspecify.annotations.Nullable;

/** Sums over rows at draws: for every draw the loss and, where requested, its gradient. */
public final class DrawSums implements Sums<DrawSums> {

    private static final long serialVersionUID = 1;

    private long rows;
    private double weight;
    private double risk;
    private final double[] losses;
    private final double[] gradients;
    private final double[] curvature;
    private @Nullable NonFiniteValue nonFinite;

    /**
     * Zero sums.
     *
     * @param draws number of draws S
     * @param gradientLength S·d for a gradient per draw, 2·d·replicates for folded ones, 0 for none
     */
    public DrawSums(int draws, int gradientLength) {
        this(draws, gradientLength, 0);
    }

    /**
     * Zero sums with second derivatives.
     *
     * @param curvatureLength d(d + 1)/2, or 0 for no second derivatives
     */
    public DrawSums(int draws, int gradientLength, int curvatureLength) {
        this.curvature = new double[curvatureLength];
        this.losses = new double[draws];
        this.gradients = new double[gradientLength];
    }

    /** Adds to the number of rows and their weight. */
    public void addRowCount(long more, double moreWeight) {
        rows += more;
        weight += moreWeight;
    }

    /** Adds risks of rows. */
    public void addRisk(double more) {
        risk += more;
    }

    /** Records the first number that was not finite. */
    public void report(NonFiniteValue found) {
        if (nonFinite == null) {
            nonFinite = found;
        }
    }

    @Override
    public void merge(DrawSums other) {
        rows += other.rows;
        weight += other.weight;
        risk += other.risk;
        for (int s = 0; s < losses.length; s++) {
            losses[s] += other.losses[s];
        }
        for (int j = 0; j < gradients.length; j++) {
            gradients[j] += other.gradients[j];
        }
        addCurvature(other.curvature);
        if (nonFinite == null) {
            nonFinite = other.nonFinite;
        }
    }

    /** Copies in the losses of some draws, which were summed over the same rows as the other draws' losses. */
    public void put(int firstDraw, DrawSums some) {
        System.arraycopy(some.losses, 0, losses, firstDraw, some.losses.length);
        rows = some.rows;
        weight = some.weight;
        if (nonFinite == null) {
            nonFinite = some.nonFinite;
        }
    }

    /** Adds packed second derivatives. */
    public void addCurvature(double[] more) {
        for (int at = 0; at < curvature.length; at++) {
            curvature[at] += more[at];
        }
    }

    /** Number of rows. */
    public long rows() {
        return rows;
    }

    /** Sum of the rows' weights. */
    public double weight() {
        return weight;
    }

    /** Weighted sum of the rows' risks over the draws, nats; 0 if none were requested. */
    public double totalRisk() {
        return risk;
    }

    /** Weighted loss at each draw, nats. */
    public double[] losses() {
        return losses;
    }

    /** Gradients of {@link #losses} in the parameters: S × d, or folded, or empty. */
    public double[] gradients() {
        return gradients;
    }

    /** Second derivatives of the weighted losses in the parameters, averaged over draws, packed; or empty. */
    public double[] curvature() {
        return curvature;
    }

    /** First loss that was not finite, with its position in the first such partition; null if all were finite. */
    public @Nullable NonFiniteValue firstNonFinite() {
        return nonFinite;
    }
}
