package io.credence.config;

import io.credence.config.FitConfig.DispersionFactor;
import io.credence.config.FitConfig.Model;
import io.credence.config.FitConfig.Posterior;
import io.credence.fit.PosteriorFamily;
import io.credence.loss.Likelihoods;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Reads the sections model and posterior. */
final class ModelReader {

    private final Settings settings;
    private final Notes notes;

    ModelReader(Settings settings, Notes notes) {
        this.settings = settings;
        this.notes = notes;
    }

    /** The section model. */
    Model model() {
        String className = settings.optionalText("model.class");
        Map<String, String> options = settings.map("model.options", "a text or a number");
        notes.unless(className != null, "model.options", "only a model.class has options");
        if (className != null) {
            return userModel(className, options);
        }
        String family = settings.choice("model.family", Likelihoods.NAMES);
        OptionalDouble dispersion = dispersion();
        notes.unless(
                family.equals("student-t"),
                "model.degreesOfFreedom",
                "only the family student-t has degrees of freedom");
        notes.unless(family.equals("softmax"), "model.classes", "only the family softmax counts classes");
        boolean dispersed =
                !List.of("bernoulli", "bernoulli-probit", "poisson", "softmax").contains(family);
        String without = "the family " + family + " has no dispersion";
        notes.unless(dispersed || dispersion.isEmpty(), "model.dispersion", without);
        String idle = dispersed ? "the dispersion is given" : without;
        boolean estimated = dispersed && dispersion.isEmpty();
        notes.unless(estimated, "prior.dispersion", idle);
        notes.unless(estimated, "model.dispersionFactor", idle);
        int classes = settings.count("model.classes", 0);
        if (classes == 1) {
            throw settings.refuse("model.classes", "is out of range", "at least 2, or 0 to count them in the data");
        }
        DispersionFactor factor = dispersionFactor();
        return new Model(
                family, null, options, dispersion, factor, settings.positive("model.degreesOfFreedom"), classes);
    }

    private OptionalDouble dispersion() {
        if (settings.isNumber("model.dispersion")) {
            return OptionalDouble.of(settings.positive("model.dispersion"));
        } else if (!"estimate".equals(settings.optionalText("model.dispersion"))) {
            throw settings.refuse("model.dispersion", "is not known", "estimate or a number above 0");
        }
        return OptionalDouble.empty();
    }

    private DispersionFactor dispersionFactor() {
        return "joint".equals(settings.choice("model.dispersionFactor", List.of("joint", "inverse-gamma")))
                ? DispersionFactor.JOINT
                : DispersionFactor.INVERSE_GAMMA;
    }

    private Model userModel(String className, Map<String, String> options) {
        if (settings.optionalText("model.family") != null) {
            throw settings.refuse("model.family", "is given beside model.class", "one of them");
        }
        String why = "a class of your own says what its parameters are";
        if (dispersionFactor() != DispersionFactor.JOINT) {
            throw settings.refuse("model.dispersionFactor", "is for families with a dispersion", "model.family");
        }
        notes.unless(false, "model", List.of("dispersion", "degreesOfFreedom", "classes"), why);
        notes.unless(false, "prior.dispersion", why);
        return new Model(null, className, options, OptionalDouble.empty(), DispersionFactor.JOINT, 4, 0);
    }

    /** The section posterior. */
    Posterior posterior() {
        PosteriorFamily family =
                PosteriorFamily.named(settings.text("posterior.family")).orElseThrow();
        List<Integer> blocks = settings.counts("posterior.blocks", 1);
        boolean blocked = family.id().equals("gaussian-block");
        notes.unless(blocked, "posterior.blocks", "only the family gaussian-block has blocks");
        if (blocked && blocks.isEmpty()) {
            throw settings.refuse("posterior.blocks", "is missing", "the sizes of consecutive blocks, such as [3, 5]");
        }
        return new Posterior(family, blocked ? blocks : List.of());
    }
}
