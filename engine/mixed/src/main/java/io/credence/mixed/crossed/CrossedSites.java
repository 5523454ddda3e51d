package io.credence.mixed.crossed;

import io.credence.data.RowBlock;
import io.credence.mixed.model.MixedModel;
import io.credence.mixed.site.SiteStructure;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Normal sites of rows of two large crossed factors. What expectation propagation leaves out of their evidence is not
 * computed: their levels have many rows.
 *
 * @param moments moments of linear predictors; null before there are any
 */
record CrossedSites(CrossedLayout layout, @Nullable CrossedPredictors moments) implements SiteStructure<CrossedSums> {

    @Override
    public MixedModel model() {
        return layout.model();
    }

    @Override
    public boolean hasMoments() {
        return moments != null;
    }

    @Override
    public RowCursor<CrossedSums> newRowCursor(double[] units) {
        return new CrossedSiteWorkspace(layout, units, moments == null ? null : moments.newWorkspace());
    }

    private static final class CrossedSiteWorkspace implements RowCursor<CrossedSums> {

        private final CrossedSums sums;
        private final CrossedRow row;
        private final CrossedPredictors.@Nullable Workspace room;

        CrossedSiteWorkspace(CrossedLayout layout, double[] units, CrossedPredictors.@Nullable Workspace room) {
            this.sums = new CrossedSums(layout);
            this.row = new CrossedRow(layout, units);
            this.room = room;
        }

        @Override
        public void moveTo(RowBlock block, int i) {
            row.moveTo(block, i);
        }

        @Override
        public Predictor predictorMoments(double precision) {
            room().moveTo(row, precision);
            return new Predictor(room().mean(), room().variance());
        }

        private CrossedPredictors.Workspace room() {
            return Objects.requireNonNull(room, "a Gaussian");
        }

        @Override
        public void add(double precision, double shift) {
            row.setResponse(precision == 0 ? 0 : shift / precision);
            sums.add(row, precision);
        }

        @Override
        public CrossedSums sums() {
            return sums;
        }
    }
}
