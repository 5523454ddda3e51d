package io.credence.autodiff;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.testkit.FiniteDifference;
import io.credence.testkit.RandomArrays;
import org.hipparchus.analysis.differentiation.DSFactory;
import org.hipparchus.special.Erf;
import org.hipparchus.special.Gamma;
import org.hipparchus.util.Binary64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values against Hipparchus and known ones; derivatives under recording are in {@link RowFunctionsTest}. */
class SpecialFunctionsTest {

    private static double logGamma(double x) {
        return SpecialFunctions.logGamma(new Binary64(x)).getReal();
    }

    @Test
    void values_areThoseOfHipparchus() {
        for (double x : RandomArrays.of("special").uniforms(200, 0.01, 60)) {
            Binary64 number = new Binary64(x);
            assertClose("logGamma " + x, Gamma.logGamma(x), logGamma(x), 1e-12);
            assertClose(
                    "digamma " + x,
                    Gamma.digamma(x),
                    SpecialFunctions.digamma(number).getReal(),
                    1e-8);
            assertClose(
                    "trigamma " + x,
                    Gamma.trigamma(x),
                    SpecialFunctions.trigamma(number).getReal(),
                    1e-6);
            Binary64 small = new Binary64(x / 20 - 1);
            assertClose(
                    "erf", Erf.erf(small.getReal()), SpecialFunctions.erf(small).getReal(), 1e-12);
            assertClose(
                    "erfc",
                    Erf.erfc(small.getReal()),
                    SpecialFunctions.erfc(small).getReal(),
                    1e-12);
            assertClose(
                    "logBeta",
                    logGamma(x) + logGamma(3.5) - logGamma(x + 3.5),
                    SpecialFunctions.logBeta(number, new Binary64(3.5)).getReal(),
                    1e-11);
        }
        assertClose(
                "log B",
                -Math.log(1e12),
                SpecialFunctions.logBeta(new Binary64(1), new Binary64(1e12)).getReal(),
                1e-14);
        assertClose(
                "tail",
                -1254.8313611394199,
                SpecialFunctions.logNormalCdf(new Binary64(-50)).getReal(),
                1e-13);
    }

    /** ψ(1) = −γ, ψ₁(1) = π²/6, ψ₂(1) = −2 ζ(3), ψ₃(1) = π⁴/15. */
    @Test
    void polygammas_areTheKnownOnesAndEachOthersDerivatives() {
        assertClose("0", -0.5772156649015329, Polygamma.of(0, 1), 1e-14);
        assertClose("1", Math.PI * Math.PI / 6, Polygamma.of(1, 1), 1e-14);
        assertClose("2", -2 * 1.2020569031595943, Polygamma.of(2, 1), 1e-14);
        assertClose("3", Math.pow(Math.PI, 4) / 15, Polygamma.of(3, 1), 1e-14);
        for (double x : RandomArrays.of("polygamma").uniforms(50, 0.3, 40)) {
            for (int n = 0; n < 4; n++) {
                int order = n;
                double[] slope = FiniteDifference.gradient(at -> Polygamma.of(order, at[0]), new double[] {x});
                assertClose(n + " at " + x, slope, new double[] {Polygamma.of(n + 1, x)}, 1e-6);
            }
        }
        assertEquals(Double.NaN, Polygamma.of(0, 0));
        assertEquals(Double.NaN, Polygamma.of(1, -0.5));
    }

    /** ψ, ψ′ and ψ″ by mpmath 1.3 with 60 digits, on both sides of where the series takes over. */
    @ParameterizedTest
    @CsvSource({
        "1e-8, -100000000.57721564845, 10000000000000001.645, -2.0e24",
        "0.3, -3.502524222200132989, 12.245364546107730465, -75.272536588726030667",
        "7.25, 1.9104535268837360284, 0.14787923315893216965, -0.021828952295197739222",
        "19.5, 2.9445543434255953001, 0.05261944121365593034, -0.0027681678527467020616",
        "49, 3.8815815101625860745, 0.02061782635456051606, -0.00042507970884222510504",
        "1234.5, 7.1180162318279978433, 0.0008103727271269666527, -6.5670392093287152052e-7"
    })
    void polygammas_areAccurateToRounding(double x, double first, double second, double third) {
        assertClose("0", 1, Polygamma.of(0, x) / first, 2e-15);
        assertClose("1", 1, Polygamma.of(1, x) / second, 2e-15);
        assertClose("2", 1, Polygamma.of(2, x) / third, 2e-15);
    }

    @Test
    void derivativesOfHigherOrder_areRefused() {
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> SpecialFunctions.erf(new DSFactory(1, 3).variable(0, 0.5)))
                .getMessage();
        assertTrue(message.contains("up to order 2") && message.contains("found 3"), message);
    }

    /** What another library decides by the value of a number is sent here. */
    @Test
    void functionsOfHipparchus_areRefusedAndReplacementsNamed() {
        RowFunctions functions = new RowFunctions(1, 0);
        RecordingNumber x = functions.begin()[0];
        String special = assertThrows(UnrecordableException.class, () -> Gamma.logGamma(x))
                .getMessage();
        assertTrue(special.contains("in logGamma of org.hipparchus.special.Gamma"), special);
        assertTrue(special.contains("io.credence.autodiff.SpecialFunctions"), special);
        String real = assertThrows(UnrecordableException.class, x::getReal).getMessage();
        assertTrue(real.contains("io.credence.autodiff.SpecialFunctions"), real);
    }
}
