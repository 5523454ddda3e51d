package io.credence.mixed.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.mixed.model.MixedRows;
import io.credence.testkit.RandomArrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Labels of levels with an effect of variance 1 each, of which every row's site is exp(−0.2 η²/2) times the slope of its label. */
class LevelCorrectionTest {

    private static final int LEVELS = 7;
    private static final int DRAWS = 1 << 14;
    private static final double PRECISION = 0.2;

    private final RowLoss loss = Likelihoods.named("bernoulli", 1, 0).loss(new DispersionPosterior.Known(1));
    private final Random random = RandomArrays.of("levels").random();

    private LevelCorrection.RowTerms[] level(int rows) {
        double variance = 1 / (1 + rows * PRECISION);
        double sd = Math.sqrt(variance);
        TiltedMoments tilted = new TiltedMoments(loss, MixedRows.KERNEL);
        double rest = 1 / (1 / variance - PRECISION);
        LevelCorrection.RowTerms[] all = new LevelCorrection.RowTerms[rows];
        for (int i = 0; i < rows; i++) {
            tilted.set(i, random.nextInt(2), 1, 0, 0.3, rest);
        }
        tilted.compute(rows);
        for (int i = 0; i < rows; i++) {
            all[i] = new LevelCorrection.RowTerms(
                    new double[] {sd}, new double[0], new double[0], tilted.ratio(i, 0.3, sd));
        }
        return all;
    }

    /** By sums over the level's one direction. */
    private static double exact(LevelCorrection.RowTerms[] rows, double[] labels) {
        double sum = 0;
        double step = 0.002;
        for (double z = -9; z < 9; z += step) {
            double log = -0.5 * z * z;
            for (int i = 0; i < rows.length; i++) {
                double eta = rows[i].ratio().predictor(z);
                log += rows[i].ratio().log(z, Math.log1p(Math.exp(eta)) - labels[i] * eta);
            }
            sum += step * Math.exp(log) / Math.sqrt(2 * Math.PI);
        }
        return Math.log(sum);
    }

    private static double[] labels(LevelCorrection.RowTerms[] rows) {
        double[] labels = new double[rows.length];
        for (int i = 0; i < labels.length; i++) {
            labels[i] = rows[i].ratio().response().label();
        }
        return labels;
    }

    @Test
    void total_isTheSumOverLevels() {
        LevelCorrection correction = new LevelCorrection();
        double truth = 0;
        for (int g = 0; g < LEVELS; g++) {
            LevelCorrection.RowTerms[] rows = level(1 + g);
            for (LevelCorrection.RowTerms row : rows) {
                correction.add(g, row);
            }
            truth += rows.length == 1 ? 0 : exact(rows, labels(rows));
        }
        double found = correction.total(loss, MixedRows.KERNEL, DRAWS, 1);
        assertTrue(Math.abs(truth) > 0.05, "nats: " + truth);
        assertEquals(truth, found, 1e-4);
    }

    @Test
    void meanBelowZero_isThatOfPairs() {
        LevelCorrection.RowTerms[] rows = level(2);
        LevelCorrection correction = new LevelCorrection();
        correction.add(0, shifted(rows[0], Math.log(4)));
        correction.add(0, shifted(rows[1], Math.log(0.1)));
        SiteRatio one = rows[0].ratio();
        SiteRatio other = rows[1].ratio();
        double pair =
                one.thirdCumulant() * other.thirdCumulant() / 6 + one.fourthCumulant() * other.fourthCumulant() / 24;
        assertEquals(pair, correction.total(loss, MixedRows.KERNEL, 64, 1), 1e-12);
    }

    private static LevelCorrection.RowTerms shifted(LevelCorrection.RowTerms row, double by) {
        SiteRatio r = row.ratio();
        SiteRatio shifted = new SiteRatio(
                r.response(),
                r.mean(),
                r.sd(),
                r.cavity(),
                r.logIntegral() - by,
                r.thirdCumulant(),
                r.fourthCumulant());
        return new LevelCorrection.RowTerms(
                row.localDirection(), row.globalEntries(), row.globalCovarianceProduct(), shifted);
    }

    @Test
    void levelsThatAreSettled_addTheSame() {
        LevelCorrection whole = new LevelCorrection();
        LevelCorrection dropping = new LevelCorrection(4);
        for (int g = 0; g < LEVELS; g++) {
            for (LevelCorrection.RowTerms row : level(3)) {
                whole.add(g, row);
                dropping.add(g, row);
                dropping.settleLevels(g, loss, MixedRows.KERNEL, 64, 1);
            }
        }
        double total = whole.total(loss, MixedRows.KERNEL, 64, 1);
        assertNotEquals(0, total);
        assertEquals(total, dropping.total(loss, MixedRows.KERNEL, 64, 1));
    }
}
