package io.credence.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.testkit.ModuleFace;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What other modules may know of models, posteriors and algorithms. */
class CoreArchitectureTest {

    /** The 154 types that they name. */
    private static final String FACE = """
            checkpoint: StateReader StateWriter
            divergence: Divergence DivergencePart Divergences KullbackLeibler RenyiDivergence
            family: Blocks DiagonalGaussian FamilyParameters FamilyPlan FullGaussian GaussianPosterior \
            GaussianSite GaussianStructure MixturePosterior Moments NormalMixture Posterior PosteriorDraws
            family.choice: Families FamilyPart WrittenPosteriors
            family.law: DispersionPosterior LogNormalDispersion
            family.student: StudentFull
            fit: Algorithm Approximation Budget ExactProblem ExecutionBackend FitDetail FitEnd FitResult \
            FitSettings FitSetup FitState ImportanceWeights InProcessBackend MethodSettings OtherMode Problem \
            StagedAlgorithm StartSettings StopRequest TriedFamily
            fit.choice: AlgorithmChoice FamilySearch
            fit.exact: DispersionIntegral
            fit.fixed: LinearResponse
            fit.importance: PosteriorWeights
            fit.start: ModeLook
            gradient: GradientCheck GradientEstimator GradientFindings
            likelihood: Chunk ClassShares DrawPoints EstimatedOption InverseLink Labels Likelihood LogFactorial \
            PairedResponse ResponseDraw ResponseLaw ResponseMoments Responses RowLoss SearchedOption \
            WeightedLikelihood
            likelihood.choice: LikelihoodPart Likelihoods
            likelihood.robust: GaussianRobustLoss GeneralisedLosses LossPart RobustForm RobustLikelihood
            likelihood.softmax: SoftmaxLoss
            loss: DrawLoss LatentBound ModelLosses NonCentredLoss PredictorLoss ResponseLaws \
            UndrawnResponseException WeightedDrawLoss
            model: CorrelationTransform DecomposedModel DerivedQuantities DifferentiableSeriesModel \
            DrawnResponses GradientModel LatentModel Model ModelClasses ModelFailure ModelOptions Parameter \
            Parameters PredictorModel Row RowModel Series SeriesModel Transform
            objective: Densities DivergenceObjective DrawWeights Objective ObjectivePart Objectives
            optimize: BfgsSearch ParabolaSearch
            part: Catalogue Choice Option OptionValues Part Piece Spelling Word
            pass: DrawPass ExpectationPass Once
            prior: CentredPrior CoefficientPrior CoefficientPriors DensityTerm EarlierFit EarlierPosterior \
            GaussianPrior LogGamma LogHalfCauchy LogHalfStudent NonCentredMap OwnIntercepts Prior PriorInUnits \
            PriorPart ScalarDensity Sites TransformedPrior
            risk: EntropicRisk MeanRisk RiskPart RowReduction RowReductions
            update: Adam Constraint Optimizer OptimizerState UpdatePart Updates
            """;

    @Test
    void otherModules_nameTheFaceAlone() throws IOException {
        assertEquals(FACE, ModuleFace.of("engine/core").toString());
    }
}
