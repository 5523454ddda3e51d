package io.credence.report.page;

import java.util.List;

/**
 * What stands on every page: verdict first, what was fitted to which rows, at the end how it ran.
 *
 * @param title of the page
 * @param headline whether the fit is reliable, and what to do next
 * @param figures the numbers that are requested first
 * @param data what the rows were
 * @param model what was fitted to them
 * @param run how it ran
 * @param versions what ran
 * @param configuration what was requested, as JSON; empty where that is not known
 * @param decisions {@code log.txt}
 */
record PageFrame(
        String title,
        Headline headline,
        List<Fact> figures,
        List<Fact> data,
        List<Fact> model,
        List<Fact> run,
        List<Fact> versions,
        String configuration,
        String decisions) {}
