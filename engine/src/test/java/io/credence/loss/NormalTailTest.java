package io.credence.loss;

import static io.credence.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.RandomArrays;
import io.credence.likelihood.NormalTailPoints;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.NormalTail;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NormalTailTest {

    /** log Φ(z), φ(z)/Φ(z) and the curvature of −log Φ, computed with mpmath 1.3.0 at 50 digits. */
    @ParameterizedTest
    @CsvSource({
        "-1e8, -5000000000000019.3, 100000000.00000001, 0.9999999999999999",
        "-1e4, -50000010.129278915, 10000.000099999998, 0.9999999900000006",
        "-700, -245007.47002090905, 700.00142856559773, 0.99999795920866263",
        "-100, -5005.5242086942051, 100.00999800099926, 0.99990005995005174",
        "-38.5, -745.69527029041108, 38.525939096854494, 0.99932806564363412",
        "-10, -53.231285150512471, 10.098093233962512, 0.99055462217434374",
        "-5.0001, -15.065517049221957, 5.1866006975365082, 0.96730464793389973",
        "-5, -15.064998393988726, 5.1865039671258421, 0.96730356538288777",
        "-4.9999, -15.06447974842853, 5.1864072368234337, 0.96730248278099745",
        "-3, -6.6077262215103495, 3.2830986549304365, 0.92944081321473188",
        "-1, -1.8410216450092635, 1.5251352761609812, 0.80090233442965121",
        "-0.5, -1.1759117615936186, 1.1410777703680645, 0.73151959284412105",
        "0, -0.69314718055994531, 0.79788456080286536, 0.63661977236758134",
        "0.5, -0.36894641528865639, 0.50916043383703349, 0.5138245643036329",
        "1, -0.17275377902344989, 0.28759997093917836, 0.3703137142233946",
        "3, -0.0013508099647481938, 0.0044378390421256638, 0.013333211541740806",
        "5, -2.8665161296376359e-7, 1.4867199409049057e-6, 7.4336019148607112e-6",
        "8, -6.2209605742717861e-16, 5.0522710835368954e-15, 4.0418168668295189e-14",
        "10, -7.6198530241605261e-24, 7.6945986267064193e-23, 7.6945986267064193e-22",
        "30, -4.9067139271481871e-198, 1.4736461348785475e-196, 4.4209384046356426e-195",
    })
    void tail_matchesReferenceValues(double z, double logCdf, double inverseMills, double curvature) {
        assertWithin("log Φ(" + z + ")", logCdf, NormalTail.logCdf(z), 2e-13 * Math.abs(logCdf));
        assertWithin("φ/Φ at " + z, inverseMills, NormalTail.inverseMills(z), 1e-13 * inverseMills);
        ExpectedRow row = ExpectedRow.of(ReferenceLoss.PROBIT.loss(), 1, z, 0);
        assertWithin("curvature at " + z, curvature, row.curvature(), 1e-12 * curvature);
    }

    @Test
    void manyPoints_areThoseOfOneAtATime() {
        double[] z = RandomArrays.of("tails").uniforms(500, -9, 9);
        double[] edges = {-1e8, -1e4, -700, -38.5, -1e-300, -0.0, 0, 1e-9, 8, 30, 38, 1e200, Double.NaN};
        System.arraycopy(edges, 0, z, 100, edges.length);
        double[] value = new double[510];
        double[] hazard = new double[500];
        new NormalTailPoints().evaluate(JavaDenseKernel.INSTANCE, z, 500, value, 10, hazard);
        for (int i = 0; i < 500; i++) {
            if (Double.isNaN(z[i])) {
                assertTrue(Double.isNaN(value[10 + i]) && Double.isNaN(hazard[i]));
                continue;
            }
            double expected = -NormalTail.logCdf(z[i]);
            assertWithin("−log Φ(" + z[i] + ")", expected, value[10 + i], 3e-13 * expected + Double.MIN_NORMAL);
            double slope = NormalTail.inverseMills(z[i]);
            assertWithin("φ/Φ at " + z[i], slope, hazard[i], 3e-13 * slope + Double.MIN_NORMAL);
        }
    }
}
