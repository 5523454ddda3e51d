package io.credence.report.page;

import org.jspecify.annotations.Nullable;

/**
 * Sections on the checks of the posterior.
 *
 * @param trust section on the importance weights; null where the draws were not weighted
 * @param families section on the families that were tried; null where one was requested
 * @param response section on linear response; null where it was not computed
 * @param predictive section on the posterior predictive check; null where there was none
 * @param rows section on leave-one-out prediction; null where it was not computed
 */
record ChecksSection(
        @Nullable WeightsSection trust,
        @Nullable FamiliesSection families,
        @Nullable LinearResponseSection response,
        @Nullable PredictiveSection predictive,
        @Nullable LeaveOneOutTable rows) {}
