package io.credence.gradient;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.Draws;
import io.credence.family.Blocks;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.gradient.RandomRows.Storage;
import io.credence.loss.ExpansionPoint;
import io.credence.pass.DrawPass;
import io.credence.pass.DrawPassTest;
import io.credence.statistics.DrawSums;
import io.credence.testkit.RandomArrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The losses of each factor's Markov blanket under likelihoods of linear predictors are those of a naive loop. */
class BlanketPassTest {

    private static final int COLUMNS = 4;
    private static final int DRAWS = 6;
    private static final int ROWS = 60;

    private static Draws draws(DrawModel model) {
        int d = model.dimension(COLUMNS);
        return new Draws.ExplicitDraws(RandomArrays.of("blankets").uniforms(DRAWS * d, -0.6, 0.6), DRAWS, d);
    }

    /** Whether row i has a cell that is not zero at a coefficient of factor f, or f holds the drawn dispersion. */
    private static boolean involves(RandomRows rows, int i, int coefficients, Blocks factors, int f) {
        for (int j = factors.firstCoefficient(f); j < factors.firstCoefficient(f) + factors.size(f); j++) {
            if (j >= coefficients || rows.x()[i][j % COLUMNS] != 0) {
                return true;
            }
        }
        return false;
    }

    @ParameterizedTest
    @EnumSource
    void blankets_areTheRowsThatInvolveAFactor(DrawModel model) {
        RandomRows rows = model.rows(ROWS, COLUMNS);
        Draws draws = draws(model);
        int d = draws.dimension();
        int coefficients = model.loss(COLUMNS).coefficients();
        for (Blocks factors : List.of(Blocks.diagonal(d), Blocks.of(3, d - 3), Blocks.full(d), Blocks.diagonal(2))) {
            double[] expected = new double[DRAWS * factors.count()];
            double[] theta = new double[d];
            int zeros = 0;
            for (int s = 0; s < DRAWS; s++) {
                draws.fill(s, theta);
                for (int i = 0; i < ROWS; i++) {
                    for (int f = 0; f < factors.count(); f++) {
                        boolean involved = involves(rows, i, coefficients, factors, f);
                        zeros += involved ? 0 : 1;
                        expected[s * factors.count() + f] += involved ? model.total(rows, i, i + 1, theta) : 0;
                    }
                }
            }
            assertTrue(zeros > 0 || factors.count() < d, "every row was in every blanket");
            for (Storage storage : Storage.values()) {
                DrawSums sums = DrawPassTest.run(
                        DrawPass.ofBlankets(model.loss(COLUMNS), draws, factors),
                        rows.partitions(storage, 17, 33, 0, 27));
                assertClose(model + " " + storage + " " + factors, expected, sums.gradients(), 1e-11);
                DrawSums plain = DrawPassTest.run(
                        new DrawPass(model.loss(COLUMNS), draws, null, GradientForm.NONE),
                        rows.partitions(storage, 17, 33, 0, 27));
                assertClose("losses", plain.losses(), sums.losses(), 0);
                assertEquals(ROWS, sums.rows());
            }
        }
    }

    @Test
    void anchorOrMissingFactors_areRefused() {
        Draws draws = draws(DrawModel.LOGIT);
        ExpansionPoint anchor = new ExpansionPoint(new double[COLUMNS], 2);
        Blocks factors = Blocks.diagonal(COLUMNS);
        assertThrows(
                IllegalArgumentException.class,
                () -> new DrawPass(DrawModel.LOGIT.loss(COLUMNS), draws, anchor, GradientForm.BLANKETS, null, factors));
        assertThrows(
                IllegalArgumentException.class,
                () -> new DrawPass(DrawModel.LOGIT.loss(COLUMNS), draws, null, GradientForm.BLANKETS));
        FaultyLoss whole = new FaultyLoss(DrawModel.LOGIT.loss(COLUMNS), -1, 0, false);
        assertThrows(IllegalArgumentException.class, () -> DrawPass.ofBlankets(whole, draws, factors));
    }
}
