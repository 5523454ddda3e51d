package io.credence.model;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Instantiates models from the names of their classes, found by the thread's context class loader. */
public final class ModelClasses {

    /** Interfaces, in words, of which a model implements one. */
    public static final String KINDS = "RowModel, DecomposedModel, PredictorModel, LatentModel or SeriesModel";

    private static final Logger LOG = LoggerFactory.getLogger(ModelClasses.class);

    private ModelClasses() {}

    /**
     * A new model.
     *
     * @param className binary name of a public class with a public constructor that takes either nothing or a
     *     {@code Map<String, String>} of options
     * @param options options passed to the constructor; must be empty where it takes nothing
     * @throws IllegalArgumentException where there is no such class, it is not a model, or its constructor refuses
     */
    public static Model load(String className, Map<String, String> options) {
        try {
            Model model = createFromClass(find(className), className, options);
            WrittenMethod.requireLikelihood(model);
            String earlier = earlierNames(model.getClass());
            if (!earlier.isEmpty()) {
                LOG.warn(
                        "model class {} implements {}, which the next version will not have: {} have its methods",
                        className,
                        earlier,
                        KINDS);
            }
            return model;
        } catch (ClassNotFoundException | LinkageError e) {
            String missing = missingInterface(e);
            if (missing != null) {
                throw new IllegalArgumentException(
                        "model class " + className + " must implement " + KINDS + " but needs " + missing
                                + ", which " + Model.class.getPackageName() + " does not have: write the"
                                + " log-likelihood as a formula, a PredictorModel where rows are seen through linear"
                                + " predictors, else a RowModel, of which gradients are derived",
                        e);
            }
            throw new IllegalArgumentException(
                    "model class " + className + " must be on the class path but could not be loaded (" + e
                            + "): add its jar, and write a nested class as Outer$Inner",
                    e);
        }
    }

    /**
     * Requires that a model writes the log-likelihood of its interface, as a formula or with plain numbers.
     *
     * @throws IllegalArgumentException if it writes neither
     */
    public static void requireLikelihood(Model model) {
        WrittenMethod.requireLikelihood(model);
    }

    /** Names of the deprecated interfaces of this package that a class implements; empty where it implements none. */
    private static String earlierNames(Class<?> type) {
        TreeSet<String> names = new TreeSet<>();
        ArrayDeque<Class<?>> open = new ArrayDeque<>(List.of(type));
        while (!open.isEmpty()) {
            Class<?> next = open.pop();
            if (next.getPackage() == Model.class.getPackage() && next.isAnnotationPresent(Deprecated.class)) {
                names.add(next.getSimpleName());
            }
            open.addAll(Arrays.asList(next.getInterfaces()));
            if (next.getSuperclass() != null) {
                open.add(next.getSuperclass());
            }
        }
        return String.join(", ", names);
    }

    /**
     * Name of the interface of this package that a class needs but that does not exist; null where another class is
     * missing.
     */
    private static @Nullable String missingInterface(Throwable why) {
        String here = Model.class.getPackageName().replace('.', '/') + "/";
        String missing = why instanceof NoClassDefFoundError ? why.getMessage() : null;
        return missing != null && missing.startsWith(here) ? missing.substring(here.length()) : null;
    }

    private static Model createFromClass(Class<? extends Model> type, String className, Map<String, String> options) {
        Constructor<? extends Model> withOptions = constructor(type, Map.class);
        if (withOptions != null) {
            return make(withOptions, Map.copyOf(options));
        }
        Constructor<? extends Model> plain = constructor(type);
        if (plain == null) {
            throw new IllegalArgumentException("model class " + className
                    + " must have a public constructor that takes nothing or a Map<String, String> but has none");
        }
        if (!options.isEmpty()) {
            throw new IllegalArgumentException("model class " + className + " takes no options but was given "
                    + options.keySet() + ": give it a public constructor that takes a Map<String, String>");
        }
        return make(plain);
    }

    /**
     * The class by its name, found without running any of its code. A name in a configuration runs no code but that of
     * models.
     */
    private static Class<? extends Model> find(String className) throws ClassNotFoundException {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        ClassLoader loader = context == null ? ModelClasses.class.getClassLoader() : context;
        Class<?> type = Class.forName(className, false, loader);
        if (!Model.class.isAssignableFrom(type)) {
            throw new IllegalArgumentException("model class " + className
                    + " must implement " + KINDS + " of " + Model.class.getPackageName()
                    + " but does not");
        }
        int modifiers = type.getModifiers();
        if (Modifier.isAbstract(modifiers) || !Modifier.isPublic(modifiers)) {
            throw new IllegalArgumentException("model class " + className
                    + " must be a public class that is not abstract" + " but is " + Modifier.toString(modifiers));
        }
        return type.asSubclass(Model.class);
    }

    private static @Nullable Constructor<? extends Model> constructor(Class<? extends Model> type, Class<?>... taking) {
        try {
            return type.getConstructor(taking);
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    private static Model make(Constructor<? extends Model> constructor, Object... arguments) {
        String name = constructor.getDeclaringClass().getName();
        try {
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IllegalArgumentException(
                    "model class " + name + " could not be made: " + cause.getMessage(), cause);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("model class " + name + " could not be made: " + e, e);
        }
    }
}
