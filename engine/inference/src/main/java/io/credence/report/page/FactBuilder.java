package io.credence.report.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.credence.diagnostic.WeightTail;
import io.credence.report.page.PageFrame.FactLists;
import io.credence.result.SavedPosterior;
import io.credence.result.section.BoundsSection.BoundSection;
import io.credence.result.section.DataSection;
import io.credence.result.section.DiagnosticsSection;
import io.credence.result.section.HeldOutSection;
import io.credence.result.section.PriorSection;
import io.credence.result.section.RunSection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builder of the facts about a fit, as names and values. */
final class FactBuilder {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final SavedPosterior saved;
    private final DataSection rows;
    private final @Nullable DiagnosticsSection diagnostics;
    private final Map<String, BoundSection> bounds;

    FactBuilder(SavedPosterior saved) {
        this.saved = saved;
        this.rows = saved.file().data();
        this.diagnostics = saved.findings().diagnostics();
        this.bounds = saved.findings().knownBounds().named();
    }

    /**
     * Frame of the page.
     *
     * @param log text of {@code log.txt}; empty where there is none
     */
    PageFrame pageFrame(String log) {
        return new PageFrame(
                title(),
                Headline.of(saved),
                figures(),
                new FactLists(data(), model(), run(), versions()),
                configurationJson(),
                log.strip());
    }

    private String title() {
        String path = rows.path();
        return saved.model().name()
                + (path == null || path.isEmpty() ? "" : " · " + path.substring(path.lastIndexOf('/') + 1));
    }

    /** Most important numbers of the fit. */
    private List<Fact> figures() {
        List<Fact> figures = new ArrayList<>();
        addCount(figures, "rows", rows.rows());
        figures.add(Fact.of(
                saved.isOfNetworks() ? "columns" : "coefficients",
                "%,d",
                saved.names().size()));
        HeldOutSection heldOut = saved.findings().rowChecks().heldOut();
        if (heldOut != null) {
            addNumber(figures, "log score of a row held out", "%.3f", heldOut.logScore());
            addNumber(figures, "log score " + heldOut.baseline(), "%.3f", heldOut.constantLogScore());
        }
        WeightTail tail = diagnostics == null ? null : diagnostics.tail();
        if (diagnostics != null && tail != null && Double.isFinite(tail.tailIndex())) {
            figures.add(Fact.of(
                    "k-hat of the weights, " + EvidencePicture.ruleText(tail, diagnostics.areWeightsUsable()),
                    "%.2f",
                    tail.tailIndex()));
        }
        bounds.entrySet().stream()
                .filter(each -> each.getKey().equals("logEvidence")
                        && Double.isFinite(each.getValue().value()))
                .findFirst()
                .or(() -> bounds.entrySet().stream().findFirst())
                .ifPresent(each -> figures.add(Fact.of(
                        BoundName.of(each.getKey()) + ", nats",
                        "%.2f",
                        each.getValue().value())));
        saved.leaveOneOut()
                .ifPresent(loo -> figures.add(Fact.of(
                        "elpd by leaving rows out",
                        "%.1f ± %.1f",
                        loo.elpd().value(),
                        loo.elpd().error())));
        if (saved.file().run() != null) {
            addNumber(figures, "seconds", "%.1f", saved.file().run().info().seconds());
        }
        return figures;
    }

    private List<Fact> data() {
        List<Fact> facts = new ArrayList<>();
        addFact(facts, "read from", rows.path());
        addCount(facts, "rows used", rows.rows());
        addCount(facts, "rows left out", rows.skipped());
        addCount(facts, "partitions", rows.partitions());
        addFact(facts, "classes", String.join(", ", saved.classNames()));
        saved.fittedColumns()
                .referenceLevels()
                .forEach((column, level) -> facts.add(new Fact("baseline of " + column, level)));
        addFact(facts, "fingerprint", saved.fingerprint());
        return facts;
    }

    private List<Fact> model() {
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact(
                saved.model().className().isPresent() ? "class" : "likelihood",
                saved.model().name()));
        addFact(facts, "link", saved.model().link());
        if (!saved.model().loss().equals("log-likelihood")) {
            facts.add(new Fact("loss", saved.model().loss()));
        }
        addFact(facts, "formula", rows.formulaText());
        PriorSection prior = saved.file().prior();
        addFact(facts, "prior", prior == null ? null : prior.kind());
        if (saved.isOfNetworks()) {
            addFact(facts, "columns", String.join(", ", saved.names()));
        } else {
            facts.add(new Fact(
                    "posterior",
                    saved.posteriorFamily() + ", moments by "
                            + saved.momentSource().text()));
        }
        BoundSection elbo = bounds.get("elbo");
        if (elbo != null) {
            facts.add(Fact.of("ELBO", "%.4f nats", elbo.value()));
        }
        return facts;
    }

    private List<Fact> run() {
        List<Fact> facts = new ArrayList<>();
        RunSection run = saved.file().run();
        if (run != null) {
            addFact(facts, "stopped", run.stopReason());
            addFact(facts, "iterations", run.iterations() == null ? null : String.valueOf(run.iterations()));
            addNumber(facts, "passes over the rows", "%.1f", run.passes());
            addNumber(facts, "seconds", "%.2f", run.info().seconds());
        }
        facts.add(Fact.of("seed", "%d", saved.seed()));
        addFact(facts, "kernel", run == null ? null : run.info().kernel());
        if (diagnostics != null) {
            addNumber(facts, "R-hat", "%.3f", diagnostics.noise().rhat());
            addNumber(
                    facts,
                    "Monte Carlo error of means, posterior sds",
                    "%.4f",
                    diagnostics.noise().mcse());
        }
        facts.add(new Fact("digest", saved.digest()));
        return facts;
    }

    private List<Fact> versions() {
        RunSection run = saved.file().run();
        return run == null
                ? List.of()
                : run.info().versions().entrySet().stream()
                        .map(entry -> new Fact(entry.getKey(), entry.getValue()))
                        .toList();
    }

    /** Indented JSON of the configuration. */
    private String configurationJson() {
        try {
            String config = saved.config();
            return config.isEmpty()
                    ? ""
                    : MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(MAPPER.readTree(config));
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("the configuration was read as JSON before", impossible);
        }
    }

    private static void addFact(List<Fact> facts, String name, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            facts.add(new Fact(name, value));
        }
    }

    private static void addCount(List<Fact> facts, String name, @Nullable Number count) {
        if (count != null) {
            facts.add(Fact.of(name, "%,d", count));
        }
    }

    private static void addNumber(List<Fact> facts, String name, String format, double value) {
        if (Double.isFinite(value)) {
            facts.add(Fact.of(name, format, value));
        }
    }
}
