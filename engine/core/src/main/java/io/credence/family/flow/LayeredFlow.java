package io.credence.family.flow;

import io.credence.checkpoint.WritableAsRecord;
import io.credence.family.FamilyParameters;
import io.credence.family.FreeParameterAlgebra;
import io.credence.family.MomentSource;
import io.credence.family.Posterior;
import io.credence.linalg.NormalTail;
import io.credence.linalg.Vectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Normalising flow of K invertible layers on a standard normal vector, then located and scaled: θ = μ + σ ∘ f_K(…
 * f_1(ε)). The layers are planar, f_k(z) = z + û tanh(wᵀz + b) (Rezende and Mohamed 2015), or affine couplings (Dinh et
 * al. 2017). The same distributions as layers on N(μ, diag σ²), in better-scaled numbers. λ is μ, log σ, and the
 * numbers of each layer. Where these do nothing it is the diagonal Gaussian.
 *
 * <p>Means and standard deviations have no closed form: they are those of 2,000 draws of the flow, always of the same
 * normal numbers, which come in antithetic pairs and have unit variance, so that they are exact where layers do
 * nothing. Made once, on first use.
 */
public final class LayeredFlow implements Posterior, WritableAsRecord {

    /** Name of the flow of planar layers in configuration and results. */
    public static final String PLANAR = "planar-flow";
    /** Name of the flow of coupling layers. */
    public static final String COUPLING = "coupling-flow";

    private final FlowLayers kind;
    private final int d;
    private final double[] parameters;
    private final double[] scale;
    private final FlowLayer[] layers;
    private transient volatile double @Nullable [][] moments;

    /**
     * Flow of the given parameters.
     *
     * @param kind kind of the layers
     * @param count K, at least 1
     * @param d number of coordinates of θ
     * @param parameters λ
     */
    LayeredFlow(FlowLayers kind, int count, int d, double[] parameters) {
        FreeParameterAlgebra.checkPositive("the number of layers", count);
        FreeParameterAlgebra.checkPositive("the number of parameters", d);
        FreeParameterAlgebra.check(kind.family(), parameters, parameterCount(kind, d, count));
        this.kind = kind;
        this.d = d;
        this.parameters = parameters;
        this.scale = new double[d];
        Arrays.setAll(scale, j -> Math.exp(parameters[d + j]));
        this.layers = new FlowLayer[count];
        Arrays.setAll(layers, k -> kind.layer(parameters, layerOffset(kind, d, k), d, k));
    }

    /**
     * Flow near the diagonal Gaussian with the given means and standard deviations. The directions of its layers are
     * random.
     *
     * @throws IllegalArgumentException if the number of layers or a standard deviation is not positive
     */
    public static LayeredFlow around(FlowLayers kind, int count, long seed, double[] mean, double[] sd) {
        FreeParameterAlgebra.checkStart(mean, sd);
        FreeParameterAlgebra.checkPositive("the number of layers", count);
        int d = mean.length;
        double[] parameters = Arrays.copyOf(mean, Math.toIntExact(parameterCount(kind, d, count)));
        FreeParameterAlgebra.writeLogs(sd, parameters, d);
        for (int k = 0; k < count; k++) {
            kind.writeInitialParameters(parameters, layerOffset(kind, d, k), d, k, seed);
        }
        return new LayeredFlow(kind, count, d, parameters);
    }

    private static int layerOffset(FlowLayers kind, int d, int k) {
        return 2 * d + k * kind.parameterCount(d);
    }

    private static long parameterCount(FlowLayers kind, int d, int count) {
        return 2L * d + (long) count * kind.parameterCount(d);
    }

