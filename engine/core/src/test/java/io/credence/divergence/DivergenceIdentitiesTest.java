package io.credence.divergence;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.DiagonalGaussian;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.testkit.Naive;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How the divergences hang together (Knoblauch et al. 2022, appendices 1 and 4.3). */
class DivergenceIdentitiesTest {

    private final FullGaussian q = Gaussians.full("q", 4);
    private final FullGaussian prior = Gaussians.full("prior", 4);

    @Test
    void orderTowards1_tendsToKullbackLeiblerLinearly() {
        double expected = KullbackLeibler.PLAIN.between(q, prior);
        for (GaussianPosterior other :
                List.of(prior, GaussianConversions.toFullGaussian(Gaussians.diagonal("prior", 4)))) {
            double limit = KullbackLeibler.PLAIN.between(q, other);
            for (String kind : List.of("alpha", "renyi", "beta", "gamma")) {
                double above = Divergences.named(kind, 1 + 1e-4).between(q, other);
                double rate = (above - Divergences.named(kind, 1 - 1e-4).between(q, other)) / 2e-4;
                for (double h = 0.1; h >= 1e-12; h /= 10) {
                    for (double signed : new double[] {h, -h}) {
                        double found = Divergences.named(kind, 1 + signed).between(q, other);
                        // 1 + h is rounded, and what follows the linear term is of the second order.
                        double allowed = 50 * h * h + 1e-5 * h + 1e-13;
                        assertTrue(
                                Math.abs(found - limit - signed * rate) <= allowed,
                                kind + " at 1 + " + signed + ": " + found + " near " + limit + " with rate " + rate);
                    }
                }
                assertClose(kind, limit, Divergences.named(kind, 1).between(q, other), 1e-13);
            }
        }
        double three = new AlphaBetaGammaDivergence(1, 1 + 1e-10, 1).between(q, prior);
        assertClose("alpha-beta-gamma", expected, three, 1e-8);
    }

    @Test
    void slopesAtOrdersTowards1_tendToThoseOfKullbackLeibler() {
        Divergence.DivergenceGradient expected = KullbackLeibler.PLAIN.gradient(q, prior);
        for (double h : new double[] {1e-3, 1e-6, 1e-9, 1e-12, 0}) {
            for (String kind : List.of("alpha", "renyi", "beta", "gamma")) {
                Divergence.DivergenceGradient slope =
                        Divergences.named(kind, 1 + h).gradient(q, prior);
                assertClose(kind, expected.meanGradient(), slope.meanGradient(), 10 * h + 1e-13);
                assertClose(kind, expected.covarianceGradient(q), slope.covarianceGradient(q), 10 * h + 1e-12);
            }
        }
    }

    @Test
    void renyi_isTheLogarithmOfAlpha() {
        for (double order : new double[] {-0.3, 0.25, 0.5, 0.75, 1.5, 2}) {
            double alpha = new AlphaDivergence(order).between(q, prior);
            double expected = Math.log(1 - order * (1 - order) * alpha) / (order * (order - 1));
            assertClose("renyi " + order, expected, new RenyiDivergence(order).between(q, prior), 1e-12);
        }
    }

    @Test
    void orderReflectedAboutOneHalf_swapsTheArguments() {
        for (double order : new double[] {0.2, 0.5, 1.2}) {
            assertClose(
                    "alpha " + order,
                    new AlphaDivergence(order).between(q, prior),
                    new AlphaDivergence(1 - order).between(prior, q),
                    1e-12);
        }
    }

    @Test
    void alphaBetaGamma_hasTheOthersAsSpecialCases() {
        for (double order : new double[] {0.4, 1.6}) {
            double alpha = new AlphaDivergence(order).between(q, prior);
            assertClose("alpha", alpha, new AlphaBetaGammaDivergence(order, 2 - order, 1).between(q, prior), 1e-12);
            double beta = new BetaDivergence(order + 0.2).between(q, prior);
            assertClose("beta", beta, new AlphaBetaGammaDivergence(1, order + 0.2, 1).between(q, prior), 1e-12);
            double renyi = new RenyiDivergence(order).between(q, prior);
            assertClose("renyi", renyi, new AlphaBetaGammaDivergence(order, 2 - order, 1e-9).between(q, prior), 1e-8);
        }
    }

