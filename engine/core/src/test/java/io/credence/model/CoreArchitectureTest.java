package io.credence.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.testkit.ModuleFace;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What other modules may know of models, posteriors and algorithms. */
class CoreArchitectureTest {

    /** The 193 types that they name. */
    private static final String FACE = """
            checkpoint: StateReader StateWriter
            distributional: DistributionalModel
            divergence: Divergence DivergencePart Divergences KullbackLeibler RenyiDivergence
            expression: ExpressionException ExpressionModel Link ModelParameter ParsedExpression
            family: Blocks DiagonalGaussian FamilyParameters FullGaussian GaussianPosterior GaussianSite \
            GaussianStructure InitialPosterior MixturePosterior MomentSource NormalMixture Posterior \
            PosteriorDraws
            family.choice: Families FamilyPart PosteriorReader
            family.law: DispersionPosterior LogNormalDispersion
            family.student: StudentFull
            fit: Algorithm Approximation Budget CandidateFamily ExactProblem ExecutionBackend FitDetail FitEnd \
            FitResult FitSettings FitSetup FitState ImportanceWeights InProcessBackend LogJoint OtherMode Problem \
            RowLevels SamplingSettings StagedAlgorithm StartSettings StopRequest
            fit.choice: AlgorithmChoice FamilySearch
            fit.exact: DispersionIntegral NewtonAlgorithm
            fit.fixed: LinearResponse
            fit.importance: PosteriorWeigher
            fit.start: ModeSearchAlgorithm UnreachedModeSearch
            formula: Basis CellFunction ColumnFactor ColumnProduct ColumnStatistics Design DesignData DesignDraft \
            Formula FormulaException GroupingTerm PredictorTerms Smooth
            gradient: GradientCheck GradientEstimator
            kind: ColumnScales CurvePlot DistributionalRequest ExpressionCheck ExpressionRequest GroupingFactor \
            IntervalPlot ModelRequest ParameterConstraint ParametersRequest PredictedParameter RandomEffects \
            RowGrouping Section SectionTable SharedParameter TableCell
            likelihood: ClassProbabilities EstimatedOption InverseLink Labels Likelihood LogFactorial \
            PairedResponse PredictorChunk PredictorDraws ResponseLaw ResponseMoments ResponseSampler Responses \
            RowLoss SearchedOption WeightedLikelihood
            likelihood.choice: LikelihoodPart Likelihoods
            likelihood.robust: GaussianRobustLoss GeneralisedLosses LossPart RobustForm RobustLikelihood
            likelihood.softmax: SoftmaxLoss
            loss: DrawLoss LatentBound ModelLosses NonCentredLoss PredictorLoss ResponseDistributions \
            ResponseDrawException WeightedDrawLoss
            model: CoefficientPlaces CorrelationTransform DecomposedModel DerivedQuantities LatentModel Model \
            ModelClasses ModelFailure ModelOptions Parameter Parameters PredictorModel Row RowModel Series \
            SeriesModel
            objective: DivergenceObjective DrawDensities DrawWeights Objective ObjectivePart Objectives
            optimize: BfgsSearch NewtonSearch ParabolaSearch
            part: Catalogue Choice Option OptionValues Part Piece Spelling
            pass: DrawPass ExpectationPass Lazy
            prior: CentredPrior CoefficientPrior CoefficientPriors ConstrainedDensity DensityTerm EarlierFit \
            EarlierPosterior GaussianPrior LogGamma LogHalfCauchy LogHalfStudent NonCentredMap ParameterPriors \
            PerCoefficientPrior PosteriorFactors Prior PriorInUnits PriorPart PriorTerms ScalarDensity \
            TransformedPrior
            risk: EntropicRisk MeanRisk RiskPart Risks RowReduction
            update: Adam Constraint Optimizer OptimizerState UpdatePart Updates
            """;

    @Test
    void otherModules_nameTheFaceAlone() throws IOException {
        assertEquals(FACE, ModuleFace.of("engine/core").toString());
    }
}