    @Override
    public String family() {
        return kind.family();
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
    public MomentSource momentSource() {
        return MomentSource.DRAWS;
    }

    /** Covariance, estimated from the same draws as means and standard deviations. */
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
            pushThroughLayers(standard);
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
    private void pushThroughLayers(double[] z) {
        for (FlowLayer layer : layers) {
            layer.forward(z);
        }
    }

    /** Vectors z_0 = ε and the output z_k of each layer. */
    private double[][] outputs(double[] standard) {
        double[][] z = new double[layers.length + 1][];
        z[0] = standard.clone();
        for (int k = 0; k < layers.length; k++) {
            z[k + 1] = z[k].clone();
            layers[k].forward(z[k + 1]);
        }
        return z;
    }

    /** Vectors z_0 … z_K of which θ is the image. */
    private double[][] inverseOutputs(double[] theta) {
        int last = layers.length;
        double[][] z = new double[last + 1][];
        z[last] = new double[d];
        for (int j = 0; j < d; j++) {
            z[last][j] = (theta[j] - parameters[j]) / scale[j];
        }
        for (int k = last - 1; k >= 0; k--) {
            z[k] = z[k + 1].clone();
            layers[k].inverse(z[k]);
        }
        return z;
    }

    @Override
    public double logDensity(double[] theta) {
        double[][] z = inverseOutputs(theta);
        double sum = -d * NormalTail.HALF_LOG_2_PI;
        for (int j = 0; j < d; j++) {
            sum -= 0.5 * z[0][j] * z[0][j] + parameters[d + j];
        }
        for (int k = 0; k < layers.length; k++) {
            sum -= layers[k].logDeterminant(z[k]);
        }
        return sum;
    }

    /**
     * Gradient ∇ log q in z_K. The gradient in the layers' parameters times {@code weight} is added to {@code into}.
     */
    private double[] logDensityGradient(double[][] z, double weight, double @Nullable [] into) {
        double[] gradient = z[0].clone();
        for (int j = 0; j < d; j++) {
            gradient[j] = -gradient[j];
        }
        for (int k = 0; k < layers.length; k++) {
            layers[k].pushForward(z[k], z[k + 1], gradient, weight, into);
        }
        return gradient;
    }

    @Override
    public void addLogDensityGradient(double[] theta, double weight, double[] into) {
        double[] gradient = logDensityGradient(inverseOutputs(theta), weight, null);
        for (int j = 0; j < d; j++) {
            into[j] += weight * gradient[j] / scale[j];
        }
    }

    @Override
    public void addScore(double[] theta, double weight, double[] into) {
        double[][] z = inverseOutputs(theta);
        double[] gradient = logDensityGradient(z, weight, into);
        for (int j = 0; j < d; j++) {
            into[j] -= weight * gradient[j] / scale[j];
            into[d + j] -= weight * (gradient[j] * z[layers.length][j] + 1);
        }
    }

    @Override
    public double[] parameters() {
        return parameters;
    }

    @Override
    public LayeredFlow with(double[] other) {
        return new LayeredFlow(kind, layers.length, d, other);
    }

    @Override
    public LayeredFlow rescaled(double[] factors) {
        FreeParameterAlgebra.checkFactors(factors, d);
        double[] moved = parameters.clone();
        FreeParameterAlgebra.rescale(moved, 0, d, factors);
        return with(moved);
    }

    @Override
    public FamilyParameters toFamilyParameters() {
        FamilyParameters own = FamilyParameters.NONE
                .with("location", Arrays.copyOf(parameters, d))
                .with("logScale", Arrays.copyOfRange(parameters, d, 2 * d));
        return own.withChildren(
                "layers",
                Arrays.stream(layers).map(FlowLayer::toFamilyParameters).toList());
    }

    /** Flow rebuilt from its written parameters, of layers of the given kind. */
    public static LayeredFlow fromFamilyParameters(FlowLayers kind, FamilyParameters own) {
        double[] location = own.numbers("location");
        List<double[]> rest = new ArrayList<>(List.of(own.numbers("logScale")));
        List<FamilyParameters> layers = own.children("layers");
        layers.forEach(layer -> rest.add(kind.readParameters(layer)));
        return new LayeredFlow(kind, layers.size(), location.length, Vectors.concatenate(location, rest));
    }

    @Override
    public double[] parameterScales() {
        double[] units = Arrays.copyOf(scale, parameters.length);
        Arrays.fill(units, d, units.length, 1);
        for (int k = 0; k < layers.length; k++) {
            kind.writeParameterScales(units, layerOffset(kind, d, k), d);
        }
        return units;
    }

    @Override
    public double[] draw(int stratum, double[] standard) {
        double[] theta = standard.clone();
        pushThroughLayers(theta);
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
            into[d + j] += back[j] * z[layers.length][j];
        }
        for (int k = layers.length - 1; k >= 0; k--) {
            layers[k].pullBack(z[k], back, into);
        }
    }

    @Override
    public WrittenForm<LayeredFlow> toWrittenForm() {
        return new Written(kind, layers.length, d, parameters);
    }

    private record Written(FlowLayers kind, int count, int d, double[] parameters) implements WrittenForm<LayeredFlow> {
        @Override
        public LayeredFlow restoreValue() {
            return new LayeredFlow(kind, count, d, parameters);
        }
    }
}
