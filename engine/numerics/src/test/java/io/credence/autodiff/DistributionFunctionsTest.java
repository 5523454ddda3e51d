package io.credence.autodiff;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hipparchus.distribution.continuous.BetaDistribution;
import org.hipparchus.distribution.continuous.GammaDistribution;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.util.Binary64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values in the middle against Commons Math, and in the tails against leading terms of their expansions. */
class DistributionFunctionsTest {

    private static double gammaCdf(double a, double x) {
        return SpecialFunctions.logGammaCdf(new Binary64(a), new Binary64(x)).getReal();
    }

    private static double gammaTail(double a, double x) {
        return SpecialFunctions.logGammaTail(new Binary64(a), new Binary64(x)).getReal();
    }

    private static double betaCdf(double w, double a, double b) {
        return SpecialFunctions.logBetaCdf(new Binary64(w), new Binary64(a), new Binary64(b))
                .getReal();
    }

    private static double studentCdf(double t, double nu) {
        return SpecialFunctions.logStudentCdf(new Binary64(t), new Binary64(nu)).getReal();
    }

    @Test
    void values_areThoseOfCommonsMath() {
        for (double a : new double[] {0.05, 0.7, 3, 9.9, 10.1, 80, 2000}) {
            GammaDistribution gamma = new GammaDistribution(a, 1, 1e-15);
            for (double share : new double[] {0.5, 0.9, 1, 1.2, 1.8}) {
                double p = gamma.cumulativeProbability(share * a);
                double error = 2e-15 * Math.max(10, a) / Math.max(1e-3, Math.min(p, 1 - p));
                if (p > 1e-6 && p < 1 - 1e-6) {
                    assertClose("P " + a + " " + share, Math.log(p), gammaCdf(a, share * a), error + 1e-9);
                    assertClose("Q " + a + " " + share, Math.log1p(-p), gammaTail(a, share * a), error + 1e-9);
                }
            }
            for (double b : new double[] {0.3, 2, 40}) {
                BetaDistribution beta = new BetaDistribution(a, b, 1e-15);
                for (double x : new double[] {0.1, 0.5, 0.93}) {
                    double p = beta.cumulativeProbability(x);
                    double w = Math.log(x / (1 - x));
                    if (p > 1e-6 && p < 1 - 1e-6) {
                        assertClose("I " + a + " " + b + " " + x, Math.log(p), betaCdf(w, a, b), 1e-10);
                        assertClose("1 - I " + a + " " + b + " " + x, Math.log1p(-p), betaCdf(-w, b, a), 1e-9);
                    }
                }
            }
            TDistribution student = new TDistribution(a, 1e-15);
            for (double t : new double[] {-4, -0.3, -1e-9, 0, 1e-9, 0.6, 5}) {
                assertClose("t " + a + " " + t, Math.log(student.cumulativeProbability(t)), studentCdf(t, a), 1e-9);
            }
        }
    }

    /** Closed forms: of shape 1 an exponential, of one half a normal, of whole shapes sums; t of 1 and 2 degrees. */
    @ParameterizedTest
    @CsvSource({"1e-8", "0.02", "0.7", "1.4", "3", "40", "600"})
    void closedForms_areMetInBothTails(double x) {
        assertClose("P(1, x)", Math.log(-Math.expm1(-x)), gammaCdf(1, x), 1e-13);
        assertClose("Q(1, x)", -x, gammaTail(1, x), 1e-13);
        assertClose("Q(2, x)", -x + Math.log1p(x), gammaTail(2, x), 1e-13);
        double normal =
                SpecialFunctions.logNormalCdf(new Binary64(-Math.sqrt(2 * x))).getReal() + Math.log(2);
        assertClose("Q(1/2, x)", normal, gammaTail(0.5, x), 2e-12);
        double w = Math.log(x);
        double logX = Math.log(x) - Math.log1p(x);
        double logRest = -Math.log1p(x);
        assertClose("I(x; 3, 1)", 3 * logX, betaCdf(w, 3, 1), 1e-12);
        assertClose("I(x; 1, 5)", Math.log(-Math.expm1(5 * logRest)), betaCdf(w, 1, 5), 1e-12);
        assertClose("cauchy", Math.log(Math.atan2(1, x) / Math.PI), studentCdf(-x, 1), 1e-12);
        double half = 1 / (Math.sqrt(2 + x * x) * (Math.sqrt(2 + x * x) + x));
        assertClose("t of 2", Math.log(half), studentCdf(-x, 2), 1e-12);
        assertClose("t of 2, above", Math.log1p(-half), studentCdf(x, 2), 1e-12);
    }

    /** Logarithm with its first and second derivative in the first shape, by mpmath 1.3 with 60 digits. */
    @ParameterizedTest
    @CsvSource({
        "LOG_GAMMA_CDF, 300, 20, 0, -536.117429041166871, -2.7099522269229205, -0.0033261593034556",
        "LOG_GAMMA_CDF, 0.05, 1e-12, 0, -1.35469798329421494, -27.133176124629585, -1.5323573421134",
        "LOG_GAMMA_CDF, 1e5, 99000, 0, -7.18559274078970261, -0.010906764537108424, -9.3407745568643e-6",
        "LOG_GAMMA_TAIL, 0.3, 500, 0, -505.447419903518465, 9.7191255625836964, -12.245360588817",
        "LOG_GAMMA_TAIL, 50, 700, 0, -523.490352070069062, 2.6506240555127397, -0.020198989641945",
        "LOG_GAMMA_TAIL, 1e5, 102000, 0, -22.5247083543734378, 0.020284867526410318, -9.7818446121852e-6",
        "LOG_BETA_CDF, -40, 2.5, 300, -86.9352812613502383, -35.392729166419943, -0.32704650084758",
        "LOG_BETA_CDF, -1, 800, 350, -457.940621004751243, -0.95165371567669426, -0.00037862631326811",
        "LOG_BETA_CDF, 0.2, 0.01, 0.02, -0.40342959548310979, -33.139188064575112, 1109.2540906928",
        "LOG_STUDENT_CDF, -1e6, 3.3, 0, -45.2118137178274744, -12.848016395845882, 0.18454881659741",
        "LOG_STUDENT_CDF, -40, 200, 0, -223.233531295701906, -0.6563838470102609, 0.0019875921244148",
        "LOG_STUDENT_CDF, -7, 1e5, 0, -27.3780641665070203, -6.2413129361660087e-8, 1.2478588615234e-12"
    })
    void derivatives_areAccurateInFarTails(
            Operation operation, double a, double b, double c, double log, double first, double second) {
        assertClose("log", log, operation.of(a, b, c), 1e-11);
        int next = operation.ordinal();
        int twice = operation == Operation.LOG_BETA_CDF ? Operation.BETA_CDF_FIRST_TWICE.ordinal() : next + 2;
        assertClose("first", first, Operation.of(next + 1).of(a, b, c), 1e-10);
        assertClose("second", second, Operation.of(twice).of(a, b, c), 1e-10);
    }

    @Test
    void endsOfTheSupport_areMet() {
        assertEquals(Double.NEGATIVE_INFINITY, gammaCdf(2, 0));
        assertEquals(0, gammaTail(2, 0), 0);
        assertEquals(Math.log(0.5), studentCdf(0, 3), 1e-15);
    }
}
