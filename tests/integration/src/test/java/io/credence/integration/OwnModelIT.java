package io.credence.integration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.credence.integration.Submission.Ended;
import io.credence.testkit.TestSeed;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A model in a jar of the user's, compiled against the shaded jar, on executors in processes of their own. */
@Tag("nightly")
class OwnModelIT {

    private static final String SOURCE = """
            package acme;
            import io.credence.model.*;
            import java.util.List;
            import org.hipparchus.CalculusFieldElement;
            public final class Line implements PredictorModel, DerivedQuantities {
                @Override
                public List<Parameter> extra() {
                    return List.of(Parameter.positive("scale"));
                }
                @Override
                public <T extends CalculusFieldElement<T>> T logLikelihood(double label, T[] eta, T[] extra) {
                    T z = eta[0].subtract(label).divide(extra[0]);
                    return z.multiply(z).multiply(-0.5).subtract(extra[0].log());
                }
                @Override
                public List<String> quantityNames(List<String> columns) {
                    return List.of("x in sds");
                }
                @Override
                public double[] quantities(double[] parameters) {
                    return new double[] {parameters[9] / parameters[10]};
                }
            }
            """;

    @TempDir
    Path folder;

    private Path jar() throws IOException {
        Path java = Files.writeString(folder.resolve("Line.java"), SOURCE);
        int status = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-cp", Submission.JAR.toString(), "-d", folder.toString(), java.toString());
        assertEquals(0, status, "the shaded jar is all that a user's class needs");
        Path jar = folder.resolve("line.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry("acme/Line.class"));
            Files.copy(folder.resolve("acme/Line.class"), out);
            out.closeEntry();
        }
        return jar;
    }

    /** More than a block, so that executors run the passes. */
    private Path config() throws IOException {
        SplittableRandom random = new SplittableRandom(TestSeed.of("line"));
        try (BufferedWriter out = Files.newBufferedWriter(folder.resolve("rows.csv"))) {
            out.write("a,b,c,d,e,f,g,h,x,y\n");
            for (int i = 0; i < 60_000; i++) {
                double x = random.nextDouble() - 0.5;
                for (int j = 0; j < 8; j++) {
                    out.write(random.nextInt(10) + ",");
                }
                out.write(x + "," + (2 * x + random.nextGaussian()) + "\n");
            }
        }
        return Files.writeString(
                folder.resolve("line.conf"),
                "data { path = \"" + folder.resolve("rows.csv") + "\", label = y, partitions = 4 }\n"
                        + "model.class = acme.Line\nkernel = java\nposterior.family = gaussian-diagonal\n"
                        + "estimator { draws = 8, adaptive = false }\nminibatch.partitions = 1\n"
                        + "stop { maxIterations = 30, acceptUnconverged = true }\n"
                        + "output { path = \"" + folder.resolve("result") + "\", overwrite = true }\n");
    }

    private JsonNode fit(String master, Path config, Path jar) throws Exception {
        Ended ended = Submission.submit(folder, master, "fit", config.toString(), "--quiet", "--jars", jar.toString())
                .await();
        assertEquals(0, ended.status(), ended.err());
        return new ObjectMapper()
                .readTree(Submission.text(folder.resolve("result").resolve("posterior.json")));
    }

    @Test
    void ownModel_hasTheSameBitsOnAnyMaster() throws Exception {
        Path config = config();
        Path jar = jar();
        JsonNode local = fit("local[2]", config, jar);
        assertEquals("scale", local.at("/posterior/constrained/names/0").asText());
        assertEquals("x", local.at("/posterior/names/9").asText());
        assertEquals("x in sds", local.at("/quantities/names/0").asText());
        assertTrue(local.at("/quantities/sd/0").asDouble() > 0, local::toString);
        local.at("/posterior/sd").forEach(sd -> assertTrue(sd.asDouble() > 0 && sd.asDouble() < 2.2, sd::asText));
        JsonNode cluster = fit("local-cluster[2,1,1024]", config, jar);
        assertEquals(local.path("posterior"), cluster.path("posterior"));
        assertEquals(local.path("quantities"), cluster.path("quantities"));
    }
}
