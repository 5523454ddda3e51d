package io.credence.report.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.credence.diagnostic.WeightTail;
import io.credence.result.SavedPosterior;
import io.credence.result.SavedReport;
import io.credence.result.SavedReport.SavedBound;
import java.util.ArrayList;
import java.util.List;

/** Builder of the facts about a fit, as names and values. */
final class FactBuilder {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final SavedPosterior saved;
    private final SavedReport findings;

    FactBuilder(SavedPosterior saved, SavedReport findings) {
        this.saved = saved;
        this.findings = findings;
    }

    private String modelName() {
        return saved.model().className().orElseGet(saved.model()::family);
    }

    /**
     * Parts of the fit's page that pages of all fits have.
     *
     * @param log text of {@code log.txt}; empty where there is none
     */
    PageFrame pageFrame(Headline headline, List<Fact> figures, List<Fact> model, String log) {
        return new PageFrame(
                title(), headline, figures, data(), model, run(), versions(), configurationJson(), log.strip());
    }

    private String title() {
        String path = findings.data().path();
        return modelName() + (path.isEmpty() ? "" : " · " + path.substring(path.lastIndexOf('/') + 1));
    }

    /** Most important numbers of the fit. */
    List<Fact> figures() {
        List<Fact> figures = new ArrayList<>();
        figures.add(Fact.of("rows", "%,d", findings.data().rows()));
        figures.add(Fact.of("coefficients", "%,d", saved.names().size()));
        WeightTail tail = findings.weights().tail();
        if (tail != null && Double.isFinite(tail.tailIndex())) {
            figures.add(Fact.of(
                    "k-hat of the weights, "
                            + EvidencePicture.ruleText(tail, findings.weights().areUsable()),
                    "%.2f",
                    tail.tailIndex()));
        }
        findings.bounds().stream()
                .filter(bound -> bound.name().equals("logEvidence") && Double.isFinite(bound.value()))
                .findFirst()
                .or(() -> findings.bounds().stream().findFirst())
                .ifPresent(bound -> figures.add(Fact.of(BoundName.of(bound) + ", nats", "%.2f", bound.value())));
        saved.leaveOneOut()
                .ifPresent(loo -> figures.add(Fact.of(
                        "elpd by leaving rows out",
                        "%.1f ± %.1f",
                        loo.elpd().value(),
                        loo.elpd().error())));
        if (Double.isFinite(findings.run().seconds())) {
            figures.add(Fact.of("seconds", "%.1f", findings.run().seconds()));
        }
        return figures;
    }

    private List<Fact> data() {
        List<Fact> facts = new ArrayList<>();
        addFact(facts, "read from", findings.data().path());
        facts.add(Fact.of("rows used", "%,d", findings.data().rows()));
        facts.add(Fact.of("rows left out", "%,d", findings.data().skipped()));
        facts.add(Fact.of("partitions", "%,d", findings.data().partitions()));
        addFact(facts, "classes", String.join(", ", saved.classNames()));
        saved.fittedColumns()
                .referenceLevels()
                .forEach((column, level) -> facts.add(new Fact("baseline of " + column, level)));
        addFact(facts, "fingerprint", saved.fingerprint());
        return facts;
    }

    List<Fact> model() {
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact(saved.model().className().isPresent() ? "class" : "likelihood", modelName()));
        String link = saved.model().link();
        addFact(facts, "link", link == null ? "" : link);
        if (!saved.model().loss().equals("log-likelihood")) {
            facts.add(new Fact("loss", saved.model().loss()));
        }
        addFact(facts, "formula", findings.data().formula());
        addFact(facts, "prior", findings.prior().kind());
        facts.add(new Fact(
                "posterior",
                saved.posteriorFamily() + ", moments by " + saved.momentSource().text()));
        for (SavedBound bound : findings.bounds()) {
            if (bound.name().equals("elbo")) {
                facts.add(Fact.of("ELBO", "%.4f nats", bound.value()));
            }
        }
        return facts;
    }

    private List<Fact> run() {
        List<Fact> facts = new ArrayList<>();
        SavedReport.SavedRun run = findings.run();
        addFact(facts, "stopped", run.stopReason());
        addNumber(facts, "iterations", "%.0f", run.iterations());
        addNumber(facts, "passes over the rows", "%.1f", run.passes());
        addNumber(facts, "seconds", "%.2f", run.seconds());
        facts.add(Fact.of("seed", "%d", saved.seed()));
        addFact(facts, "kernel", run.kernel());
        addNumber(facts, "R-hat", "%.3f", findings.weights().rhat());
        addNumber(
                facts,
                "Monte Carlo error of means, posterior sds",
                "%.4f",
                findings.weights().meanError());
        facts.add(new Fact("digest", saved.digest()));
        return facts;
    }

    private List<Fact> versions() {
        return findings.run().versions().entrySet().stream()
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

    private static void addFact(List<Fact> facts, String name, String value) {
        if (!value.isEmpty()) {
            facts.add(new Fact(name, value));
        }
    }

    private static void addNumber(List<Fact> facts, String name, String format, double value) {
        if (Double.isFinite(value)) {
            facts.add(Fact.of(name, format, value));
        }
    }
}
