package io.credence.family;

/** The Gaussians with natural gradients in closed form, by the shape of their covariance. */
public enum GaussianForm {
    /** Full covariance. */
    FULL(FullGaussian.NAME),
    /** Independent parameters. */
    DIAGONAL(DiagonalGaussian.NAME),
    /** Independent blocks of consecutive parameters. */
    BLOCK(BlockGaussian.NAME);

    private final String id;

    GaussianForm(String id) {
        this.id = id;
    }

    /** Name in configuration and results. */
    public String id() {
        return id;
    }
}
