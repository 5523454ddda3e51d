package io.credence.model;

import java.util.ArrayList;
import java.util.List;

/**
 * Transform to strictly ascending numbers with separate names: x_1 = u_1 and x_k = x_{k−1} + exp(u_k).
 *
 * @param names names, one for each number
 */
public record Cutpoints(List<String> names) implements Transform {

    public Cutpoints {
        names = List.copyOf(names);
        ElementTransform.requireSize(names.size(), 1, "a list of cutpoints");
    }

    private OrderedTransform asOrderedTransform() {
        return new OrderedTransform(names.size());
    }

    @Override
    public int unconstrained() {
        return names.size();
    }

    @Override
    public int constrained() {
        return names.size();
    }

    @Override
    public List<String> names(String name) {
        return names;
    }

    /** Names of the unconstrained numbers: the first is a cutpoint, the others are logarithms of distances. */
    @Override
    public List<String> unconstrainedNames(String name) {
        List<String> all = new ArrayList<>(names);
        for (int k = 1; k < all.size(); k++) {
            all.set(k, "log(" + names.get(k) + " - " + names.get(k - 1) + ")");
        }
        return all;
    }

    @Override
    public void constrain(double[] u, int at, double[] x, int xAt) {
        asOrderedTransform().constrain(u, at, x, xAt);
    }

    @Override
    public void unconstrain(double[] x, int xAt, double[] u, int at) {
        asOrderedTransform().unconstrain(x, xAt, u, at);
    }

    @Override
    public double logJacobian(double[] u, int at) {
        return asOrderedTransform().logJacobian(u, at);
    }

    @Override
    public void addLogJacobianGradient(double[] u, int at, double[] gradient, int gradientAt) {
        asOrderedTransform().addLogJacobianGradient(u, at, gradient, gradientAt);
    }

    @Override
    public void addPullback(double[] u, int at, double[] slopes, int slopesAt, double[] gradient, int gradientAt) {
        asOrderedTransform().addPullback(u, at, slopes, slopesAt, gradient, gradientAt);
    }
}
