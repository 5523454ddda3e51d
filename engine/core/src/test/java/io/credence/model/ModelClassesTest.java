package io.credence.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.tools.ToolProvider;
import org.hipparchus.CalculusFieldElement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelClassesTest {

    /** A model without options. */
    public static class Plain implements RowModel {
        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(Parameter.real("level"));
        }

        @Override
        public double logLikelihood(Row row, double[] parameters) {
            return 0;
        }
    }

    /** A model that takes options. */
    public static class Optioned extends Plain {
        private final ModelOptions options;

        public Optioned(Map<String, String> options) {
            this.options = ModelOptions.of(options, "power", "strict");
        }
    }

    /** A model that cannot be made. */
    public static class Failing extends Plain {
        public Failing() {
            throw new IllegalStateException("no licence today");
        }
    }

    /** A model that is not complete. */
    public abstract static class Incomplete extends Plain {}

    /** A model without a usable constructor. */
    public static class Closed extends Plain {
        Closed() {}
    }

    static class Hidden extends Plain {
        public Hidden() {}
    }

    /** No model; it leaves a property behind as soon as any of its code runs. */
    public static class Stranger {
        static {
            System.setProperty("credence.test.stranger", "ran");
        }
    }

    /** A model whose class cannot be initialised. */
    public static class Broken extends Plain {
        static final int LENGTH =
                Objects.requireNonNull(System.getProperty("credence.test.none")).length();
    }

    @Test
    void aClassThatIsNoModel_runsNoCode() {
        assertRefused("must implement RowModel", Stranger.class.getName(), Map.of());
        assertNull(System.getProperty("credence.test.stranger"));
        assertRefused("could not be loaded", Broken.class.getName(), Map.of());
    }

    private static Model load(Class<?> type, Map<String, String> options) {
        return ModelClasses.load(type.getName(), options);
    }

    private static void assertRefused(String message, String className, Map<String, String> options) {
        var refusal = assertThrows(IllegalArgumentException.class, () -> ModelClasses.load(className, options));
        assertTrue(refusal.getMessage().contains(message), refusal.getMessage());
    }

    @Test
    void plainModel_isMadeWithoutOptions() {
        assertInstanceOf(Plain.class, load(Plain.class, Map.of()));
    }

    @Test
    void options_reachTheConstructor() {
        Optioned model = assertInstanceOf(Optioned.class, load(Optioned.class, Map.of("power", " 1.5 ")));
        assertEquals(1.5, model.options.number("power", 2, 0, 3));
        assertTrue(model.options.flag("strict", true));
        assertInstanceOf(Optioned.class, load(Optioned.class, Map.of()));
    }

    @Test
    void classesThatCannotBeModels_areRefusedWithTheReason() {
        assertRefused("com.acme.Missing must be on the class path", "com.acme.Missing", Map.of());
        assertRefused("must implement RowModel", "java.lang.String", Map.of());
        assertRefused("not abstract", Incomplete.class.getName(), Map.of());
        assertRefused("not abstract", "io.credence.model.RowModel", Map.of());
        assertRefused("must be a public class", Hidden.class.getName(), Map.of());
        assertRefused("must have a public constructor", Closed.class.getName(), Map.of());
        assertRefused("no licence today", Failing.class.getName(), Map.of());
        assertRefused("takes no options but was given [power]", Plain.class.getName(), Map.of("power", "1"));
        assertRefused("found [pover]", Optioned.class.getName(), Map.of("pover", "1"));
    }

    /** A class compiled against an interface that an earlier version had. */
    @Test
    void classOfAnInterfaceThatIsGone_isRefusedWithThoseThereAre(@TempDir Path folder) throws Exception {
        Path gone = Files.writeString(
                folder.resolve("GradientModel.java"),
                "package io.credence.model; public interface GradientModel extends RowModel {}");
        Path old = Files.writeString(
                folder.resolve("Old.java"),
                "package acme; public abstract class Old implements io.credence.model.GradientModel {}");
        String engine = location(Model.class) + File.pathSeparator + location(CalculusFieldElement.class);
        int status = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-cp", engine, "-d", folder.toString(), gone.toString(), old.toString());
        assertEquals(0, status);
        Files.delete(folder.resolve("io/credence/model/GradientModel.class"));
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            assertRefused("but needs GradientModel, which io.credence.model does not have", "acme.Old", Map.of());
            assertRefused("must implement RowModel, DecomposedModel, PredictorModel", "acme.Old", Map.of());
            assertRefused("a PredictorModel where rows are seen through linear predictors", "acme.Old", Map.of());
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static String location(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI())
                .toString();
    }

    @Test
    void optionsThatCannotBeRead_areRefused() {
        ModelOptions options = new ModelOptions(Map.of("power", "two", "strict", "yes", "order", "7"));
        assertThrows(IllegalArgumentException.class, () -> options.number("power", 1, 0, 3));
        assertThrows(IllegalArgumentException.class, () -> options.flag("strict", true));
        assertThrows(IllegalArgumentException.class, () -> options.number("order", 1, 0, 7));
        assertEquals(4, options.number("absent", 4, 0, 1));
    }
}
