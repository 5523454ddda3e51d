package io.credence.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.credence.config.Parts;
import io.credence.diagnostic.LeaveOneOut;
import io.credence.diagnostic.Reliability;
import io.credence.family.MomentSource;
import io.credence.family.NormalMixture;
import io.credence.family.Posterior;
import io.credence.family.law.DispersionPosterior;
import io.credence.model.PredictorModel;
import io.credence.part.Catalogue;
import io.credence.prior.NonCentredMap;
import io.credence.result.section.CoefficientsSection;
import io.credence.result.section.FindingsSection;
import io.credence.result.section.MomentsSection.TriedFamily;
import io.credence.result.section.NetworksSection;
import io.credence.result.section.PosteriorFile;
import io.credence.result.section.Refusal;
import io.credence.result.section.SectionMapper;
import io.credence.result.section.SegmentsFile;
import io.credence.summary.ConstrainedSummary;
import io.credence.summary.FactorSummary;
import io.credence.summary.FactorSummary.FactorTerms;
import io.credence.summary.SmoothSummary;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Posterior that was read back from a {@code posterior.json}. */
public final class SavedPosterior {

    /** Name of the first schema, whose posteriors are all Gaussians with the saved moments. */
    private static final String FIRST = "credence/posterior/1";

    private final PosteriorFile file;
    private final String digest;
    private final SavedModel model;
    /** Posterior of the coefficients; null for networks. */
    private final @Nullable RestoredPosterior restored;
    /** Columns with their formula; null until they are read for the first time. */
    private @Nullable FittedColumns columns;

