package io.credence.update;

/** Units and lengths of the steps by which a first-order rule moves a Gaussian. */
public enum FirstOrderSteps {
    /** Steps in the parameters as they are, as in the papers. */
    PLAIN,
    /** Steps in the Gaussian's own units, so that a step means the same in any coordinates of the parameters. */
    OWN_UNITS,
    /**
     * Steps in the Gaussian's own units by {@link FirstOrderUpdate.DistanceOverGradients}, whatever the rule, from a start near the
     * optimum.
     */
    BY_DISTANCE
}
