package io.credence.report.page;

import org.jspecify.annotations.Nullable;

/**
 * How the posterior was checked.
 *
 * @param trust what the importance weights show; null where the draws were not weighed
 * @param families those among which the posterior was chosen; null where it was requested
 * @param response what linear response changes; null where it was not taken
 * @param predictive responses drawn from the model; null where none were
 * @param rows how well each row is predicted from the others; null where that was not found
 */
record ChecksSection(
        @Nullable TrustSection trust,
        @Nullable FamiliesSection families,
        @Nullable ResponseSection response,
        @Nullable PredictiveSection predictive,
        @Nullable RowsSection rows) {}
