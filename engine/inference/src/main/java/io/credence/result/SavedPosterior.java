package io.credence.result;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.credence.config.Parts;
import io.credence.diagnostic.LeaveOneOut;
import io.credence.diagnostic.Reliability;
import io.credence.family.MomentSource;
import io.credence.family.NormalMixture;
import io.credence.family.Posterior;
import io.credence.family.law.DispersionPosterior;
import io.credence.part.Catalogue;
import io.credence.prior.NonCentredMap;
import io.credence.summary.ConstrainedSummary;
import io.credence.summary.SummaryRow;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Posterior that was read back from a {@code posterior.json}. */
public final class SavedPosterior {

    private static final ObjectMapper MAPPER = new ObjectMapper()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    /** Name of the first schema, whose posteriors are all Gaussians with the saved moments. */
    private static final String FIRST = "credence/posterior/1";

    private final JsonCursor root;
    private final ModelSection model;
    private final PosteriorSection coefficients;
    /** Columns with their formula; null until they are read for the first time. */
    private @Nullable FittedColumns columns;

    private SavedPosterior(JsonCursor root, Parts parts) {
        this.root = root;
        this.model = new ModelSection(root.child("model"), parts.likelihoods());
        this.coefficients = new PosteriorSection(
                root.child("posterior"), root.child("schema").text().equals(FIRST), parts.families());
    }

    /**
     * Parses and validates the text of a file.
     *
     * @throws IllegalArgumentException if it is not of the schema or not what a fit writes; the message states what and
     *     where
     */
    public static SavedPosterior parse(String text) {
        return parse(text, Parts.STANDARD);
    }

    /** Parses and validates the text of a file whose likelihood or family may be user-defined. */
    public static SavedPosterior parse(String text, Parts parts) {
        SavedPosterior saved = parseAny(text, parts);
        if (saved.isOfNetworks()) {
            throw new IllegalArgumentException(
                    "the posterior is of networks, which fit, score and report read: required"
                            + " one of coefficients, found the family " + saved.posteriorFamily());
        }
        return saved;
    }

    /**
     * Parses the text of a file from a fit of any kind, including networks. The parameters of networks are in another
     * file.
     */
    public static SavedPosterior parseAny(String text) {
        return parseAny(text, Parts.STANDARD);
    }

    /** Parses the text of a file from a fit of any kind, whose likelihood or family may be user-defined. */
    public static SavedPosterior parseAny(String text, Parts parts) {
        try {
            JsonCursor root = new JsonCursor("", MAPPER.readTree(text));
            String schema = root.child("schema").text("none");
            SavedSegments.refuseSegments(schema);
            if (!schema.equals(PosteriorJson.SCHEMA) && !schema.equals(FIRST)) {
                throw new IllegalArgumentException("the posterior has another form: required schema "
                        + PosteriorJson.SCHEMA + " or " + FIRST + ", found " + schema);
            }
            SavedPosterior saved = new SavedPosterior(root, parts);
            parts.families()
                    .retiredPart(root.child("posterior").child("family").text(""))
                    .ifPresent(SavedPosterior::refuse);
            if (!saved.isOfNetworks()) {
                PosteriorValidation.check(saved, root);
            }
            return saved;
        } catch (JsonProcessingException malformed) {
            throw new IllegalArgumentException(
                    "the posterior is not readable as JSON: " + malformed.getOriginalMessage(), malformed);
        }
    }

    private static void refuse(Catalogue.RetiredPart family) {
        throw new IllegalArgumentException("the posterior is " + family.description()
                + ": required one that this version reads, found " + family.name() + ", which "
                + family.lastVersions() + " read, such as the one that wrote it; or fit another family: "
                + family.instead());
    }

    /** Whether the fit is one of networks. */
    public boolean isOfNetworks() {
        return posteriorCursor().child("file").text("").equals(NetworksFile.NAME);
    }

    /** Digest of the file of the networks' parameters. */
    String networksDigest() {
        return posteriorCursor().child("digest").text();
    }

    /** Status of the fit: converged, unconverged or diverged. */
    public String status() {
        return root.child("status").text();
    }

    /** Files that could not be written beside this one. */
    public MissingFiles missingFiles() {
        return MissingFiles.read(root);
    }

    /** Verdict of the fit's checks on whether the posterior's numbers can be relied on. */
    public Reliability reliability() {
        return VerdictSection.readReliability(root);
    }

    /** Whether the posterior was checked and is reliable. */
    public boolean isReliable() {
        return reliability().isReliable();
    }

    /** Saved model. */
    public ModelSection model() {
        return model;
    }

    private JsonCursor posteriorCursor() {
        return root.child("posterior");
    }

    /** Saved posterior of the coefficients. */
    PosteriorSection posteriorSection() {
        return coefficients;
    }

    /** Digest of the file's content. */
    public String digest() {
        return PosteriorDigest.of(root.node());
    }

    /** Name of the posterior family. */
    public String posteriorFamily() {
        return coefficients.family();
    }

    /** Names of the coefficients. */
    public List<String> names() {
        return coefficients.names();
    }

