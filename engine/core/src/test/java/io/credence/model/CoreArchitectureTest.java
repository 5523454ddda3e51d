package io.credence.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.testkit.ExposedTypes;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What other modules may know of models, posteriors and algorithms. */
class CoreArchitectureTest {

    /** Largest number of types that they name, of decision 0089. */
    private static final int MOST_TYPES = 193;

    /** The types that they name. */
    private static final String FACE = """
            checkpoint: StateReader StateWriter
            distributional: DistributionalModel
            divergence: Divergence DivergencePart Divergences KullbackLeibler RenyiDivergence
            expression: ExpressionException ExpressionModel Link ModelParameter ParsedExpression
            family: Blocks DiagonalGaussian FamilyParameters FullGaussian GaussianFactor GaussianPosterior \
            GaussianStructure InitialPosterior MixturePosterior MomentSource NormalMixture Posterior PosteriorDraws
            family.choice: Families FamilyPart PosteriorReader
            family.law: DispersionPosterior LogNormalDispersion
            family.student: StudentFull
            fit: Algorithm Approximation Budget CandidateFamily ExactProblem ExecutionBackend FitDetail FitEnd \
            FitResult FitSettings FitSetup FitState ImportanceWeights InProcessBackend LogJoint NestedRowSamples \
            OtherMode Problem SamplingSettings StagedAlgorithm StartSettings StopRequest
            fit.choice: AlgorithmChoice FamilySearch
            fit.exact: DispersionIntegral NewtonAlgorithm
            fit.fixed: LinearResponse
            fit.importance: PosteriorWeigher
            fit.start: ModeSearchAlgorithm UnreachedModeSearch
            formula: Basis CellFunction ColumnFactor ColumnProduct ColumnStatistics Design DesignData DesignDraft \
            Formula FormulaException GroupingTerm PredictorTerms Smooth
            gradient: GradientCheck GradientEstimator
            kind: ColumnScales CurvePlot DistributionalRequest ExpressionCheck ExpressionRequest GroupingFactor \
            IntervalPlot LevelNames ModelRequest MultiParameterRequest ParameterConstraint PredictedParameter \
            RandomEffects RowGrouping Section SectionTable SharedParameter TableCell
            likelihood: ClassProbabilities EstimatedOption InverseLink LabelChecks Likelihood LogFactorial \
            PairedResponse PredictiveMoments PredictorChunk PredictorDraws ResponseLaw ResponseMoments \
            ResponseSampler RowLoss SearchedOption WeightedLikelihood
            likelihood.choice: LikelihoodPart Likelihoods
            likelihood.robust: GaussianRobustLoss GeneralisedLosses LossPart RobustForm RobustLikelihood
            likelihood.softmax: SoftmaxLoss
            loss: DrawLoss LatentBound ModelLosses NonCentredLoss PredictorLoss ResponseDistributions \
            ResponseDrawException
            model: CoefficientPlaces CorrelationTransform DecomposedModel DerivedQuantities LatentModel Model \
            ModelClasses ModelFailure ModelOptions Parameter Parameters PredictorModel Row RowModel Series \
            SeriesModel
            objective: DrawDensities DrawWeights Objective ObjectivePart Objectives
            optimize: BfgsSearch NewtonSearch ParabolaSearch
            part: Catalogue Choice Domain Names NumberRange Option OptionValues Part Spelling WeightedPart
            pass: DrawPass ExpectationPass Lazy
            prior: CentredPrior CoefficientPrior CoefficientPriors ConstrainedDensity DensityTerm EarlierFit \
            EarlierPosterior GaussianPrior LogGamma LogHalfCauchy LogHalfStudent NonCentredMap PerCoefficientPrior \
            PosteriorFactors Prior PriorInUnits PriorPart ScalarDensity SharedParameterPriors TransformedPrior
            risk: EntropicRisk MeanRisk RiskPart Risks RowReduction
            update: Adam Optimizer OptimizerState UpdatePart Updates
            """;

    @Test
    void otherModules_nameTheFaceAlone() throws IOException {
        ExposedTypes face = ExposedTypes.of("engine/core");
        assertEquals(FACE, face.toString());
        assertTrue(face.size() <= MOST_TYPES, "types: " + face.size());
    }
}
