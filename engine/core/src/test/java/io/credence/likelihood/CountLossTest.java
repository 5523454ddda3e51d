package io.credence.likelihood;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.JavaDenseKernel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Losses of large counts, whose terms are of order y log y where their sum is of order 10: values by mpmath, 50 digits. */
class CountLossTest {

    @ParameterizedTest
    @CsvSource({
        "poisson, 1023, 1, 6.94, 4.4306279048494991",
        "poisson, 1024, 1, 6.94, 4.4220997104489518",
        "poisson, 1000000, 1, 13.8155, 7.8267496306287986",
        "poisson, 1000000000, 1, 20.72329, 11.572500382390808",
        "poisson, 1000000000000, 1, 27.631021, 14.741168804996441",
        "negative-binomial, 1023, 0.3, 6.94, 7.2741501425469606",
        "negative-binomial, 1024, 0.3, 6.94, 7.275096456805249",
        "negative-binomial, 1024, 30, 6.94, 10.461052069396269",
        "negative-binomial, 1000000, 0.3, 13.0, 15.640111840138393",
        "negative-binomial, 1000000000, 0.3, 20.0, 22.191437394009939",
        "negative-binomial, 1000000000, 30, 20.0, 24.264091539825896",
        "negative-binomial, 1000000000, 0.0001, 20.0, 3395.8586010497269",
        "negative-binomial, 1000000000000, 0.3, 28.0, 28.174296375160115"
    })
    void largeCounts_loseNoDigits(String family, double label, double dispersion, double eta, double expected) {
        RowLoss loss = Likelihoods.named(family, 4, 0).loss(new DispersionPosterior.Known(dispersion));
        PredictorChunk chunk = new PredictorChunk(1, new double[8]);
        chunk.resize(1);
        chunk.label()[0] = label;
        chunk.weight()[0] = 1;
        chunk.predictorMeans()[0] = eta;
        loss.writeExpectedMoments(JavaDenseKernel.INSTANCE, chunk);
        assertEquals(expected, chunk.moments().value()[0], 1e-10 * expected);
    }
}
