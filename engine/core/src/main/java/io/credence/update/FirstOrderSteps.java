package io.credence.update;

/** In which units a first-order rule moves a Gaussian, and how far. */
public enum FirstOrderSteps {
    /** In the parameters as they are, as the papers do. */
    PLAIN,
    /** In the Gaussian's own units, so that a step means the same in any coordinates of the parameters. */
    OWN_UNITS,
    /** In its own units by {@link DistanceOverGradients}, whatever the rule, from a start near the optimum. */
    BY_DISTANCE
}
