package io.credence.loss;

import static io.credence.testkit.Close.assertWithin;

import io.credence.likelihood.robust.NegativeBinomialPowers;
import io.credence.likelihood.robust.PoissonPowers;
import io.credence.likelihood.robust.PowerDensity;
import io.credence.testkit.FiniteDifference;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Series for Σ_z p(z)^c of counts, at every size of the mean. */
class PowerIntegralTest {

    private static double[] at(PowerDensity family, double eta) {
        double[] out = new double[3];
        family.writeLogIntegral(eta, out);
        return out;
    }

    private static void assertSeries(PowerDensity family, double order, double eta, double allowed) {
        String what = String.format(Locale.ROOT, "%s c=%s η=%s", family, order, eta);
        double mean = Math.exp(eta);
        double spread = family instanceof NegativeBinomialPowers n ? mean / n.size() + 2 : 0;
        double reach = mean + 14 * Math.sqrt(mean) + 80 + 60 * spread / Math.min(1, order);
        double[] log = new double[3];
        double[] sums = new double[4];
        for (double z = Math.rint(reach); z >= 0; z--) {
            family.writeLogDensity(z, eta, log);
            double term = Math.exp(order * log[0]);
            sums[0] += term;
            sums[1] += term * log[1];
            sums[2] += term * log[1] * log[1];
            sums[3] += term * log[2];
        }
        double first = order * sums[1] / sums[0];
        double second = order * (sums[3] + order * sums[2]) / sums[0] - first * first;
        double[] found = at(family, eta);
        assertWithin(what, Math.log(sums[0]), found[0], allowed);
        assertWithin(what + " slope", first, found[1], allowed * (1 + Math.sqrt(mean)));
        assertWithin(what + " curvature", second, found[2], allowed * (1 + mean));
        double rounding = 1e-8 + (family instanceof NegativeBinomialPowers n ? 1e-11 * n.size() : 0);
        double slope = FiniteDifference.gradient(x -> at(family, x[0])[0], new double[] {eta})[0];
        double curvature = FiniteDifference.gradient(x -> at(family, x[0])[1], new double[] {eta})[0];
        assertWithin(what + " d value", slope, found[1], rounding);
        assertWithin(what + " d slope", curvature, found[2], rounding);
    }

    /** Brute force adds terms whose logarithms cancel, so that it is the less accurate of the two. */
    @ParameterizedTest
    @CsvSource({"1.05", "1.5", "2", "4"})
    void poisson_matchesItsSum(double order) {
        for (double eta : new double[] {-30, -3, 0, 2, 4, 5.5, 5.98, 6.0, 6.4, 6.8, 7.4, 8}) {
            assertSeries(new PoissonPowers(order), order, eta, 1e-13 + 2e-15 * eta * Math.exp(eta));
        }
    }

    @ParameterizedTest
    @CsvSource({"0.6, 0.3", "0.6, 2", "1.5, 0.1", "1.5, 0.3", "1.5, 2", "1.5, 20", "1.5, 10000", "3, 0.7", "3, 5"})
    void negativeBinomial_matchesItsSum(double order, double size) {
        for (double eta : new double[] {-30, -3, 0, 2, 4, 5, 6, 7}) {
            assertSeries(
                    new NegativeBinomialPowers(size, order),
                    order,
                    eta,
                    1e-12 + 2e-15 * (size > 100 ? size : 10) * Math.max(1, eta));
        }
    }
}
