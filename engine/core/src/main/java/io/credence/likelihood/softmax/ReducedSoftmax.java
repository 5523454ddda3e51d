package io.credence.likelihood.softmax;

import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.Softplus;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Moments;
import io.credence.quadrature.QuadratureRule;
import io.credence.quadrature.SoftmaxNodes;
import java.util.ArrayList;
import java.util.List;

/**
 * Quadrature of E[log(1 + Σ e^η)] over the rows of a chunk. It needs one dimension fewer than there are predictors (see
 * {@link SoftmaxReduction}). Nodes of several rows go to the kernel together. For one thread.
 */
final class ReducedSoftmax {

    private static final int CAPACITY = 1024;
    // As many nodes on the line as they suffice, up to the width from which a graded line has fewer.
    private static final int MOST_ON_THE_LINE = 201;
    private static final double GRADED_FROM = 4;
    private static final int MOST_PER_SIDE = 81;
    private static final int MOST_RADIAL_DIMENSIONS = 20;
    // From the rule of degree 5 to the 512 points, over this range of the average variance of class differences: about
    // where the errors of both are the same.
    private static final double NARROW = 0.25;
    private static final double WIDE = 0.64;

    private final DenseKernel kernel;
    private final PredictorChunk chunk;
    private final int predictors;
    private final int dimension;
    private final Softplus softplus = new Softplus(CAPACITY);
    private final Moments moments = Moments.ofCapacity(CAPACITY);
    private final SoftmaxReduction[] rows = new SoftmaxReduction[CAPACITY];
    private final double[] mean = new double[CAPACITY];
    private final double[] variance = new double[CAPACITY];
    private final double[] weight = new double[CAPACITY];
    private final double[] rise = new double[CAPACITY];
    private final double[] nodes;
    private final double[] shares;
    private final double[] z;
    private final double[] t;
    private final double[] share;
    private final List<SoftmaxReduction> complete = new ArrayList<>();
    private int waiting;

    ReducedSoftmax(DenseKernel kernel, PredictorChunk chunk, int predictors) {
        this.kernel = kernel;
        this.chunk = chunk;
        this.predictors = predictors;
        this.dimension = predictors - 1;
        nodes = new double[CAPACITY * dimension];
        shares = new double[CAPACITY * dimension];
        z = new double[dimension];
        t = new double[dimension];
        share = new double[dimension];
    }

    /** Adds the expectations of all rows to the chunk's moments, which are zero before. */
    void addExpectations() {
        for (int i = 0; i < chunk.rows(); i++) {
            SoftmaxReduction row = new SoftmaxReduction(chunk, i, predictors);
            if (dimension == 1) {
                addLineNodes(row);
            } else if (dimension == 2) {
                addPlaneNodes(row);
            } else {
                addSpaceNodes(row);
            }
            complete.add(row);
        }
        flush();
    }

    private void addLineNodes(SoftmaxReduction row) {
        double width = row.integrandWidth(0);
        QuadratureRule rule =
                width > GRADED_FROM ? row.gradedLineRule() : SoftmaxNodes.lineRule(width, MOST_ON_THE_LINE);
        for (int s = 0; s < rule.nodes().length; s++) {
            z[0] = rule.nodes()[s];
            add(row, rule.weights()[s], 0);
        }
    }

    private void addPlaneNodes(SoftmaxReduction row) {
        double across = row.integrandWidth(0);
        double along = row.integrandWidth(1);
        if (!SoftmaxNodes.isAccurate(Math.max(across, along), MOST_PER_SIDE)) {
            row.markCoarse(chunk);
        }
        QuadratureRule first = SoftmaxNodes.lineRule(across, MOST_PER_SIDE);
        QuadratureRule second = SoftmaxNodes.lineRule(along, MOST_PER_SIDE);
        for (int r = 0; r < first.nodes().length; r++) {
            for (int s = 0; s < second.nodes().length; s++) {
                z[0] = first.nodes()[r];
                z[1] = second.nodes()[s];
                add(row, first.weights()[r] * second.weights()[s], 0);
            }
        }
    }

    /**
     * Adds the nodes of a row of five or more classes. The share of the 512 points rises smoothly with the row's
     * variance, with two continuous derivatives, and is differentiated with the rest.
     */
    private void addSpaceNodes(SoftmaxReduction row) {
        row.markCoarse(chunk);
        double x = (row.averageVariance() - NARROW) / (WIDE - NARROW);
        if (dimension > MOST_RADIAL_DIMENSIONS || !(x < 1)) {
            addRuleNodes(row, SoftmaxNodes.sobolRule(dimension), 1, 0);
        } else if (x <= 0) {
            addRuleNodes(row, SoftmaxNodes.sphericalRadialRule(dimension), 1, 0);
        } else {
            double share = x * x * x * (10 - x * (15 - 6 * x));
            row.markMixed(30 * x * x * (1 - x) * (1 - x) / (WIDE - NARROW));
            addRuleNodes(row, SoftmaxNodes.sphericalRadialRule(dimension), 1 - share, -1);
            addRuleNodes(row, SoftmaxNodes.sobolRule(dimension), share, 1);
        }
    }

    private void addRuleNodes(SoftmaxReduction row, SoftmaxNodes rule, double factor, double sign) {
        for (int s = 0; s < rule.count(); s++) {
            System.arraycopy(rule.points()[s], 0, z, 0, dimension);
            add(row, factor * rule.weights()[s], sign * rule.weights()[s]);
        }
    }

    private void add(SoftmaxReduction row, double nodeWeight, double nodeRise) {
        if (waiting == CAPACITY) {
            flush();
        }
        rows[waiting] = row;
        weight[waiting] = nodeWeight;
        rise[waiting] = nodeRise;
        double b = row.writePosition(z, t);
        mean[waiting] = b + SoftmaxLoss.logSumExp(t, share);
        variance[waiting] = row.restVariance();
        System.arraycopy(z, 0, nodes, waiting * dimension, dimension);
        System.arraycopy(share, 0, shares, waiting * dimension, dimension);
        waiting++;
    }

    private void flush() {
        softplus.expect(kernel, mean, variance, 0, waiting, moments);
        for (int s = 0; s < waiting; s++) {
            double slope = moments.slope()[s];
            double curvature = moments.curvature()[s];
            rows[s].add(weight[s], rise[s], nodes, shares, s * dimension, moments.value()[s], slope, curvature);
        }
        complete.forEach(row -> row.writeMoments(chunk));
        complete.clear();
        waiting = 0;
    }
}
