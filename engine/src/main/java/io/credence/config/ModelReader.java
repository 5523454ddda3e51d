package io.credence.config;

import io.credence.config.FitConfig.DispersionFactor;
import io.credence.config.FitConfig.Model;
import io.credence.config.FitConfig.Posterior;
import io.credence.config.FitConfig.Prior;
import io.credence.family.Families;
import io.credence.family.FamilyOptions;
import io.credence.fit.PosteriorFamily;
import io.credence.loss.Likelihoods;
import io.credence.prior.PriorOptions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Reads the sections model and posterior. */
final class ModelReader {

    private static final List<String> PRIORS = List.of("normal", "laplace", "student-t", "horseshoe", "half-cauchy");
    private static final List<String> FAMILIES = families();
    private static final Map<String, List<String>> OPTIONS = Map.of(
            "bandwidth", List.of("gaussian-sparse-precision"),
            "shared", List.of("gaussian-sparse-precision"),
            "degreesOfFreedom", List.of("student-t-diagonal", "student-t-full"),
            "components", List.of("gaussian-mixture"),
            "component", List.of("gaussian-mixture"),
            "layers", List.of("planar-flow"));

    private final Settings settings;
    private final Notes notes;

    ModelReader(Settings settings, Notes notes) {
        this.settings = settings;
        this.notes = notes;
    }

    /** Names of all families of posteriors. */
    static List<String> families() {
        return Stream.concat(Arrays.stream(PosteriorFamily.values()).map(PosteriorFamily::id), Families.NAMES.stream())
                .distinct()
                .toList();
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
                family,
                null,
                options,
                dispersion,
                factor,
                settings.positive("model.degreesOfFreedom"),
                classes,
                new LatentReader(settings, notes).ofFamily(family));
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
        FitConfig.Latent latent = new LatentReader(settings, notes).ofClass();
        return new Model(null, className, options, OptionalDouble.empty(), DispersionFactor.JOINT, 4, 0, latent);
    }

    /** The section posterior. */
    Posterior posterior() {
        String name = settings.choice("posterior.family", FAMILIES);
        List<Integer> blocks = settings.counts("posterior.blocks", 1);
        boolean blocked = name.equals("gaussian-block");
        notes.unless(blocked, "posterior.blocks", "only the family gaussian-block has blocks");
        if (blocked && blocks.isEmpty()) {
            throw settings.refuse("posterior.blocks", "is missing", "the sizes of consecutive blocks, such as [3, 5]");
        }
        FamilyOptions options = options();
        boolean ranked = name.equals("gaussian-low-rank")
                || name.equals("gaussian-mixture") && options.component().equals("low-rank");
        notes.unless(ranked, "posterior.rank", "neither the family " + name + " nor its components have it");
        OPTIONS.forEach((key, families) ->
                notes.unless(families.contains(name), "posterior." + key, "the family " + name + " does not have it"));
        PosteriorFamily family = PosteriorFamily.named(name)
                .orElse(
                        name.equals("student-t-full")
                                ? PosteriorFamily.GAUSSIAN_FULL
                                : PosteriorFamily.GAUSSIAN_DIAGONAL);
        return new Posterior(name, family, blocked ? blocks : List.of(), options);
    }

    private FamilyOptions options() {
        double degreesOfFreedom = settings.number("posterior.degreesOfFreedom");
        if (!(degreesOfFreedom > 2)) {
            throw settings.refuse("posterior.degreesOfFreedom", "is out of range", "a number above 2");
        }
        return new FamilyOptions(
                settings.count("posterior.rank", 1),
                settings.count("posterior.bandwidth", 0),
                settings.count("posterior.shared", 0),
                degreesOfFreedom,
                settings.count("posterior.components", 1),
                settings.choice("posterior.component", FamilyOptions.COMPONENTS),
                settings.count("posterior.layers", 1),
                settings.whole("seed", Long.MIN_VALUE, Long.MAX_VALUE));
    }

    /** The section prior. */
    Prior prior() {
        String kind = settings.choice("prior.kind", PRIORS);
        double mean = settings.number("prior.mean");
        double sd = settings.positive("prior.sd");
        boolean horseshoe = kind.equals("horseshoe");
        boolean scaled = List.of("laplace", "student-t", "half-cauchy").contains(kind);
        String why = "a " + kind + " prior does not have it";
        notes.unless(scaled, "prior.scale", why);
        notes.unless(kind.equals("student-t"), "prior.degreesOfFreedom", why);
        notes.unless(horseshoe, "prior.globalScale", why);
        boolean mixture = scaled && !kind.equals("half-cauchy");
        notes.unless(mixture || horseshoe, "prior.groups", why);
        notes.unless(mixture || horseshoe, "prior.nonCentred", why);
        PriorOptions options = PriorOptions.NONE.withMean(kind.equals("half-cauchy") ? 0 : mean);
        options = scaled ? options.withScale(settings.positive("prior.scale")) : options;
        options = kind.equals("student-t")
                ? options.withDegreesOfFreedom(settings.positive("prior.degreesOfFreedom"))
                : options;
        options = horseshoe ? options.withGlobalScale(settings.positive("prior.globalScale")) : options;
        if (mixture || horseshoe) {
            options = options.withGroups(settings.counts("prior.groups", 1));
            options = horseshoe || settings.flag("prior.nonCentred") ? options.withNonCentred() : options;
        }
        return new Prior(kind, mean, sd, options);
    }
}
