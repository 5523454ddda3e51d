package io.credence.spark.row;

import io.credence.config.ModelConfig;
import io.credence.likelihood.LabelChecks;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.PairedResponse;
import io.credence.likelihood.choice.LikelihoodPart;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.model.Model;
import io.credence.model.ModelClasses;
import io.credence.part.Choice;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rule for the labels that a family or a user's class allows, serialisable for executors. */
public final class LabelRule implements Serializable {

    private static final long serialVersionUID = 1;

    private final @Nullable Likelihood likelihood;
    private final boolean hasClasses;
    private final boolean ordered;
    private final int classes;
    private final String owner;
    private final @Nullable String className;
    private final Map<String, String> options;
    private final List<String> levels;
    private transient volatile @Nullable Model model;

    private LabelRule(
            @Nullable Likelihood likelihood,
            boolean hasClasses,
            boolean ordered,
            int classes,
            String owner,
            @Nullable String className,
            Map<String, String> options,
            List<String> levels) {
        this.likelihood = likelihood;
        this.hasClasses = hasClasses;
        this.ordered = ordered;
        this.classes = classes;
        this.owner = owner;
        this.className = className;
        this.options = options;
        this.levels = levels;
    }

    /** Rule of a model's labels. */
    public static LabelRule of(ModelConfig model) {
        Choice<LikelihoodPart> choice = model.familyChoice();
        if (choice == null && model.className() == null) {
            return ofNumbers("the expression");
        }
        return choice == null
                ? new LabelRule(
                        null,
                        false,
                        false,
                        0,
                        "class " + model.className(),
                        model.className(),
                        model.options(),
                        List.of())
                : of(choice);
    }

    /** Rule of the labels of a family by name; classes are counted. */
    public static LabelRule ofFamily(String family) {
        return of(Choice.ofDefaults(Likelihoods.ALL.named(family)));
    }

    private static LabelRule of(Choice<LikelihoodPart> choice) {
        LikelihoodPart part = choice.part();
        int classes = part.statedClassCount(choice.values());
        return new LabelRule(
                part.takesClassCountFromData(choice.values()) ? null : part.likelihood(choice.values(), classes),
                part.hasClasses(),
                part.hasCutpoints(),
                classes,
                "family " + choice.name(),
                null,
                Map.of(),
                List.of());
    }

    /** Rule that allows every finite number. */
    public static LabelRule anyNumber() {
        return ofNumbers("family any");
    }

    private static LabelRule ofNumbers(String owner) {
        return new LabelRule(null, false, false, 0, owner, null, Map.of(), List.of());
    }

    /**
     * Copy with classes that are known before the rows are read, even those without a row.
     *
     * @param known levels of the labels that are the classes, in order; empty where labels are the numbers of classes
     */
    public LabelRule withClasses(List<String> known, int count) {
        int all = countsClasses() ? count : classes;
        return new LabelRule(likelihood, hasClasses, ordered, all, owner, className, options, known);
    }

    /** Levels of the labels that are the classes, in order; empty where labels are the numbers of classes. */
    public List<String> classLevels() {
        return levels;
    }

    /** Largest number of classes; 0 where labels are numbers. */
    public int mostClasses() {
        if (countsClasses()) {
            return LabelChecks.MOST_CLASSES;
        }
        return likelihood == null ? classes : likelihood.outcomeCount();
    }

    /** Whether labels are classes. */
    boolean hasClasses() {
        return hasClasses;
    }

    /** Whether the classes have an order. */
    public boolean isOrdered() {
        return ordered;
    }

    /** Whether the data show how many classes there are. */
    public boolean countsClasses() {
        return hasClasses && classes == 0;
    }

    /**
     * Whether a number denotes a class; where the data show how many classes there are, whether it denotes class
     * {@code k}.
     */
    public boolean isClass(double number, int k) {
        return countsClasses() ? number == k : unmetRequirement(number, Double.NaN) == null;
    }

    /** Number of classes the model states; 0 for none. */
    public int classCount() {
        return classes;
    }

    /** Name of the family or user's class that has the rule, for messages. */
    public String modelName() {
        return owner;
    }

    /** Whether expected responses are exponentials of linear predictors. */
    boolean hasLogLink() {
        return likelihood != null && "log".equals(likelihood.link());
    }

    /** Encoding of two numbers of a row as its label; null where labels are single responses. */
    @Nullable
    PairedResponse paired() {
        return likelihood == null ? null : likelihood.pairedResponse();
    }

    /**
     * Requirement that a response violates; null if the response is allowed.
     *
     * @param second second number of the response, read where responses are of two
     */
    @Nullable
    String unmetRequirement(double label, double second) {
        if (className != null) {
            return refusedByClass(className, label);
        }
        if (countsClasses()) {
            boolean isClass = label >= 0 && label < LabelChecks.MOST_CLASSES && label == Math.rint(label);
            return isClass ? null : "a class 0, 1, 2, …, of at most " + LabelChecks.MOST_CLASSES + " classes";
        }
        if (likelihood == null && hasClasses) {
            boolean isClass = label >= 0 && label < classes && label == Math.rint(label);
            return isClass ? null : "a class 0 to " + (classes - 1);
        }
        if (likelihood == null) {
            return Double.isFinite(label) ? null : "a finite number";
        }
        PairedResponse paired = likelihood.pairedResponse();
        String reason = paired == null ? likelihood.refusal(label) : paired.refusal(label, second);
        return reason == null ? null : withoutPrefix(reason);
    }

    /** Requirement without its prefix, as part of a longer message. */
    static String withoutPrefix(String reason) {
        return reason.replaceFirst("^required:? ", "");
    }

    private @Nullable String refusedByClass(String name, double label) {
        Model requested = model;
        if (requested == null) {
            requested = ModelClasses.load(name, options);
            model = requested;
        }
        String reason = requested.refuse(label);
        return reason == null ? null : reason.replaceFirst("^must be ", "");
    }
}
