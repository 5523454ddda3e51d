package io.credence.gradient;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.credence.data.Draws;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.gradient.RandomRows.Storage;
import io.credence.pass.DrawPass;
import io.credence.pass.DrawPassTest;
import io.credence.random.NormalDraws;
import io.credence.random.NormalDraws.Dependence;
import io.credence.statistics.NonFiniteValue;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A loss at draws that is not finite is reported where it arose. */
class DrawPassReportTest {

    private static final int COLUMNS = 3;
    private static final double ALWAYS = Double.NEGATIVE_INFINITY;
    private static final int[] SIZES = {700, 0, 800};
    private static final Draws DRAWS = new Draws.RegeneratedDraws(
            new double[COLUMNS], new double[] {1, 1, 1}, new NormalDraws(1, 1, 8, COLUMNS, Dependence.INDEPENDENT));
    private final RandomRows rows = DrawModel.LOGIT.rows(1500, COLUMNS);

    private RandomRows withLabel(int... at) {
        double[] labels = rows.labels().clone();
        Arrays.stream(at).forEach(i -> labels[i] = 9);
        return new RandomRows(rows.x(), labels, rows.weights(), rows.offsets());
    }

    private static NonFiniteValue report(
            RandomRows rows, double wrong, GradientForm form, double limit, int blockRows) {
        DrawPass pass =
                new DrawPass(new FaultyLoss(DrawModel.LOGIT.loss(COLUMNS), 9, wrong, true, limit), DRAWS, null, form);
        NonFiniteValue found = DrawPassTest.run(pass, rows.partitions(Storage.DENSE, blockRows, SIZES))
                .firstNonFinite();
        assertNotNull(found);
        return found;
    }

    @ParameterizedTest
    @CsvSource({"1, NaN", "7, NaN", "600, Infinity", "2000, -Infinity"})
    void lossThatIsNotFinite_isReportedWithPartitionAndRow(int blockRows, double wrong) {
        NonFiniteValue found = report(withLabel(1400, 1450), wrong, GradientForm.PER_DRAW, ALWAYS, blockRows);
        assertEquals(new NonFiniteValue("loss at draw 0", 2, 700, wrong), found);
        assertEquals("loss at draw 0 was " + wrong + " at row 700 of partition 2", found.toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 600})
    void firstPartitionWithAFault_isReported(int blockRows) {
        NonFiniteValue found = report(withLabel(650, 720), Double.NaN, GradientForm.NONE, ALWAYS, blockRows);
        assertEquals(new NonFiniteValue("loss at draw 0", 0, 650, Double.NaN), found);
    }

    @ParameterizedTest
    @EnumSource(names = "BLANKETS", mode = EnumSource.Mode.EXCLUDE)
    void draw_isNamed(GradientForm form) {
        double[] theta = new double[COLUMNS];
        double largest = ALWAYS;
        int draw = -1;
        for (int s = 0; s < DRAWS.count(); s++) {
            DRAWS.fill(s, theta);
            draw = theta[0] > largest ? s : draw;
            largest = Math.max(largest, theta[0]);
        }
        NonFiniteValue found = report(withLabel(1400), Double.POSITIVE_INFINITY, form, largest, 100);
        assertEquals(new NonFiniteValue("loss at draw " + draw, 2, 700, Double.POSITIVE_INFINITY), found);
    }

    @ParameterizedTest
    @EnumSource(names = "BLANKETS", mode = EnumSource.Mode.EXCLUDE)
    void finiteLossesWithAnInfiniteSum_areReported(GradientForm form) {
        NonFiniteValue found = report(withLabel(1400, 1401, 1402, 1403), Double.MAX_VALUE, form, ALWAYS, 100);
        assertEquals(new NonFiniteValue("sum of losses at draw 0", 2, 700, Double.POSITIVE_INFINITY), found);
    }
}
