package io.credence.spark;

import io.credence.config.FitConfig;
import io.credence.loss.Likelihood;
import io.credence.loss.Likelihoods;
import io.credence.model.Model;
import io.credence.model.ModelClasses;
import java.io.Serializable;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which labels a family, or a class of the user's, takes, in a form that travels to executors. */
public final class LabelRule implements Serializable {

    private static final long serialVersionUID = 1;
    private static final String SOFTMAX = "softmax";
    /** Classes are remembered as bits of a long. */
    private static final int MOST_CLASSES = 64;

    private final @Nullable String family;
    private final double degreesOfFreedom;
    private final int classes;
    private final @Nullable String className;
    private final Map<String, String> options;
    private transient @Nullable Likelihood likelihood;
    private transient @Nullable Model model;

    private LabelRule(
            @Nullable String family,
            double degreesOfFreedom,
            int classes,
            @Nullable String className,
            Map<String, String> options) {
        this.className = className;
        this.options = options;
        this.family = family;
        this.degreesOfFreedom = degreesOfFreedom;
        this.classes = classes;
    }

    /** The labels of a model. */
    public static LabelRule of(FitConfig.Model model) {
        return new LabelRule(
                model.family(), model.degreesOfFreedom(), model.classes(), model.className(), model.options());
    }

    /** The labels of a family by name; softmax counts its classes. */
    public static LabelRule ofFamily(String family) {
        return new LabelRule(family, 4, 0, null, Map.of());
    }

    /** Every finite number. */
    public static LabelRule anyNumber() {
        return new LabelRule(null, 4, 0, null, Map.of());
    }

    /** Whether labels are classes. */
    boolean hasClasses() {
        return SOFTMAX.equals(family);
    }

    /** Whether the data say how many classes there are. */
    boolean countsClasses() {
        return hasClasses() && classes == 0;
    }

    /** The number of classes the model states; 0 for none. */
    int classes() {
        return hasClasses() ? classes : 0;
    }

    /** Whose rule it is, for messages. */
    String owner() {
        return className != null ? "class " + className : "family " + (family == null ? "any" : family);
    }

    /** What is required of a label, if this one is refused; else null. */
    @Nullable
    String refuse(double label) {
        if (className != null) {
            return refusedByClass(className, label);
        }
        if (family == null) {
            return Double.isFinite(label) ? null : "a finite number";
        }
        if (countsClasses()) {
            boolean isClass = label >= 0 && label < MOST_CLASSES && label == Math.rint(label);
            return isClass ? null : "a class 0, 1, 2, …, at most " + (MOST_CLASSES - 1);
        }
        if (likelihood == null) {
            likelihood = Likelihoods.named(family, degreesOfFreedom, classes);
        }
        String reason = likelihood.refuse(label);
        return reason == null ? null : reason.replaceFirst("^required:? ", "");
    }

    private @Nullable String refusedByClass(String name, double label) {
        if (model == null) {
            model = ModelClasses.load(name, options);
        }
        String reason = model.refuse(label);
        return reason == null ? null : reason.replaceFirst("^must be ", "");
    }
}
