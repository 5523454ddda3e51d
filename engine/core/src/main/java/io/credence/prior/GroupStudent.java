package io.credence.prior;

/**
 * Multivariate Student-t density of a group of parameters that share one scale: a normal density whose variance τ²σ²
 * has τ² ~ IG(ν/2, ν/2).
 *
 * @param parameterIndices indices of the group's parameters
 * @param degreesOfFreedom ν, positive
 * @param location centre of each of them
 * @param scale σ, positive
 */
record GroupStudent(int[] parameterIndices, double degreesOfFreedom, double location, double scale) implements DensityTerm {
    public GroupStudent {
        PriorChecks.requirePositive("the degrees of freedom of a group's Student density", degreesOfFreedom);
        PriorChecks.requireFinite("the location of a group's Student density", location);
        PriorChecks.requirePositive("the scale of a group's Student density", scale);
    }

    @Override
    public double logDensity(double[] theta) {
        double t = GroupLaplace.distance(theta, parameterIndices, location) / scale;
        return StudentDensity.logConstant(degreesOfFreedom, scale, parameterIndices.length)
                - 0.5 * (degreesOfFreedom + parameterIndices.length) * Math.log1p(t * t / degreesOfFreedom);
    }

    @Override
    public void addGradient(double[] theta, double[] gradient) {
        double t = GroupLaplace.distance(theta, parameterIndices, location) / scale;
        double factor = (degreesOfFreedom + parameterIndices.length) / (scale * scale * (degreesOfFreedom + t * t));
        for (int j : parameterIndices) {
            gradient[j] -= factor * (theta[j] - location);
        }
    }

    @Override
    public void addBlankets(double[] theta, int[] owners, double[] blankets, int at) {
        GroupLaplace.addToOwners(logDensity(theta), this.parameterIndices, owners, blankets, at);
    }
}
