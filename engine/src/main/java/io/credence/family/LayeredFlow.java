package io.credence.family;

import io.credence.checkpoint.Recorded;
import io.credence.linalg.NormalTail;
import io.credence.random.AddressedRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * K planar layers on a standard normal vector, then located and scaled: θ = μ + σ ∘ f_K(… f_1(ε)), each f_k(z) = z + û tanh(wᵀz
 * + b) and invertible (Rezende and Mohamed 2015). The same distributions as layers on N(μ, diag σ²), in better-scaled numbers.
 * λ is μ, log σ, and u, w, b of each layer: 2d + K(2d + 1) numbers. With every u = 0 it is the diagonal Gaussian.
 *
 * <p>Means and standard deviations have no closed form: they are those of 2,000 draws of its own, always of the same normal
 * numbers, which come in antithetic pairs and have unit variance, so that they are exact for u = 0. Made once, on first use.
 */
public final class PlanarFlow implements Posterior, Recorded {

    /** Name in configuration and results. */
    public static final String NAME = "planar-flow";

    private static final double START = 0.1;

    private final int layers;
    private final int d;
    private final double[] parameters;
    private final double[] scale;
    private final PlanarLayer[] planar;
    private transient volatile double @Nullable [][] moments;

    /**
     * The member of these parameters.
     *
     * @param layers K, at least 1
     * @param parameters λ
     */
    public PlanarFlow(int layers, double[] parameters) {
        FreeParameters.checkPositive("the number of layers", layers);
        this.layers = layers;
        this.d = (parameters.length - layers) / (2 + 2 * layers);
        FreeParameters.checkPositive("the number of parameters", d);
        FreeParameters.check(NAME, parameters, length(d, layers));
        this.parameters = parameters;
        this.scale = new double[d];
        Arrays.setAll(scale, j -> Math.exp(parameters[d + j]));
        this.planar = new PlanarLayer[layers];
        Arrays.setAll(planar, k -> new PlanarLayer(parameters, 2 * d + k * PlanarLayer.length(d), d));
    }

    /**
     * A flow near the diagonal Gaussian with these means and standard deviations; its layers' directions and their small
     * shifts are drawn.
     *
     * @throws IllegalArgumentException if the number of layers or a standard deviation is not positive
     */
    public static PlanarFlow around(int layers, long seed, double[] mean, double[] sd) {
        FreeParameters.checkStart(mean, sd);
        FreeParameters.checkPositive("the number of layers", layers);
        int d = mean.length;
        double[] parameters = Arrays.copyOf(mean, Math.toIntExact(length(d, layers)));
        FreeParameters.logs(sd, parameters, d);
        double unit = 1 / Math.sqrt(d);
        for (int k = 0; k < layers; k++) {
            int at = 2 * d + k * PlanarLayer.length(d);
            for (int j = 0; j < d; j++) {
                parameters[at + j] = START * unit * AddressedRandom.normal(seed, k, 0, j);
                parameters[at + d + j] = unit * AddressedRandom.normal(seed, k, 1, j);
            }
            parameters[at + 2 * d] = AddressedRandom.normal(seed, k, 2, 0);
        }
        return new PlanarFlow(layers, parameters);
    }

    private static long length(int d, int layers) {
        return 2L * d + (long) layers * PlanarLayer.length(d);
    }

    @Override
    public String family() {
        return NAME;
    }

    @Override
    public int dimension() {
        return d;
    }

    @Override
    public double[] mean() {
        return moments()[0];
    }

    @Override
    public double[] sd() {
        return moments()[1];
    }

    @Override
    public Moments momentsBy() {
        return Moments.DRAWS;
    }

    /** Of the same draws as means and standard deviations. */
    @Override
    public double[] covariance() {
        return FlowDraws.of(d).covariance(mean(), standard -> draw(0, standard));
    }

    private double[][] moments() {
        double[][] known = moments == null ? momentsOfDraws() : moments;
        moments = known;
        return known;
    }

    private double[][] momentsOfDraws() {
        FlowDraws draws = FlowDraws.of(d);
        double[] standard = new double[d];
        double[] mean = new double[d];
        double[] sd = new double[d];
        for (int s = 0; s < FlowDraws.COUNT; s++) {
            draws.fill(s, standard);
            pass(standard);
            for (int j = 0; j < d; j++) {
                mean[j] += standard[j] / FlowDraws.COUNT;
                sd[j] += standard[j] * standard[j] / FlowDraws.COUNT;
            }
        }
        for (int j = 0; j < d; j++) {
            sd[j] = scale[j] * Math.sqrt(Math.max(0, sd[j] - mean[j] * mean[j]));
            mean[j] = parameters[j] + scale[j] * mean[j];
        }
        return new double[][] {mean, sd};
    }

    /** Replaces ε by z_K. */
    private void pass(double[] z) {
        for (PlanarLayer layer : planar) {
            layer.addDirection(Math.tanh(layer.angle(z)), z);
        }
    }

    /** z_0 = ε and the output of each layer. */
    private double[][] outputs(double[] standard) {
        double[][] z = new double[layers + 1][];
        z[0] = standard.clone();
        for (int k = 0; k < layers; k++) {
            z[k + 1] = z[k].clone();
            planar[k].addDirection(Math.tanh(planar[k].angle(z[k])), z[k + 1]);
        }
        return z;
    }

