package io.credence.spark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the order of packages from a table to sums and scores: each imports only from earlier ones. */
class RoomsTest {

    private static final String ROOT = "io.credence.spark";
    private static final List<String> ORDER = List.of("row", "pack", "backend", "read", "plan", "score");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .importUrl(RowPacker.class.getProtectionDomain().getCodeSource().getLocation());

    private static String[] packages(List<String> names) {
        return names.stream().map(name -> ROOT + "." + name).toArray(String[]::new);
    }

    @Test
    void everyPackage_importsOnlyFromThoseBeforeIt() {
        for (int i = 0; i < ORDER.size(); i++) {
            noClasses()
                    .that()
                    .resideInAPackage(ROOT + "." + ORDER.get(i))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(packages(ORDER.subList(i + 1, ORDER.size())))
                    .allowEmptyShould(true)
                    .check(CLASSES);
            noClasses()
                    .that()
                    .resideInAPackage(ROOT + "." + ORDER.get(i))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(ROOT, ROOT + ".job..", "credence.ml")
                    .check(CLASSES);
        }
    }

    @Test
    void everyPackage_hasItsOrder() {
        slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(CLASSES);
        assertTrue(
                CLASSES.stream()
                        .map(each -> each.getPackageName())
                        .filter(name -> name.startsWith(ROOT + "."))
                        .map(name -> name.substring(ROOT.length() + 1))
                        .map(name -> name.replaceFirst("\\..*", ""))
                        .allMatch(name -> name.equals("job") || ORDER.contains(name)),
                "a package without a number in the order");
    }
}