    private SavedPosterior(PosteriorFile file, String digest, Parts parts) {
        this.file = file;
        this.digest = digest;
        this.model = new SavedModel(file.model(), parts.likelihoods());
        this.restored = file.posterior() instanceof CoefficientsSection section
                ? new RestoredPosterior(section, file.outcome().schema().equals(FIRST), parts.families())
                : null;
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
            JsonNode root = SectionMapper.parse(text);
            String schema = root.path("schema").asText("none");
            SegmentsFile.refuseSegments(schema);
            if (!schema.equals(PosteriorFile.SCHEMA) && !schema.equals(FIRST)) {
                throw new IllegalArgumentException("the posterior has another form: required schema "
                        + PosteriorFile.SCHEMA + " or " + FIRST + ", found " + schema);
            }
            parts.families()
                    .retiredPart(root.path("posterior").path("family").asText())
                    .ifPresent(SavedPosterior::refuse);
            SavedPosterior saved = new SavedPosterior(PosteriorFile.read(root), PosteriorDigest.of(root), parts);
            if (saved.restored != null) {
                PosteriorValidation.check(saved, saved.restored);
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

    /** Content of the file, section by section. */
    public PosteriorFile file() {
        return file;
    }

    /** Checks and further summaries of the posterior. */
    public FindingsSection findings() {
        return file.findings();
    }

    /** Whether the fit is one of networks. */
    public boolean isOfNetworks() {
        return file.posterior() instanceof NetworksSection;
    }

    /** Digest of the file of the networks' parameters. */
    String networksDigest() {
        if (file.posterior() instanceof NetworksSection networks) {
            return networks.digest();
        }
        throw new IllegalStateException("a posterior of coefficients has no networks");
    }

    /** Status of the fit: converged, unconverged or diverged. */
    public String status() {
        return file.outcome().status();
    }

    /** Files that could not be written beside this one. */
    public MissingFiles missingFiles() {
        return new MissingFiles(file.outcome().missing());
    }

    /** Verdict of the fit's checks on whether the posterior's numbers can be relied on. */
    public Reliability reliability() {
        return file.outcome()
                .reliability(!Double.isNaN(file.findings().weights().effectiveDraws()));
    }

    /** Whether the posterior was checked and is reliable. */
    public boolean isReliable() {
        return reliability().isReliable();
    }

    /** Saved model. */
    public SavedModel model() {
        return model;
    }

    /** Saved posterior of the coefficients. */
    RestoredPosterior restored() {
        if (restored == null) {
            throw new IllegalStateException("networks have no posterior of coefficients");
        }
        return restored;
    }

    /** Digest of the file's content. */
    public String digest() {
        return digest;
    }

    /** Digest that the file states; null in files of earlier versions. */
    @Nullable
    String statedDigest() {
        return file.settings().digest();
    }

    /**
     * Model of an expression, of formulas of parameters, or of a family with parameters of its own, such as cutpoints; null
     * for other families, and for classes.
     */
    public @Nullable PredictorModel predictorModel() {
        Optional<PredictorModel> ofParameters = model.parametersModel();
        if (ofParameters.isPresent()) {
            return ofParameters.get();
        }
        return model.className().isPresent() ? null : model.likelihood().predictorModel(classNames());
    }

    /** Name of the posterior family. */
    public String posteriorFamily() {
        return file.posterior().family();
    }

    /** Names of the coefficients. */
    public List<String> names() {
        return file.posterior().names();
    }

    /** Columns of the fit. */
    public FittedColumns fittedColumns() {
        FittedColumns known = columns;
        if (known == null) {
            known = FittedColumns.of(file.data().columns(), model);
            columns = known;
        }
        return known;
    }

    /** Digest of the content of the fit's rows; empty where the file has none. */
    public String fingerprint() {
        String found = file.data().fingerprint();
        return found == null ? "" : found;
    }

    /** Text on the number and origin of the rows, equal for fits of different columns of the same rows. */
    public String rowsText() {
        String path = file.data().path();
        if (file.data().rows() == null) {
            throw Refusal.of("data.rows is missing", "a whole number", "nothing");
        }
        return file.data().rows() + " rows of " + (path == null ? "a data frame" : path);
    }

    /** Names of the classes of the label, in order; empty where labels are numbers. */
    public List<String> classNames() {
        return file.data().columns().labels();
    }

    /** Means μ of the coefficients. */
    public double[] mean() {
        return restored().mean();
    }

    /** Standard deviations of the coefficients. */
    public double[] sd() {
        return restored().sd();
    }

    /** Covariance S of the coefficients, row-major, where the file contains it. */
    public Optional<double[]> covariance() {
        return restored().covariance();
    }

    /** Method by which the moments were computed; closed form where the file does not state it. */
    public MomentSource momentSource() {
        return restored().section().moments().momentSource();
    }

    /**
     * Restores the posterior to the same bits, or up to rounding for a Gaussian whose covariance is in a table.
     *
     * @param table reads the covariance where the file does not contain it
     */
    public Posterior posterior(Supplier<double[]> table) {
        return restored().posterior(table);
    }

    /** Map from the parameters of a non-centred prior to the coefficients; empty under other priors. */
    public Optional<NonCentredMap> nonCentredMap() {
        return restored().nonCentredMap();
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
        if (restored().isDeterminedByMoments() || isMixed()) {
            return NormalMixture.of(mean(), restored().variances(table));
        }
        return isNonCentred() ? drawPoints(table, seed) : NormalMixture.of(posterior(table), seed);
    }

    /** Summaries of transformed parameters on their constrained scale; null where there are none. */
    @Nullable
    public ConstrainedSummary constrainedSummary() {
        ConstrainedSummary found = restored().section().constrained();
        if (found == null || !found.unconstrainedNames().isEmpty() || !model.hasJointDispersion()) {
            return found;
        }
        return new ConstrainedSummary(
                List.of(names().get(names().size() - 1)),
                found.names(),
                found.mean(),
                found.sd(),
                found.q05(),
                found.q50(),
                found.q95());
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
        return restored().section().dispersionName();
    }

    /** Leave-one-out predictive accuracy, without the table of all rows; empty where the fit did not compute it. */
    public Optional<LeaveOneOut> leaveOneOut() {
        return file.findings().rowChecks().loo() == null
                ? Optional.empty()
                : Optional.of(file.findings().rowChecks().loo().leaveOneOut());
    }

    /** Summaries of effects that vary between levels; empty for models without them. */
    public List<FactorSummary> groups() {
        return file.findings().effects().groups();
    }

    /** Smooth functions of a mixed model. */
    public List<SmoothSummary> smooths() {
        return file.findings().effects().smooths();
    }

    /** Whether standard deviations of effects of levels, or of smooths, were integrated over. */
    public boolean isMixed() {
        return !groups().isEmpty() || !smooths().isEmpty();
    }

    /** Grouping factors of a mixed model, with the names of the effects that vary between their levels. */
    public List<FactorTerms> groupingTerms() {
        return groups().stream().map(FactorSummary::effects).toList();
    }

    /** Families among which the posterior was chosen, in the order of their fits; empty where one was requested. */
    public List<TriedFamily> triedFamilies() {
        return restored == null ? List.of() : restored.section().moments().tried();
    }

    /** Seed of the fit. */
    public long seed() {
        return file.run() == null || file.run().seed() == null ? 1 : file.run().seed();
    }

    /** Configuration of the fit with every default, as JSON. */
    public String config() {
        return file.settings().configText();
    }

    /** Keys of {@link #config()} whose values are not shown. */
    public List<String> redactedKeys() {
        return file.settings().redacted();
    }

    /** Posterior of the dispersion; the known value 1 where there is none. */
    public DispersionPosterior dispersion() {
        DispersionPosterior factor = restored().section().dispersion();
        return factor == null ? model.knownDispersion() : factor;
    }
}
