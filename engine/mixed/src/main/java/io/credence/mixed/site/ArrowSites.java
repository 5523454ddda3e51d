package io.credence.mixed.site;

import io.credence.data.RowBlock;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;
import io.credence.mixed.model.EffectLayout;
import io.credence.mixed.model.MixedModel;
import io.credence.mixed.row.ArrowEntries;
import io.credence.mixed.row.ArrowSums;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Normal sites of rows whose unknowns have an arrow-shaped precision.
 *
 * @param moments moments of linear predictors; null before there are any
 */
public record ArrowSites(EffectLayout layout, @Nullable PredictorMoments moments) implements SiteStructure<ArrowSums> {

    @Override
    public MixedModel model() {
        return layout.model();
    }

    @Override
    public boolean hasMoments() {
        return moments != null;
    }

    @Override
    public RowCursor<ArrowSums> newRowCursor(double[] units) {
        return new SiteWorkspace(layout, units, moments == null ? null : moments.newWorkspace());
    }

    private static final class SiteWorkspace implements RowCursor<ArrowSums> {

        private final ArrowSums sums;
        private final ArrowEntries row;
        private final PredictorMoments.@Nullable Workspace room;
        private final LevelCorrection correction = new LevelCorrection();

        SiteWorkspace(EffectLayout layout, double[] units, PredictorMoments.@Nullable Workspace room) {
            this.sums = new ArrowSums(layout);
            this.row = new ArrowEntries(layout, units);
            this.room = room;
        }

        @Override
        public void moveTo(RowBlock block, int i) {
            row.moveTo(block, i);
        }

        @Override
        public Predictor predictorMoments(double precision) {
            room().moveTo(row);
            return new Predictor(room().mean(), room().variance());
        }

        private PredictorMoments.Workspace room() {
            return Objects.requireNonNull(room, "a Gaussian");
        }

        @Override
        public void add(double precision, double shift) {
            sums.addWeight(precision);
            sums.add(row, precision, shift, 0);
        }

        @Override
        public void addCorrection(SiteRatio ratio) {
            correction.add(row.localLevel(), room().rowTerms(ratio));
        }

        @Override
        public void settleCorrection(RowLoss loss, DenseKernel kernel, int draws, long seed) {
            correction.settleLevels(row.localLevel(), loss, kernel, draws, seed);
        }

        @Override
        public double correction(RowLoss loss, DenseKernel kernel, int draws, long seed) {
            return correction.total(loss, kernel, draws, seed);
        }

        @Override
        public ArrowSums sums() {
            return sums;
        }
    }
}
