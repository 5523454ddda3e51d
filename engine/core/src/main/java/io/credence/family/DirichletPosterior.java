package io.credence.family;

import io.credence.autodiff.Polygamma;
import io.credence.family.law.LogitBetaLaw;
import io.credence.family.law.ScalarLaw;
import io.credence.linalg.Vectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Dirichlet posterior of K positive numbers that sum to 1, in the stick-breaking coordinates of
 * {@link io.credence.model.Parameter#simplex}. With x ~ Dirichlet(α), θ_k is a multiple of z_k + log(K − 1 − k), k from
 * 0, and the shares 1/(1 + exp(−z_k)) are independent betas of α_k and Σ_{j>k} α_j. λ is log α, K numbers for d = K − 1
 * parameters.
 *
 * @param alpha α, positive
 * @param scaleFactors ratio of θ to the stick-breaking number; 1 until it is {@link #rescaled}
 */
public record DirichletPosterior(double[] alpha, double[] scaleFactors) implements Posterior {

    /** Name in configuration and results. */
    public static final String NAME = "dirichlet";

    public DirichletPosterior {
        FreeParameterAlgebra.checkPositive("the number of parameters", scaleFactors.length);
        FreeParameterAlgebra.checkLength("list of α", scaleFactors.length + 1, alpha.length);
        if (!isProper(alpha)) {
            throw new IllegalArgumentException(
                    "α of a dirichlet posterior must be positive and finite but was " + Arrays.toString(alpha));
        }
    }

    /** Member whose stick-breaking shares have the given means, and at least the given standard deviations. */
    public static DirichletPosterior around(double[] mean, double[] sd) {
        FreeParameterAlgebra.checkStart(mean, sd);
        int d = mean.length;
        double[] shares = new double[d + 1];
        double left = 1;
        double total = Double.POSITIVE_INFINITY;
        for (int k = 0; k < d; k++) {
            LogitBetaLaw law = LogitBetaLaw.around(mean[k] - Math.log(d - k), sd[k]);
            total = Math.min(total, (law.a() + law.b()) / left);
            shares[k] = left * law.a() / (law.a() + law.b());
            left *= law.b() / (law.a() + law.b());
        }
        shares[d] = left;
        double all = total;
        Arrays.setAll(shares, k -> all * shares[k]);
        double[] ones = Vectors.ones(d);
        return new DirichletPosterior(shares, ones);
    }

    private static boolean isProper(double[] alpha) {
        double sum = 0;
        for (double a : alpha) {
            if (!(a > 0)) {
                return false;
            }
            sum += a;
        }
        return sum < Double.POSITIVE_INFINITY;
    }

    private static double sum(double[] alpha) {
        return Arrays.stream(alpha).sum();
    }

    /** Beta posteriors of the stick-breaking shares. */
    private ScalarPosterior stickBreakingPosterior() {
        List<ScalarLaw> laws = new ArrayList<>();
        double after = 0;
        for (int k = scaleFactors.length - 1; k >= 0; k--) {
            after += alpha[k + 1];
            laws.add(0, new LogitBetaLaw(alpha[k], after));
        }
        return new ScalarPosterior(ScalarFamily.BETA, laws, scaleFactors);
    }

    /** Stick-breaking coordinates with their offsets log(K − 1 − k) added (sign 1) or subtracted (sign −1). */
    private double[] withOffsets(double[] theta, int sign) {
        double[] moved = theta.clone();
        Arrays.setAll(moved, k -> theta[k] + sign * scaleFactors[k] * Math.log(moved.length - k));
        return moved;
    }

    @Override
    public String family() {
        return NAME;
    }

    @Override
    public int dimension() {
        return scaleFactors.length;
    }

    @Override
    public double[] mean() {
        return withOffsets(stickBreakingPosterior().mean(), 1);
    }

    @Override
    public double[] sd() {
        return stickBreakingPosterior().sd();
    }

    @Override
    public double[] covariance() {
        return stickBreakingPosterior().covariance();
    }

    @Override
    public boolean isIndependent() {
        return true;
    }

    @Override
    public double logDensity(double[] theta) {
        return stickBreakingPosterior().logDensity(withOffsets(theta, -1));
    }

    @Override
    public void addLogDensityGradient(double[] theta, double weight, double[] into) {
        stickBreakingPosterior().addLogDensityGradient(withOffsets(theta, -1), weight, into);
    }

    @Override
    public int parameterCount() {
        return alpha.length;
    }

    @Override
    public double[] parameters() {
        return Arrays.stream(alpha).map(Math::log).toArray();
    }

    @Override
    public DirichletPosterior with(double[] parameters) {
        FreeParameterAlgebra.check(NAME, parameters, parameterCount());
        return new DirichletPosterior(Arrays.stream(parameters).map(Math::exp).toArray(), scaleFactors);
    }

    /** Scales on which the entries of λ vary: their standard errors from one observation. */
    @Override
    public double[] parameterScales() {
        double all = sum(alpha);
        double[] units = new double[alpha.length];
        for (int j = 0; j < units.length; j++) {
            double share = alpha[j] / all;
            double others = 0;
            for (int i = 0; i < units.length; i++) {
                others += i == j ? 0 : alpha[i];
            }
            double information = share * others
                    + ScalarLaw.logShapeInformation(alpha[j])
                    - share * share * ScalarLaw.logShapeInformation(all);
            units[j] = 1 / Math.sqrt(information);
        }
        return units;
    }

    /** Natural parameters α. */
    @Override
    public double[] coordinates() {
        return alpha;
    }

    @Override
    public @Nullable DirichletPosterior withCoordinates(double[] coordinates) {
        return isProper(coordinates) ? new DirichletPosterior(coordinates, scaleFactors) : null;
    }

    @Override
    public DirichletPosterior rescaled(double[] factors) {
        return new DirichletPosterior(alpha, FreeParameterAlgebra.rescaled(scaleFactors, factors));
    }

    @Override
    public FamilyParameters toFamilyParameters() {
        return FamilyParameters.NONE.with("alpha", alpha).with("multiples", scaleFactors);
    }

    public static DirichletPosterior fromFamilyParameters(FamilyParameters own) {
        return new DirichletPosterior(own.numbers("alpha"), own.numbers("multiples"));
    }

    @Override
    public double[] draw(int stratum, double[] standard) {
        return withOffsets(stickBreakingPosterior().draw(stratum, standard), 1);
    }

    @Override
    public void addPullback(int stratum, double[] standard, double[] gradient, double[] into) {
        double[] natural = stickBreakingPosterior().naturalPullback(standard, gradient);
        for (int k = 0; k < scaleFactors.length; k++) {
            into[k] += alpha[k] * natural[2 * k];
            for (int j = k + 1; j < alpha.length; j++) {
                into[j] += alpha[j] * natural[2 * k + 1];
            }
        }
    }

    /** Adds the score α_j (log x_j − E log x_j) in log α. */
    @Override
    public void addScore(double[] theta, double weight, double[] into) {
        double[] stick = withOffsets(theta, -1);
        double both = Polygamma.of(0, sum(alpha));
        double logLeft = 0;
        for (int j = 0; j < alpha.length; j++) {
            double logShare = 0;
            double logAfter = logLeft;
            if (j < scaleFactors.length) {
                double[] logs = new LogitBetaLaw(1, 1).statistics(stick[j] / scaleFactors[j]);
                logShare = logs[0];
                logAfter += logs[1];
            }
            into[j] += weight * alpha[j] * (logLeft + logShare - Polygamma.of(0, alpha[j]) + both);
            logLeft = logAfter;
        }
    }

    @Override
    public FisherInformation information() {
        return new Information(this);
    }

    /** Fisher information diag(α² ψ′(α)) − ψ′(Σα) ααᵀ in log α; natural parameters are α. */
    private record Information(DirichletPosterior posterior) implements FisherInformation {

        private double[] diagonal() {
            return Arrays.stream(posterior.alpha)
                    .map(a -> a + ScalarLaw.logShapeInformation(a))
                    .toArray();
        }

        private double trigammaOfSum() {
            return Polygamma.of(1, sum(posterior.alpha));
        }

        @Override
        public double[] times(double[] move) {
            double[] product = diagonal();
            double common = trigammaOfSum() * FreeParameterAlgebra.dot(posterior.alpha, 0, move, 0, move.length);
            Arrays.setAll(product, j -> product[j] * move[j] - common * posterior.alpha[j]);
            return product;
        }

        @Override
        public double[] solve(double[] gradient) {
            double[] diagonal = diagonal();
            double along = 0;
            double left = -lessInverseTrigamma(sum(posterior.alpha));
            for (int j = 0; j < diagonal.length; j++) {
                along += posterior.alpha[j] * gradient[j] / diagonal[j];
                left += lessInverseTrigamma(posterior.alpha[j]);
            }
            double common = along / left;
            double[] move = new double[diagonal.length];
            Arrays.setAll(move, j -> (gradient[j] + common * posterior.alpha[j]) / diagonal[j]);
            return move;
        }

        /** Difference x − 1/ψ′(x), without cancellation. */
        private static double lessInverseTrigamma(double x) {
            double excess = ScalarLaw.logShapeInformation(x);
            return x * excess / (x + excess);
        }

        @Override
        public @Nullable DirichletPosterior posteriorAlong(double[] move, double share) {
            double[] moved = new double[move.length];
            Arrays.setAll(moved, j -> posterior.alpha[j] * (1 + share * move[j]));
            return posterior.withCoordinates(moved);
        }
    }
}
