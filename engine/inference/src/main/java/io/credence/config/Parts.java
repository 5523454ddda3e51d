package io.credence.config;

import io.credence.divergence.DivergencePart;
import io.credence.divergence.Divergences;
import io.credence.family.choice.Families;
import io.credence.family.choice.FamilyPart;
import io.credence.likelihood.choice.LikelihoodPart;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.likelihood.robust.GeneralisedLosses;
import io.credence.likelihood.robust.LossPart;
import io.credence.mixed.model.SdPriors;
import io.credence.objective.ObjectivePart;
import io.credence.objective.Objectives;
import io.credence.part.Catalogue;
import io.credence.part.Part;
import io.credence.prior.CoefficientPriors;
import io.credence.prior.PriorPart;
import io.credence.risk.RiskPart;
import io.credence.risk.Risks;
import io.credence.update.UpdatePart;
import io.credence.update.Updates;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All parts that a configuration can name, by kind. {@link #STANDARD} has those that come with Credence; {@code with}
 * adds a user-defined part.
 */
public record Parts(
        Catalogue<LikelihoodPart> likelihoods,
        Catalogue<PriorPart> priors,
        Catalogue<FamilyPart> families,
        Catalogue<ObjectivePart> objectives,
        Catalogue<RiskPart> risks,
        Catalogue<LossPart> losses,
        Catalogue<DivergencePart> divergences,
        Catalogue<UpdatePart> updates) {

    /** Parts that come with Credence. */
    public static final Parts STANDARD = new Parts(
            Likelihoods.ALL,
            CoefficientPriors.ALL,
            Families.ALL,
            Objectives.ALL,
            Risks.ALL,
            GeneralisedLosses.ALL,
            Divergences.ALL,
            Updates.ALL);

    static final NamedChoice ELBO =
            new NamedChoice("elbo", "evidence lower bound, the objective of standard variational inference");
    static final NamedChoice GVI =
            new NamedChoice("gvi", "expected loss plus a divergence from the prior, each of one's choice");

    /** Copy with other likelihoods. */
    public Parts withLikelihoods(Catalogue<LikelihoodPart> others) {
        return new Parts(others, priors, families, objectives, risks, losses, divergences, updates);
    }

    /** Copy with one more likelihood. */
    public Parts with(LikelihoodPart part) {
        return new Parts(likelihoods.with(part), priors, families, objectives, risks, losses, divergences, updates);
    }

    /** Copy with one more prior. */
    public Parts with(PriorPart part) {
        return new Parts(likelihoods, priors.with(part), families, objectives, risks, losses, divergences, updates);
    }

    /** Copy with one more family of posteriors. */
    public Parts with(FamilyPart part) {
        return new Parts(likelihoods, priors, families.with(part), objectives, risks, losses, divergences, updates);
    }

    /** Copy with one more objective of importance weights. */
    public Parts with(ObjectivePart part) {
        return new Parts(likelihoods, priors, families, objectives.with(part), risks, losses, divergences, updates);
    }

    /** Copy with one more risk of a row. */
    public Parts with(RiskPart part) {
        return new Parts(likelihoods, priors, families, objectives, risks.with(part), losses, divergences, updates);
    }

    /** Copy with one more loss. */
    public Parts with(LossPart part) {
        return new Parts(likelihoods, priors, families, objectives, risks, losses.with(part), divergences, updates);
    }

    /** Copy with one more divergence. */
    public Parts with(DivergencePart part) {
        return new Parts(likelihoods, priors, families, objectives, risks, losses, divergences.with(part), updates);
    }

    /** Copy with one more update rule. */
    public Parts with(UpdatePart part) {
        return new Parts(likelihoods, priors, families, objectives, risks, losses, divergences, updates.with(part));
    }

    /**
     * Parts that {@code objective.kind} can name: the ELBO, generalised inference, importance-weighted objectives and
     * risks.
     */
    Catalogue<Part> objectiveKinds() {
        List<Part> kinds = new ArrayList<>(List.of(ELBO, GVI));
        kinds.addAll(objectives.parts());
        kinds.addAll(risks.parts());
        List<Catalogue.RetiredPart> retired = new ArrayList<>(objectives.retired());
        retired.addAll(risks.retired());
        return new Catalogue<>("objective", kinds, retired);
    }

    /**
     * Catalogues of parts, each by the key that chooses among them, in the order of the file. Options are keys of the
     * same section.
     */
    public Map<String, Catalogue<? extends Part>> cataloguesByKey() {
        Map<String, Catalogue<? extends Part>> all = new LinkedHashMap<>();
        all.put("model.family", likelihoods);
        all.put("prior.kind", priors);
        all.put("prior.sigma.kind", SdPriors.ALL);
        all.put("posterior.family", families);
        all.put("objective.kind", objectiveKinds());
        all.put("objective.loss.kind", losses);
        all.put("objective.divergence.kind", divergences);
        all.put("update.kind", updates);
        all.put("method", Methods.ALL);
        return all;
    }

    /** Section of a key: the text before its last point. */
    static String section(String key) {
        return key.substring(0, Math.max(0, key.lastIndexOf('.')));
    }

    /**
     * Part that consists of a name and its meaning, without options.
     *
     * @param name name of the choice
     * @param description meaning of the name
     */
    record NamedChoice(String name, String description) implements Part {}
}