    /** What θ came from: z_0 … z_K, and the angle of each layer in the last row. */
    private double[][] inverse(double[] theta) {
        double[][] z = new double[layers + 2][];
        z[layers] = new double[d];
        z[layers + 1] = new double[layers];
        for (int j = 0; j < d; j++) {
            z[layers][j] = (theta[j] - parameters[j]) / scale[j];
        }
        for (int k = layers - 1; k >= 0; k--) {
            double angle = planar[k].angleOfOutput(z[k + 1]);
            z[k] = z[k + 1].clone();
            planar[k].addDirection(-Math.tanh(angle), z[k]);
            z[layers + 1][k] = angle;
        }
        return z;
    }

    @Override
    public double logDensity(double[] theta) {
        double[][] z = inverse(theta);
        double sum = -d * NormalTail.HALF_LOG_2_PI;
        for (int j = 0; j < d; j++) {
            sum -= 0.5 * z[0][j] * z[0][j] + parameters[d + j];
        }
        for (int k = 0; k < layers; k++) {
            sum -= Math.log(planar[k].determinant(z[layers + 1][k]));
        }
        return sum;
    }

    /** ∇ log q in z_K, and {@code weight} times that in the layers' parameters added to {@code into}. */
    private double[] gradient(double[][] z, double weight, double @Nullable [] into) {
        double[] gradient = z[0].clone();
        for (int j = 0; j < d; j++) {
            gradient[j] = -gradient[j];
        }
        for (int k = 0; k < layers; k++) {
            planar[k].pushForward(z[k + 1], z[layers + 1][k], gradient, weight, into);
        }
        return gradient;
    }

    @Override
    public void addLogDensityGradient(double[] theta, double weight, double[] into) {
        double[] gradient = gradient(inverse(theta), weight, null);
        for (int j = 0; j < d; j++) {
            into[j] += weight * gradient[j] / scale[j];
        }
    }

    @Override
    public void addScore(double[] theta, double weight, double[] into) {
        double[][] z = inverse(theta);
        double[] gradient = gradient(z, weight, into);
        for (int j = 0; j < d; j++) {
            into[j] -= weight * gradient[j] / scale[j];
            into[d + j] -= weight * (gradient[j] * z[layers][j] + 1);
        }
    }

    @Override
    public double[] parameters() {
        return parameters;
    }

    @Override
    public PlanarFlow with(double[] other) {
        FreeParameters.check(NAME, other, parameters.length);
        return new PlanarFlow(layers, other);
    }

    @Override
    public PlanarFlow rescaled(double[] factors) {
        FreeParameters.checkFactors(factors, d);
        double[] moved = parameters.clone();
        FreeParameters.rescale(moved, 0, d, factors);
        return with(moved);
    }

    @Override
    public FamilyParameters described() {
        FamilyParameters own = FamilyParameters.NONE
                .with("location", Arrays.copyOf(parameters, d))
                .with("logScale", Arrays.copyOfRange(parameters, d, 2 * d));
        return own.withEach(
                "layers", Arrays.stream(planar).map(PlanarLayer::described).toList());
    }

    /** The member that was described so. */
    static PlanarFlow rebuilt(FamilyParameters own) {
        List<double[]> rest = new ArrayList<>(List.of(own.numbers("logScale")));
        List<FamilyParameters> layers = own.each("layers");
        for (FamilyParameters layer : layers) {
            rest.addAll(List.of(layer.numbers("u"), layer.numbers("w"), new double[] {layer.number("b")}));
        }
        return new PlanarFlow(layers.size(), FreeParameters.joined(own.numbers("location"), rest));
    }

    @Override
    public double[] units() {
        double[] units = Arrays.copyOf(scale, parameters.length);
        Arrays.fill(units, d, units.length, 1);
        for (int k = 0; k < layers; k++) {
            int w = 2 * d + k * PlanarLayer.length(d) + d;
            Arrays.fill(units, w, w + d, 1 / Math.sqrt(d));
        }
        return units;
    }

    @Override
    public double[] draw(int stratum, double[] standard) {
        double[] theta = standard.clone();
        pass(theta);
        for (int j = 0; j < d; j++) {
            theta[j] = parameters[j] + scale[j] * theta[j];
        }
        return theta;
    }

    @Override
    public void addPullback(int stratum, double[] standard, double[] gradient, double[] into) {
        double[][] z = outputs(standard);
        double[] back = new double[d];
        for (int j = 0; j < d; j++) {
            back[j] = gradient[j] * scale[j];
            into[j] += gradient[j];
            into[d + j] += back[j] * z[layers][j];
        }
        for (int k = layers - 1; k >= 0; k--) {
            planar[k].pullBack(z[k], back, into);
        }
    }

    @Override
    public Form<PlanarFlow> recorded() {
        return new Written(layers, parameters);
    }

    private record Written(int layers, double[] parameters) implements Form<PlanarFlow> {
        @Override
        public PlanarFlow restored() {
            return new PlanarFlow(layers, parameters);
        }
    }
}
