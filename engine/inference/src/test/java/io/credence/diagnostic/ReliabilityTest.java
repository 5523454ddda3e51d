package io.credence.diagnostic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.diagnostic.Reliability.Status;
import io.credence.family.DiagonalGaussian;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.FitEnd;
import io.credence.fit.FitResult;
import io.credence.fit.FitState.FitStatus;
import io.credence.network.result.HoldOutScores;
import io.credence.summary.NetworkReport;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ReliabilityTest {

    private static final WeightingChanges NONE = new WeightingChanges(0, 0, 0.01, 0);
    private static final WeightTail LIGHT = new WeightTail(0.43, 0.7, 2000, 1980);
    private static final WeightTail HEAVY = new WeightTail(0.72, 0.7, 2000, 1000);
    private static final WeightTail AGREEING = new WeightTail(0.72, 0.7, 2000, 1995);

    private static FitResult result(FitStatus status) {
        DiagonalGaussian q = DiagonalGaussian.around(new double[1], new double[] {1});
        return new FitResult(
                new FitEnd(status, "because", 1, 1, null, List.of()), q, new DispersionPosterior.Known(1), null, null);
    }

    private static Reliability of(FitStatus status, boolean proper, WeightTail tail) {
        return Reliability.of(
                result(status),
                proper,
                tail == null ? null : Reliability.byWeights(tail, null, null, NONE),
                "too wide");
    }

    @Test
    void answerThatWasNotChecked_isNeverReliable() {
        Reliability skipped = of(FitStatus.CONVERGED, true, null);
        assertEquals(Reliability.skipped("too wide"), skipped);
        assertFalse(skipped.isReliable());
        assertEquals("not checked: too wide", skipped.text());
        assertEquals("skipped", skipped.status().resultName());
    }

    @ParameterizedTest
    @EnumSource(
            value = FitStatus.class,
            names = {"CONVERGED"},
            mode = EnumSource.Mode.EXCLUDE)
    void fitThatHasNotConverged_failsHoweverItIsWeighed(FitStatus status) {
        assertEquals(Status.FAILED, of(status, true, null).status());
        assertEquals(Status.FAILED, of(status, true, LIGHT).status());
    }

    /** Intervals that hold their labels, of a log score two errors below that of no features, and within them. */
    @ParameterizedTest
    @CsvSource({"-2.3, FAILED, predictions are worse than without features", "-2.1, PASSED, 40 rows held out"})
    void networksThatPredictWorseThanNoFeatures_fail(double logScore, Status status, String words) {
        List<HoldOutScores.Calibration> calibration =
                List.of(new HoldOutScores.Calibration("50 % coverage", 0.5, 0.11, 0.6, 0.3, 0.7));
        HoldOutScores found = new HoldOutScores(40, new double[] {1}, logScore, 0.1, -2, calibration);
        Reliability reliability = NetworkReport.reliability(result(FitStatus.CONVERGED), found);
        assertEquals(status, reliability.status());
        assertTrue(reliability.reason().startsWith(words), reliability.reason());
    }

    @Test
    void improperPosterior_fails() {
        assertEquals(Status.FAILED, of(FitStatus.CONVERGED, false, null).status());
        assertEquals(
                Status.FAILED, Reliability.byWeights(LIGHT, null, null, null).status());
    }

    @Test
    void weights_passByOneRuleThatIsStated() {
        WeightTail further = new WeightTail(0.2, 0.7, 4000, 1900);
        assertEquals(
                "reliable: k-hat 0.43 of 2000 draws, at most 0.70 allowed",
                Reliability.byWeights(LIGHT, further, null, NONE).text());
    }

    /** Of many parameters nothing goes further out, which the verdict states. */
    @Test
    void weightsOfOwnDrawsAlone_areStatedAsSuch() {
        String alone = "; with so many parameters no draws that go further out were weighed";
        assertEquals(
                "reliable: k-hat 0.43 of 2000 draws, at most 0.70 allowed" + alone,
                of(FitStatus.CONVERGED, true, LIGHT).text());
        assertEquals(
                "NOT reliable: k-hat 0.72 of 2000 draws, at most 0.70 allowed" + alone,
                of(FitStatus.CONVERGED, true, HEAVY).text());
    }

    /** Weights that hardly differ show nothing of where no draw has been. */
    @Test
    void heavyTail_isExcusedByDrawsThatGoFurtherOutAlone() {
        assertFalse(of(FitStatus.CONVERGED, true, AGREEING).isReliable());
        WeightTail further = new WeightTail(0.2, 0.7, 4000, 1900);
        assertEquals(
                "reliable: k-hat 0.72 of 2000 draws, above 0.70 but excused, as 4000 draws that go further out leave all numbers"
                        + " where they are",
                Reliability.byWeights(HEAVY, further, null, NONE).text());
        assertFalse(Reliability.byWeights(HEAVY, further, null, new WeightingChanges(0.31, 0.33, 0.02, 0))
                .isReliable());
        WeightTail heavier = new WeightTail(0.8, 0.7, 4000, 900);
        assertFalse(Reliability.byWeights(LIGHT, heavier, null, NONE).isReliable());
    }

    @Test
    void anotherMode_isStatedWithItsPlaceAndMass() {
        Reliability found = Reliability.byModes(LIGHT, 0.5, "theta -2.02");
        assertEquals(Status.FAILED, found.status());
        assertTrue(found.reason().contains("several modes: about 50 % of the mass"), found.reason());
        assertTrue(found.reason().endsWith("at theta -2.02"), found.reason());
    }

    @Test
    void weightsThatMoveNumbersOrAreTooFew_fail() {
        assertTrue(Reliability.byWeights(LIGHT, null, null, new WeightingChanges(0.31, 0.33, 0.02, 0))
                .reason()
                .contains("moves a number by up to 0.33 sd"));
        assertTrue(Reliability.byWeights(LIGHT, null, null, new WeightingChanges(0, 0, 0.06, 0))
                .reason()
                .contains("too small"));
    }
}