    /** Columns of the fit. */
    public FittedColumns fittedColumns() {
        FittedColumns known = columns;
        if (known == null) {
            known = FittedColumns.read(root.child("data"));
            columns = known;
        }
        return known;
    }

    /** Digest of the content of the fit's rows; empty where the file has none. */
    public String fingerprint() {
        return root.child("data").child("fingerprint").text("");
    }

    /** Text on the number and origin of the rows, equal for fits of different columns of the same rows. */
    public String rowsText() {
        JsonCursor data = root.child("data");
        return data.child("rows").count() + " rows of " + data.child("path").text("a data frame");
    }

    /** Names of the classes of the label, in order; empty where labels are numbers. */
    public List<String> classNames() {
        JsonCursor labels = root.child("data").child("labels");
        return labels.isPresent() ? labels.texts() : List.of();
    }

    /** Means μ of the coefficients. */
    public double[] mean() {
        return coefficients.mean();
    }

    /** Standard deviations of the coefficients. */
    public double[] sd() {
        return coefficients.sd();
    }

    /** Covariance S of the coefficients, row-major, where the file contains it. */
    public Optional<double[]> covariance() {
        return coefficients.covariance();
    }

    /** Method by which the moments were computed; closed form where the file does not state it. */
    public MomentSource momentSource() {
        return coefficients.momentSource();
    }

    /**
     * Restores the posterior to the same bits, or up to rounding for a Gaussian whose covariance is in a table.
     *
     * @param table reads the covariance where the file does not contain it
     */
    public Posterior posterior(Supplier<double[]> table) {
        return coefficients.posterior(table);
    }

    /** Map from the parameters of a non-centred prior to the coefficients; empty under other priors. */
    public Optional<NonCentredMap> nonCentredMap() {
        return coefficients.nonCentredMap();
    }

    /** Whether the saved posterior is one of the parameters of a non-centred prior. */
    public boolean isNonCentred() {
        return nonCentredMap().isPresent();
    }

    /**
     * Posterior of the numbers {@link #names()} as a mixture of normals. For a mixed model it is one normal with the
     * posterior's moments.
     *
     * @param table reads the covariance where the file does not contain it
     * @param seed seed of the draws, where the mixture is one of draws
     */
    public NormalMixture normalMixture(Supplier<double[]> table, long seed) {
        if (coefficients.isDeterminedByMoments() || !savedEffects().isEmpty()) {
            return NormalMixture.of(mean(), coefficients.variances(table));
        }
        return isNonCentred() ? drawPoints(table, seed) : NormalMixture.of(posterior(table), seed);
    }

    /** Summaries of transformed parameters on their constrained scale; null where there are none. */
    @Nullable
    public ConstrainedSummary constrainedSummary() {
        return coefficients.constrainedSummary(model.hasJointDispersion());
    }

    /**
     * Draws from the posterior of the numbers {@link #names()}, as a mixture of points.
     *
     * @param table reads the covariance where the file does not contain it
     */
    public NormalMixture drawPoints(Supplier<double[]> table, long seed) {
        return NormalMixture.ofDraws(
                posterior(table),
                nonCentredMap()
                        .<UnaryOperator<double[]>>map(map -> map::toCentred)
                        .orElse(x -> x),
                seed);
    }

    /** Name of the dispersion that has a separate posterior factor; null where there is none. */
    @Nullable
    public String dispersionName() {
        return coefficients.factor().child("name").optionalText();
    }

    /** Leave-one-out predictive accuracy, without the table of all rows; empty where the fit did not compute it. */
    public Optional<LeaveOneOut> leaveOneOut() {
        JsonCursor written = root.child(LeaveOneOutSection.KEY);
        return written.isPresent() ? Optional.of(LeaveOneOutSection.read(written)) : Optional.empty();
    }

    /** Contents of the file other than the posterior: summaries, checks and run. */
    public SavedReport savedReport() {
        return SavedReport.read(root, names());
    }

    /** Summaries of effects that vary between levels; empty for models without them. */
    public List<SavedEffects> savedEffects() {
        return EffectsSectionJson.read(root.child(EffectsSectionJson.KEY));
    }

    /** Residual standard deviation of a mixed model; null where there is none. */
    public @Nullable SummaryRow residualSd() {
        return EffectsSectionJson.readResidualSd(root.child(EffectsSectionJson.RESIDUAL));
    }

    /** Seed of the fit. */
    public long seed() {
        JsonCursor seed = root.child("run").child("seed");
        return seed.isPresent() ? seed.wholeNumber() : 1;
    }

    /** Configuration of the fit with every default, as JSON. */
    public String config() {
        JsonCursor config = root.child("config");
        return config.isPresent() ? config.section().node().toString() : "";
    }

    /** Keys of {@link #config()} whose values are not shown. */
    public List<String> redactedKeys() {
        JsonCursor keys = root.child(PosteriorJson.REDACTED);
        return keys.isPresent() ? keys.texts() : List.of();
    }

    /** Posterior of the dispersion; the known value 1 where there is none. */
    public DispersionPosterior dispersion() {
        DispersionPosterior factor = coefficients.dispersion();
        return factor == null ? model().knownDispersion() : factor;
    }
}
