package io.credence.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.secret.Redaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a configuration must not do: read what the command line did not name, print secrets, or use up the machine. */
class ConfigGuardTest {

    private static final String LEAST =
            "data { path = rows.csv, label = y }\nmodel.family = poisson\noutput.path = out\n";

    @TempDir
    Path folder;

    private static FitConfig read(String more, String... overrides) {
        return ConfigReader.read("job.conf", LEAST + more, List.of(overrides));
    }

    private static String refusal(String more, String... overrides) {
        return String.valueOf(assertThrows(ConfigurationException.class, () -> read(more, overrides))
                .getMessage());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "include \"%s\"",
                "include required(\"%s\")",
                "include file(\"%s\")",
                "include required(file(\"%s\"))",
                "include url(\"file:%s\")",
                "include required(url(\"file:%s\"))",
                "include classpath(\"io/credence/config/defaults.conf\")",
                "include required(classpath(\"io/credence/config/defaults.conf\"))",
                "prior { include file(\"%s\") }",
                "prior { include url(\"http://127.0.0.1:9/%s\") }"
            })
    void everyFormOfInclude_isRefused(String include) throws IOException {
        Path other = Files.writeString(folder.resolve("other.conf"), "sd = 3");
        String statement = include.formatted(other);
        assertTrue(refusal(statement).startsWith("include is not supported"), refusal(statement));
        String inner =
                include.contains("{") ? include.formatted(other).replaceFirst("prior ", "") : "{ " + statement + " }";
        if (!inner.contains("//")) {
            assertTrue(
                    refusal("", "prior=" + inner).startsWith("include is not supported"),
                    refusal("", "prior=" + inner));
        }
    }

    @ParameterizedTest
    @CsvSource({"[, ]", "{a=, }", "'a { ', }"})
    void nestingWithoutEnd_isRefused(String open, String close) {
        String deep = "x = " + (open.startsWith("a") ? "{ " : "") + open.repeat(5_000);
        assertTrue(refusal(deep).contains("configuration"), refusal(deep));
        String closed = "x = " + open.repeat(5_000) + "1" + close.repeat(5_000);
        String path = "x" + ".a".repeat(5_000) + " = 1";
        for (String text : List.of(closed, path)) {
            assertTrue(refusal(text).contains("nested too deeply"), refusal(text));
        }
    }

    @Test
    void aChainOfSubstitutionsWithoutEnd_isRefused() {
        String chain = IntStream.range(0, 8_000)
                .mapToObj(i -> "a" + i + " = ${a" + (i + 1) + "}\n")
                .collect(Collectors.joining());
        assertTrue(refusal(chain + "a8000 = 1").contains("nested too deeply"));
    }

    private static String chain(String first, String each, String between, int lines) {
        StringBuilder text = new StringBuilder("a0 = " + first + "\n");
        for (int i = 1; i <= lines; i++) {
            text.append("a").append(i).append(" = ");
            text.append(String.join(between, Collections.nCopies(10, each.formatted(i - 1))))
                    .append('\n');
        }
        return text.toString();
    }

    /** Texts, lists and sections that stand many times in one another, in a circle too. */
    @Test
    void whatDoublesItself_isRefusedBeforeItDoes() {
        for (String bomb : List.of(
                chain("lollollollollol", "${a%d}", "", 9),
                chain("[1]", "${a%d}", " ", 9),
                chain("[1]", "[${a%d}]", " ", 9),
                chain("{ x = 1 }", "{ x = [${a%1$d}, ${a%1$d}] }", " ", 40),
                chain("{ x = lollol }", "${a%1$d.x}", "", 9).replaceAll("(a\\d+) = (\\$.*)", "$1.x = $2"),
                "a = lol\n" + "a = ${a}${a}\n".repeat(40),
                "a = [1]\n" + "a = ${a} ${?a}\n".repeat(40),
                "a = x\nb = y\n" + "a = ${b}${b}\nb = ${a}${a}\n".repeat(20),
                "\"a b\" { \"c.d\" = lol }\n" + "\"a b\".\"c.d\" = ${\"a b\".\"c.d\"}${\"a b\".\"c.d\"}\n".repeat(40),
                "o { x = lol }\np = ${o} { }\n" + "p.x = ${p.x}${p.x}\n".repeat(40))) {
            assertTrue(refusal(bomb).contains("grows too large by its substitutions"), refusal(bomb));
        }
        assertTrue(refusal(
                        "a0 = lol\n",
                        "a1=" + "${a0}".repeat(300),
                        "a2=" + "${a1}".repeat(300),
                        "a3=" + "${a2}".repeat(300))
                .contains("grows too large"));
    }

    @Test
    void whatGrowsLittle_isRead() {
        StringBuilder columns = new StringBuilder("data.exclude = []\n");
        for (int i = 0; i < 60; i++) {
            columns.append("data.exclude += c").append(i).append('\n');
        }
        assertEquals(60, read(columns.toString()).data().predictors().exclude().size());
        FitConfig config = read(
                "data.path = \"${PATH} {\\\"\"/x\noutput.path = ${data.path}${?NOT_THERE}/out\ndata.exclude = [\"]\", \"{\"]"
                        + " [${model.family}]");
        assertEquals("${PATH} {\"/x/out", config.output().path());
        assertEquals(List.of("]", "{", "poisson"), config.data().predictors().exclude());
    }

    /** In time that grows with their number, not with its square or cube: else this would not end. */
    @Test
    void manyOptions_areRead() {
        int many = 20_000;
        List<String> overrides = new ArrayList<>();
        StringBuilder derived = new StringBuilder("data.derive {\n");
        for (int i = 0; i < many; i++) {
            overrides.add("data.reference.g" + i % 10_000 + "=" + i);
            derived.append("c").append(i).append(" = \"a + c").append(i + 1).append("\"\n");
        }
        FitConfig config = ConfigReader.read("job.conf", LEAST + derived + "}", overrides);
        assertEquals(10_000, config.data().predictors().referenceLevels().size());
        assertEquals("10007", config.data().predictors().referenceLevels().get("g7"));
        assertEquals(
                "c19999", config.data().derivedColumns().keySet().iterator().next());
    }

    /** The variables PATH and HOME are everywhere; here they stand for keys and tokens. */
    @Test
    void valuesOfTheEnvironment_areNotShown() {
        String path = System.getenv("PATH");
        FitConfig config = read("data.path = \"s3a://rows/\"${PATH}\ndata.exclude = [a, ${PATH}]\nseed = 3\n"
                + "data.derive { \"a b\" = ${PATH} }");
        assertEquals("s3a://rows/" + path, config.data().path());
        assertFalse(config.redacted().json().contains(path), config.redacted().json());
        assertTrue(
                config.redacted().json().contains("\"path\":\"s3a://rows/${PATH}\""),
                config.redacted().json());
        assertTrue(config.resolved().json().contains(path));
        assertEquals(
                List.of("data.derive.\"a b\"", "data.exclude", "data.path"),
                config.redacted().redactedKeys());
        assertEquals("no file ${PATH}/x", config.redacted().redaction().redact("no file " + path + "/x"));
        FitConfig again = ConfigReader.readRedacted(
                "the fit", config.redacted().json(), config.redacted().redactedKeys(), config, Parts.STANDARD);
        assertEquals(config.data(), again.data());
        FitConfig other = read("");
        String refusal = String.valueOf(assertThrows(
                        ConfigurationException.class,
                        () -> ConfigReader.readRedacted(
                                "the fit",
                                config.redacted().json(),
                                config.redacted().redactedKeys(),
                                other,
                                Parts.STANDARD))
                .getMessage());
        assertTrue(refusal.contains("data.derive.\"a b\" is not shown in the result"), refusal);
    }

    /** Hadoop takes an address with a slash in its password apart, and reports the pieces. */
    @Test
    void piecesOfPasswords_areLeftOut() {
        FitConfig config = read(
                "",
                "score.path=s3a://AKIA:S3CR/ETPW%2FXYZW@bucket/by.csv",
                "effects.path=https://h/x?api_key=S3CRETKEY");
        String hidden = config.redacted()
                .redaction()
                .redact("no host AKIA:S3CR for /ETPW%2FXYZW@bucket (ETPW/XYZW), S3CRETKEY");
        assertEquals("no host AKIA:*** for /***@bucket (***/***), ***", hidden);
        assertFalse(
                config.redacted().json().matches(".*(S3CR|ETPW|XYZW).*"),
                config.redacted().json());
    }

    @Test
    void namesOfSites_haveNoPassword() {
        FitConfig config = read("estimator.kind = partitioned", "data.path=https://h/x.csv?api_key=S3CRETKEY");
        assertEquals("x.csv?api_key=***", config.inference().sitesRequest().name());
    }

    @Test
    void keysOfPrograms_areShownWithoutPasswords() {
        FitConfig config = ConfigReader.read(
                Map.of(
                        "data.path",
                        "a",
                        "data.label",
                        "y",
                        "output.path",
                        "o",
                        "model.family",
                        "poisson",
                        "prior.path",
                        "s3a://k:S3CR/ET@b/x",
                        "prior.kind",
                        "posterior"),
                Parts.STANDARD);
        assertEquals(List.of("prior.path"), config.redacted().redactedKeys());
        assertFalse(config.redacted().json().contains("S3CR"), config.redacted().json());
        assertEquals("s3a://k:S3CR/ET@b/x", config.prior().path());
    }

    @Test
    void withoutSecrets_everythingIsShown() {
        FitConfig config = read("data.exclude = [\"${PATH}\"]\noutput.path = ${data.path}.out");
        assertEquals(config.resolved().json(), config.redacted().json());
        assertEquals(List.of(), config.redacted().redactedKeys());
        assertEquals("rows.csv.out", config.output().path());
    }

    @Test
    void aRefusal_doesNotTellTheEnvironment() {
        String refusal = refusal("data.format = ${PATH}");
        assertTrue(refusal.contains("found ${PATH}"), refusal);
        assertFalse(refusal.contains(System.getenv("PATH")), refusal);
    }

    @ParameterizedTest
    @CsvSource({
        "s3a://key:secret@bucket/x, s3a://key:***@bucket/x",
        "found jdbc://u:p%40ss@host:5432/db here, found jdbc://u:***@host:5432/db here",
        "https://h/x?sig=abc%2F1&v=2, https://h/x?sig=***&v=2",
        "https://h/x?a=1&ACCESS_TOKEN=abc, https://h/x?a=1&ACCESS_TOKEN=***",
        "s3a://AKIA:S3CR/ET+P=W@bucket/by.csv, s3a://AKIA:***@bucket/by.csv",
        "s3a://AKIA:1234/ETPW@bucket/by.csv, s3a://AKIA:***@bucket/by.csv",
        "s3a://AKIA:S3C:R@E/T@bucket/x, s3a://AKIA:***@bucket/x",
        "S3A://k:p?a#b@bucket/x, S3A://k:***@bucket/x",
        "ftp://u:p/q@host/x, ftp://u:***@host/x",
        "https://ghp_token@host/x, https://***@host/x",
        "https://h/x?api_key=S3CR&sig=S3CR&access_key=S3CR&v=2, https://h/x?api_key=***&sig=***&access_key=***&v=2",
        "https://h/x?apikey=a&X-Api-Key=b&AWSAccessKeyId=c&X-Amz-Credential=d, https://h/x?apikey=***&X-Api-Key=***&AWSAccessKeyId=***&X-Amz-Credential=***",
        "https://h/x?key=a&sas=b&pwd=c&client_secret=d&a%5Fpi_key=e&pass=f, https://h/x?key=***&sas=***&pwd=***&client_secret=***&a%5Fpi_key=***&pass=***",
        "jdbc:sqlserver://h:1433;user=u;password=p)q;x=1, jdbc:sqlserver://h:1433;user=u;password=***;x=1",
        "https://h/x#access_token=abc, https://h/x#access_token=***",
        "hdfs://namenode:8020/x, hdfs://namenode:8020/x",
        "hdfs://namenode:8020/home/me@site.org/x, hdfs://namenode:8020/home/me@site.org/x",
        "s3a://bucket/a:b@c/x?part=3&monkey=4, s3a://bucket/a:b@c/x?part=3&monkey=4",
        "abfss://container@account.dfs.core.windows.net/x, abfss://container@account.dfs.core.windows.net/x",
        "a:b@c, a:b@c"
    })
    void passwordsOfAddresses_areLeftOut(String text, String shown) {
        assertEquals(shown, Redaction.PASSWORDS.redact(text));
        FitConfig config = read("", "data.path=" + text);
        assertEquals(
                text.equals(shown) ? List.of() : List.of("data.path"),
                config.redacted().redactedKeys());
        assertTrue(
                config.redacted().json().contains(shown.replace("\"", "\\\"")),
                config.redacted().json());
    }
}
