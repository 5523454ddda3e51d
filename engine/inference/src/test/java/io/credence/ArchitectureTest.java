package io.credence;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import io.credence.family.Posterior;
import io.credence.linalg.DenseKernel;
import io.credence.mixed.model.MixedModel;
import io.credence.network.dense.NetworkModel;
import io.credence.testkit.RecordHeader;
import io.credence.testkit.Repository;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The order of packages in the design: each imports only from its own layer and from those above it. */
class ArchitectureTest {

    private static final String ROOT = "io.credence.";

    /** The package of the engine itself, above all others. */
    private static final String FRONT = "";

    /** Decision 0089. */
    private static final int MOST_LINES = 500;

    /** Decision 0090. */
    private static final int MOST_FILES = 45;

    private static final int MOST_COMPONENTS = 8;

    private static final List<List<String>> LAYERS = List.of(
            List.of("part", "token"),
            List.of("checkpoint"),
            List.of("linalg", "random", "autodiff"),
            List.of("formula"),
            List.of("data", "quadrature"),
            List.of("model"),
            List.of("prior", "family", "divergence"),
            List.of("statistics", "risk", "optimize"),
            List.of("likelihood"),
            List.of("expression"),
            List.of("distributional"),
            List.of("loss"),
            List.of("objective"),
            List.of("gradient", "update", "schedule"),
            List.of("pass"),
            List.of("fit"),
            List.of("kind"),
            List.of("mixed", "network"),
            List.of("diagnostic", "config", "example"),
            List.of("predict"),
            List.of("summary"),
            List.of("result"),
            List.of("effect"),
            List.of("report"),
            List.of(FRONT));

    /** Classes of all modules: one type of each states where the others are. */
    private static final JavaClasses ENGINE = new ClassFileImporter()
            .importUrls(Stream.of(
                            DenseKernel.class, Posterior.class, MixedModel.class, NetworkModel.class, Inference.class)
                    .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
                    .toList());

    private static String[] packages(List<List<String>> layers) {
        return layers.stream()
                .flatMap(List::stream)
                .map(name -> name.equals(FRONT) ? "io.credence" : ROOT + name + "..")
                .toArray(String[]::new);
    }

    private static List<ArchRule> importsOnlyFromAbove(List<List<String>> layers) {
        List<ArchRule> rules = new ArrayList<>();
        for (int i = 0; i + 1 < layers.size(); i++) {
            rules.add(noClasses()
                    .that()
                    .resideInAnyPackage(packages(layers.subList(i, i + 1)))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(packages(layers.subList(i + 1, layers.size())))
                    .allowEmptyShould(true));
        }
        return rules;
    }

    @Test
    void everyPackage_belongsToALayer() {
        assertTrue(ENGINE.size() > 50, "classes found: " + ENGINE.size());
        classes().should().resideInAnyPackage(packages(LAYERS)).check(ENGINE);
    }

    @Test
    void everyLayer_importsOnlyFromAbove() {
        importsOnlyFromAbove(LAYERS).forEach(rule -> rule.check(ENGINE));
    }

    /** Byte code does not show an import that nobody uses. */
    @Test
    void importsOfSources_areFromAbove() throws IOException {
        Pattern line = Pattern.compile("(?m)^import (?:static )?io\\.credence\\.([a-z]\\w*)?");
        List<String> found = new ArrayList<>();
        int imports = 0;
        for (Path source : Repository.sources("engine")) {
            String path = source.toString().replace(File.separatorChar, '/');
            String[] own = path.substring(path.indexOf("/io/credence/") + "/io/credence/".length())
                    .split("/");
            Matcher imported = line.matcher(Files.readString(source));
            while (imported.find()) {
                imports++;
                String room = imported.group(1) == null ? FRONT : imported.group(1);
                if (layer(room) > layer(own.length == 1 ? FRONT : own[0])) {
                    found.add(source.getFileName() + " imports from " + room);
                }
            }
        }
        assertTrue(imports > 1000, "imports found: " + imports);
        assertEquals(List.of(), found);
    }

    private static int layer(String room) {
        return LAYERS.indexOf(LAYERS.stream()
                .filter(layer -> layer.contains(room))
                .findFirst()
                .orElseThrow(() -> new AssertionError("a package in no layer: " + room)));
    }

    @Test
    void reversedOrder_isViolated() {
        List<List<String>> reversed = new ArrayList<>(LAYERS);
        Collections.reverse(reversed);
        assertTrue(importsOnlyFromAbove(reversed).stream()
                .anyMatch(rule -> rule.evaluate(ENGINE).hasViolation()));
    }

    @Test
    void packages_haveNoCycles() {
        slices().matching(ROOT + "(*)..").should().beFreeOfCycles().check(ENGINE);
    }

    /** Types that algorithms share know none of them. */
    @Test
    void sharedTypesOfFits_knowNoAlgorithm() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + "fit")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ROOT + "fit.(*)..")
                .check(ENGINE);
        assertFalse(noClasses()
                .that()
                .resideInAPackage(ROOT + "fit.choice")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ROOT + "fit.(*)..")
                .evaluate(ENGINE)
                .getFailureReport()
                .isEmpty());
    }

    /** A package and those inside it count apart: what they share knows none of them, or it knows them all. */
    @Test
    void roomsInsidePackages_haveNoCycles() {
        slices().assignedFrom(new SliceAssignment() {
                    @Override
                    public SliceIdentifier getIdentifierOf(JavaClass type) {
                        return type.getPackageName().startsWith("io.credence")
                                ? SliceIdentifier.of(type.getPackageName())
                                : SliceIdentifier.ignore();
                    }

                    @Override
                    public String getDescription() {
                        return "packages, each without those inside it";
                    }
                })
                .should()
                .beFreeOfCycles()
                .check(ENGINE);
    }

    @Test
    void packages_haveFewFiles() throws IOException {
        Map<Path, Integer> files = new TreeMap<>();
        for (Path file : Repository.sources()) {
            files.merge(Objects.requireNonNull(file.getParent()), 1, Integer::sum);
        }
        files.values().removeIf(count -> count <= MOST_FILES);
        assertEquals(Map.of(), files, "packages of more than " + MOST_FILES + " files");
    }

    /** Tasks of an executor share what is sent to it: what one of them fills must not be a part of it. */
    @Test
    void whatIsSent_hasNoRoomToWorkIn() {
        fields().that()
                .haveModifier(JavaModifier.TRANSIENT)
                .should()
                .beFinal()
                .orShould()
                .haveModifier(JavaModifier.VOLATILE)
                .check(ENGINE);
    }

    @Test
    void filesAndRecords_areSmall() throws IOException {
        List<String> tooLong = new ArrayList<>();
        List<RecordHeader> tooWide = new ArrayList<>();
        for (Path file : Repository.sources()) {
            String source = Files.readString(file);
            long lines = source.lines().count();
            if (lines > MOST_LINES) {
                tooLong.add(file.getFileName() + ": " + lines);
            }
            RecordHeader.in(source).stream()
                    .filter(each -> each.components() > MOST_COMPONENTS)
                    .forEach(tooWide::add);
        }
        assertEquals(List.of(), tooLong, "files of more than " + MOST_LINES + " lines");
        assertEquals(List.of(), tooWide, "records of more than " + MOST_COMPONENTS + " components");
    }

    @Test
    void engine_knowsNoSparkAndNoHadoop() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.spark..", "org.apache.hadoop..")
                .check(ENGINE);
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("scala..", "breeze..")
                .check(ENGINE);
        assertFalse(noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.commons..")
                .evaluate(ENGINE)
                .getFailureReport()
                .isEmpty());
    }
}
