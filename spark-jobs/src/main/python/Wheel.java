import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Program that packs the Python package and the jar into a wheel, so that a build needs no Python. Arguments: the
 * folder of the package, the jar, the version as Maven has it, the folder of the wheel, the releases of Spark that it
 * was tested on, the project's address. Licence and notices are those of the jar. The same input gives the same bytes.
 */
final class Wheel {

    private static final String NAME = "credence";
    private static final Pattern LICENCE = Pattern.compile("META-INF/((?:LICENSE|NOTICE)[^/]*)");

    private Wheel() {}

    public static void main(String[] arguments) throws IOException, NoSuchAlgorithmException {
        Path sources = Path.of(arguments[0]);
        String version = arguments[2].replace("-SNAPSHOT", ".dev0");
        Map<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> found = Files.walk(sources.resolve(NAME))) {
            for (Path file : found.filter(Wheel::isSource).toList()) {
                files.put(sources.relativize(file).toString().replace('\\', '/'), Files.readAllBytes(file));
            }
        }
        Path jar = Path.of(arguments[1]);
        files.put(NAME + "/jars/credence-spark-jobs.jar", Files.readAllBytes(jar));
        String info = NAME + "-" + version + ".dist-info/";
        Map<String, byte[]> licences = licences(jar);
        licences.forEach((name, text) -> files.put(info + "licenses/" + name, text));
        String readme = Files.readString(sources.resolve("README.md"));
        files.put(info + "METADATA", utf8(metadata(version, arguments[4], arguments[5], licences.keySet(), readme)));
        files.put(info + "WHEEL", utf8("Wheel-Version: 1.0\nGenerator: credence\nRoot-Is-Purelib: true\nTag: py3-none-any\n"));
        files.put(info + "RECORD", utf8(record(files, info)));
        Path folder = Files.createDirectories(Path.of(arguments[3]));
        try (OutputStream out = Files.newOutputStream(folder.resolve(NAME + "-" + version + "-py3-none-any.whl"));
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                ZipEntry entry = new ZipEntry(file.getKey());
                entry.setTimeLocal(java.time.LocalDateTime.of(1980, 1, 1, 0, 0));
                zip.putNextEntry(entry);
                zip.write(file.getValue());
                zip.closeEntry();
            }
        }
    }

    private static boolean isSource(Path file) {
        return Files.isRegularFile(file) && (file.toString().endsWith(".py") || file.endsWith("py.typed"));
    }

    /** Texts of licences and notices in the jar, by name. */
    private static Map<String, byte[]> licences(Path jar) throws IOException {
        Map<String, byte[]> texts = new TreeMap<>();
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                Matcher name = LICENCE.matcher(entry.getName());
                if (name.matches()) {
                    texts.put(name.group(1), zip.getInputStream(entry).readAllBytes());
                }
            }
        }
        return texts;
    }

    private static String metadata(
            String version, String tested, String address, Iterable<String> licences, String readme) {
        List<String> lines = new ArrayList<>(List.of(
                "Metadata-Version: 2.4",
                "Name: " + NAME,
                "Version: " + version,
                "Summary: Bayesian models fitted by variational inference on Apache Spark",
                "Project-URL: Homepage, " + address,
                "Author: The Credence authors",
                "License-Expression: Apache-2.0"));
        licences.forEach(name -> lines.add("License-File: " + name));
        lines.addAll(List.of(
                "Keywords: bayesian,variational inference,spark,mixed models",
                "Classifier: Intended Audience :: Science/Research",
                "Classifier: Operating System :: OS Independent",
                "Classifier: Programming Language :: Java",
                "Classifier: Programming Language :: Python :: 3",
                "Classifier: Topic :: Scientific/Engineering :: Mathematics",
                "Classifier: Typing :: Typed",
                "Requires-Python: >=3.9",
                "Requires-Dist: typing_extensions",
                "Requires-Dist: pandas",
                "Provides-Extra: spark",
                "Requires-Dist: pyspark>=4.0.1; extra == 'spark'",
                "Provides-Extra: arviz",
                "Requires-Dist: arviz<1; extra == 'arviz'",
                "Provides-Extra: plot",
                "Requires-Dist: matplotlib>=3.6; extra == 'plot'",
                "Provides-Extra: mlflow",
                "Requires-Dist: mlflow>=2.9; extra == 'mlflow'",
                "Description-Content-Type: text/markdown",
                "",
                readme,
                "Tested on PySpark " + tested.replace(" ", ", ") + ", classic and over Spark Connect.",
                ""));
        return String.join("\n", lines);
    }

    private static String record(Map<String, byte[]> files, String info) throws NoSuchAlgorithmException {
        StringBuilder lines = new StringBuilder();
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(file.getValue());
            lines.append(file.getKey())
                    .append(",sha256=")
                    .append(Base64.getUrlEncoder().withoutPadding().encodeToString(digest))
                    .append(',')
                    .append(file.getValue().length)
                    .append('\n');
        }
        return lines.append(info).append("RECORD,,\n").toString();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