    @Test
    void gamma_isTheLogTransformOfTheTermsOfBeta() {
        for (double order : new double[] {0.6, 1.5, 2}) {
            double ofPosterior = logPower(q, order);
            double ofPrior = logPower(prior, order);
            double joint = logPower(q, order) - (order - 1) * excess(order);
            double beta = Math.exp(ofPosterior) / (order * (order - 1))
                    + Math.exp(ofPrior) / order
                    - Math.exp(joint) / (order - 1);
            double gamma = ofPosterior / (order * (order - 1)) + ofPrior / order - joint / (order - 1);
            assertClose("beta " + order, beta, new BetaDivergence(order).between(q, prior), 1e-12);
            assertClose("gamma " + order, gamma, new GammaDivergence(order).between(q, prior), 1e-12);
        }
    }

    /** log ∫q^c = ½[d(1−c) log 2π + (1−c) log|S| − d log c]. */
    private static double logPower(GaussianPosterior gaussian, double c) {
        int d = gaussian.dimension();
        double spread = d * Math.log(2 * Math.PI) - gaussian.logDeterminantPrecision();
        return 0.5 * ((1 - c) * spread - d * Math.log(c));
    }

    private double excess(double order) {
        GaussianOverlap overlap = GaussianOverlap.of(1, order - 1, q, prior);
        assertNotNull(overlap);
        return overlap.integrals().excess();
    }

    @Test
    void gamma_doesNotChangeWithTheUnitsOfTheParametersButBetaDoes() {
        double[] half = Gaussians.covariance(q).clone();
        double[] halfPrior = Gaussians.covariance(prior).clone();
        for (int e = 0; e < half.length; e++) {
            half[e] /= 4;
            halfPrior[e] /= 4;
        }
        GaussianPosterior scaled = Gaussians.like(q, halved(q.mean()), half);
        GaussianPosterior scaledPrior = Gaussians.like(prior, halved(prior.mean()), halfPrior);
        Divergence gamma = new GammaDivergence(1.5);
        assertClose("gamma", gamma.between(q, prior), gamma.between(scaled, scaledPrior), 1e-12);
        Divergence beta = new BetaDivergence(1.5);
        double units = Math.pow(2, 4 * 0.5);
        assertClose("beta", units * beta.between(q, prior), beta.between(scaled, scaledPrior), 1e-12);
    }

    private static double[] halved(double[] v) {
        return java.util.Arrays.stream(v).map(x -> x / 2).toArray();
    }

    /** The expected loss ½n(θ − m)² with prior N(0, 1): its generalised posteriors are normal, all in closed form. */
    @Test
    void objectives_obeyTheBoundsOfTheGviPaper() {
        double n = 3;
        double m = 0.8;
        DiagonalGaussian standard = Gaussians.diagonal(new double[] {0}, 1);
        for (double mean : new double[] {0.2, 0.6, 1}) {
            for (double variance : new double[] {0.1, 0.3, 0.8}) {
                DiagonalGaussian own = Gaussians.diagonal(new double[] {mean}, variance);
                double loss = 0.5 * n * ((mean - m) * (mean - m) + variance);
                for (double order : new double[] {1.2, 1.5, 3}) {
                    double ofPosterior = KullbackLeibler.PLAIN.between(own, power(order, n, m)) / order;
                    double evidence = logEvidence(order, n, m) / order;
                    double renyi = loss + new RenyiDivergence(order).between(own, standard);
                    assertTrue(evidence >= ofPosterior - renyi - 1e-12, "equation 71 at " + order);
                    double adjustment =
                            meanLogPrior(mean, variance) / order - logPriorPower(own, standard, order) / (order - 1);
                    double gamma = loss
                            + new GammaDivergence(order).between(own, standard)
                            - logPower(standard, order) / order;
                    assertTrue(evidence >= ofPosterior + adjustment - gamma - 1e-12, "equation 66 at " + order);
                    assertTrue(
                            logPriorPower(own, standard, order) / (order - 1) >= meanLogPrior(mean, variance),
                            "equation 68 at " + order);
                }
                double plain = loss + KullbackLeibler.PLAIN.between(own, standard);
                double identity = KullbackLeibler.PLAIN.between(own, power(1, n, m)) - logEvidence(1, n, m);
                assertClose("equation 53", identity, plain, 1e-12);
            }
        }
    }

