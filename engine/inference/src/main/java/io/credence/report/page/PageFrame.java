package io.credence.report.page;

import java.util.List;

/**
 * Frame of a page: verdict, then model and rows, at the end the run.
 *
 * @param title title of the page
 * @param headline verdict on the reliability, with advice
 * @param figures most important numbers
 * @param facts facts about the fit
 * @param configuration configuration of the fit, as JSON; empty where it is not available
 * @param decisions text of {@code log.txt}
 */
record PageFrame(
        String title, Headline headline, List<Fact> figures, FactLists facts, String configuration, String decisions) {

    /**
     * Facts about a fit, by what they are about.
     *
     * @param data facts about the rows
     * @param model facts about the model
     * @param run facts about the run
     * @param versions versions of the components
     */
    record FactLists(List<Fact> data, List<Fact> model, List<Fact> run, List<Fact> versions) {}
}