    /** The posterior of the loss taken {@code order} times. */
    private static DiagonalGaussian power(double order, double n, double m) {
        double precision = 1 + order * n;
        return Gaussians.diagonal(new double[] {order * n * m / precision}, 1 / precision);
    }

    /** log ∫ π exp(−order · loss). */
    private static double logEvidence(double order, double n, double m) {
        double precision = order * n;
        return -0.5 * Math.log(1 + precision) - 0.5 * precision * m * m / (1 + precision);
    }

    private static double meanLogPrior(double mean, double variance) {
        return -0.5 * (Math.log(2 * Math.PI) + mean * mean + variance);
    }

    private static double logPriorPower(GaussianPosterior own, GaussianPosterior prior, double order) {
        GaussianOverlap overlap = GaussianOverlap.of(1, order - 1, own, prior);
        assertNotNull(overlap);
        return overlap.integrals().logJointIntegral();
    }

    @Test
    void integralThatDiverges_makesItInfiniteWithoutSlopes() {
        double[] wide = Naive.diagonal(8, 1, 1, 1);
        GaussianPosterior wider = Gaussians.full(new double[4], wide);
        GaussianPosterior unit = Gaussians.full(new double[4], Naive.diagonal(1, 1, 1, 1));
        GaussianPosterior diagonal = Gaussians.diagonal(new double[4], 8, 1, 1, 1);
        for (Divergence divergence : List.of(
                new RenyiDivergence(2),
                new AlphaDivergence(2),
                new BetaDivergence(0.5),
                new GammaDivergence(0.5),
                new AlphaBetaGammaDivergence(1.5, 0.5, 1))) {
            assertEquals(Double.POSITIVE_INFINITY, divergence.between(wider, unit), divergence.name());
            assertEquals(
                    Double.POSITIVE_INFINITY,
                    divergence.between(diagonal, Gaussians.diagonal(new double[4], 1, 1, 1, 1)),
                    divergence.name());
            assertTrue(Double.isNaN(divergence.gradient(wider, unit).meanGradient()[0]));
            assertTrue(Double.isNaN(divergence.gradient(wider, unit).covarianceGradient(wider)[0]));
            assertTrue(Double.isFinite(divergence.between(unit, unit)));
        }
        assertEquals(Double.POSITIVE_INFINITY, new RenyiDivergence(-0.5).between(unit, wider));
        assertTrue(Double.isFinite(new RenyiDivergence(0.5).between(wider, unit)));
    }

    @Test
    void alphaBetaGammaWithALargeInnerSum_isInfiniteUnlessRIs1() {
        DiagonalGaussian narrow = Gaussians.diagonal(new double[] {0}, 1e-4);
        DiagonalGaussian unit = Gaussians.diagonal(new double[] {0}, 1);
        assertEquals(Double.POSITIVE_INFINITY, new AlphaBetaGammaDivergence(1, 1.5, 0.5).between(narrow, unit));
        assertTrue(Double.isFinite(new AlphaBetaGammaDivergence(1, 1.5, 1).between(narrow, unit)));
    }
}
