# Written from the keys of the configuration; PythonParamsTest compares and writes it again.
"""Params of the stages, with their types, defaults and meanings."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Union

from pyspark.ml.param import Param, Params
from typing_extensions import TypedDict

from credence._values import flag, mapping, number, text, texts, whole, wholes, word


class EstimatorValues(TypedDict, total=False):
    """Keyword arguments."""

    featuresCol: Union[str, float]
    backendFolder: Union[str, float]
    backend: Literal["auto", "rdd", "dataframe"]
    backendPersist: Literal["auto", "none"]
    checkKhat: bool
    checkLoo: Union[Literal["auto"], bool]
    checkPredictive: Union[Literal["auto"], bool]
    by: List[str]
    categorical: List[str]
    censoredCol: Union[str, float]
    exclude: List[str]
    features: List[str]
    intercept: bool
    keyCol: Union[str, float]
    labelCol: Union[str, float]
    offsetCol: Union[str, float]
    onMissing: Literal["fail", "skip"]
    partitions: Union[Literal["auto"], float]
    precision: Literal["auto", "float64", "float32"]
    reference: Union[Dict[str, Any], str]
    sdCol: Union[str, float]
    standardize: bool
    trialsCol: Union[str, float]
    weightCol: Union[str, float]
    adaptive: bool
    antithetic: bool
    controlVariate: Literal["quadratic", "constant", "none"]
    draws: int
    estimator: Literal["auto", "exact", "partitioned", "regression", "curvature", "fresh-draws", "score", "reparameterized", "fixed-draws"]
    maxDraws: int
    quasiMonteCarlo: bool
    raoBlackwell: Union[Literal["auto"], bool]
    formula: Union[str, float]
    formulas: Union[Dict[str, Any], str]
    kernel: Literal["auto", "java", "native", "mixed"]
    method: Literal["advi-fullrank", "advi-meanfield", "bbgvi", "bbvi", "bbvi-full", "cgvb", "chivi", "dadvi", "ent-vi", "eubo-vi", "gvi", "iwvi", "mgvb", "mv-vi", "pb-vi", "qbvi", "qbvi-diagonal", "qbvi-inverse-gamma", "regression", "renyi-vi", "tail-adaptive-vi", "vrbbgvi"]
    minibatchAnchorEvery: int
    minibatchBiased: bool
    minibatchControlVariate: bool
    minibatchPartitions: Union[Literal["all", "auto"], float]
    minibatchRows: Literal["auto", "all"]
    modelClass: Union[str, float]
    classes: int
    degreesOfFreedom: float
    modelDensity: Union[str, float]
    dispersion: Union[Literal["estimate"], float]
    dispersionFactor: Literal["joint", "inverse-gamma"]
    modelDraw: Union[str, float]
    family: Literal["gaussian", "bernoulli", "bernoulli-probit", "poisson", "negative-binomial", "zero-inflated-poisson", "zero-inflated-negative-binomial", "hurdle-poisson", "hurdle-negative-binomial", "gamma", "beta", "beta-binomial", "exponential", "weibull", "tweedie", "student-t", "softmax", "ordinal"]
    modelMean: Union[str, float]
    modelOptions: Union[Dict[str, Any], str]
    modelParameters: Union[Dict[str, Any], str]
    power: Union[Literal["auto"], float]
    objectiveAlpha: float
    objectiveC: float
    objectiveDivergenceAlpha: float
    objectiveDivergenceBeta: float
    objectiveDivergenceGamma: float
    objectiveDivergence: Literal["kl", "weighted-kl", "alpha", "renyi", "beta", "gamma", "alpha-beta-gamma", "blocks", "sum"]
    objectiveDivergenceOf: Literal["identity", "log", "square", "exponential"]
    objectiveDivergenceParts: Union[str, float]
    objectiveDivergenceR: float
    objectiveDivergenceWeight: float
    objectiveDraws: int
    objectiveGamma: float
    objective: Literal["elbo", "gvi", "eubo", "chivi", "renyi", "iwae", "tail-adaptive", "entropic-risk", "mean-variance", "weighted-mean-variance", "density-variance", "black-box-alpha", "conditional-value-at-risk", "monotone-mean-variance"]
    objectiveLevel: float
    objectiveLossBeta: float
    objectiveLossDelta: float
    objectiveLossGamma: float
    objectiveLoss: Literal["log-likelihood", "power", "beta", "gamma", "absolute", "huber", "quantile", "hinge"]
    objectiveLossTau: float
    objectiveLossWeight: Union[Literal["auto"], float]
    objectiveOrder: float
    objectiveTemperature: float
    posteriorBlocks: List[int]
    posteriorComponent: Literal["diagonal", "full", "low-rank"]
    posteriorComponents: int
    posteriorCouplings: int
    posteriorCovariance: Literal["full", "diagonal"]
    posteriorDegreesOfFreedom: float
    posteriorFactors: Union[str, float]
    posterior: Literal["gaussian-full", "gaussian-diagonal", "gaussian-block", "gaussian-low-rank", "student-t-diagonal", "student-t-full", "gamma", "inverse-gamma", "beta", "normal-inverse-gamma", "dirichlet", "wishart", "gaussian-mixture", "planar-flow", "coupling-flow", "product", "auto"]
    posteriorHidden: int
    posteriorLayers: int
    posteriorRank: int
    priorCoefficients: Union[Dict[str, Any], str]
    priorDegreesOfFreedom: float
    priorDispersion: Literal["inverse-gamma"]
    priorDispersionScale: Union[Literal["auto"], float]
    priorDispersionShape: Union[Literal["auto"], float]
    priorForgetting: float
    priorGlobalScale: Union[Literal["auto"], float]
    priorGroups: List[int]
    prior: Literal["normal", "laplace", "student-t", "horseshoe", "conjugate", "posterior"]
    priorMean: float
    priorNonCentred: bool
    priorPath: Union[str, float]
    priorScale: Union[Literal["auto"], float]
    priorSd: Union[Literal["auto"], float]
    priorSigmaDf: float
    priorSigma: Literal["half-student-t", "half-normal", "half-cauchy", "exponential"]
    priorSigmaScale: Union[Literal["auto"], float]
    reportContrasts: Union[Dict[str, Any], str]
    allowNewLevels: bool
    level: float
    seed: int
    sitesColumn: Union[str, float]
    sitesKeep: Union[str, float]
    sitesName: Union[str, float]
    sitesRemove: List[str]
    startMean: Union[str, float]
    startRestarts: int
    startSearch: bool
    acceptUnconverged: bool
    maxIterations: int
    maxPasses: Union[str, float]
    maxSeconds: Union[str, float]
    mcse: float
    patience: int
    rhat: float
    rule: Literal["auto", "mcse", "patience"]
    tolerance: float
    window: int
    clip: float
    constraint: Literal["retraction", "step-bound", "log-transform"]
    decayFrom: int
    update: Literal["natural-gradient", "manifold", "cholesky", "adam", "adagrad", "rmsprop", "gradient-ascent"]
    meanFactor: float
    momentum: float
    stepSize: Union[Literal["auto"], float]
    groupPriors: Union[Dict[str, Any], str]
    predict: Literal["response", "class"]
    predictionCol: Union[str, float]
    predictionSdCol: Union[str, float]
    lowerCol: Union[str, float]
    upperCol: Union[str, float]
    responseSdCol: Union[str, float]
    responseLowerCol: Union[str, float]
    responseUpperCol: Union[str, float]
    probabilityCol: Union[str, float]
    rawPredictionCol: Union[str, float]
    probabilitySdCol: Union[str, float]
    probabilityLowerCol: Union[str, float]
    probabilityUpperCol: Union[str, float]
    predictedLabelCol: Union[str, float]
    onUnseen: Literal["fail", "flag"]
    unseenCol: Union[str, float]
    scoreOnMissing: Literal["auto", "fail", "flag", "skip"]
    missingCol: Union[str, float]


class EstimatorParams(Params):
    """Params."""

    featuresCol: Param = Param(
        Params._dummy(),
        "featuresCol",
        "column of feature vectors; features names several columns instead",
        text(),
    )
    backendFolder: Param = Param(
        Params._dummy(),
        "backendFolder",
        "of dataframe: for files of packed rows, where Spark refuses to cache; null: Spark's memory (backend.folder)",
        text(),
    )
    backend: Param = Param(
        Params._dummy(),
        "backend",
        "auto | rdd | dataframe: how Spark runs passes over the rows, to the same bits; auto: rdd where there is a SparkContext (backend.kind)",
        text(),
    )
    backendPersist: Param = Param(
        Params._dummy(),
        "backendPersist",
        "auto | none: keep packed rows in memory and on disk or folder, or read and pack them anew in every pass (backend.persist)",
        text(),
    )
    checkKhat: Param = Param(
        Params._dummy(),
        "checkKhat",
        "weigh the posterior's draws by the exact posterior when the fit ends: k-hat, bounds of the evidence, corrected moments; true or false (check.khat)",
        flag(),
    )
    checkLoo: Param = Param(
        Params._dummy(),
        "checkLoo",
        "auto | true | false: predict each row from the others (PSIS-LOO, WAIC), from the weighed draws; auto: a random part of many rows (check.loo)",
        text(),
    )
    checkPredictive: Param = Param(
        Params._dummy(),
        "checkPredictive",
        "auto | false: draw responses from the fitted model and set them against those observed: mean, sd, zeros, extremes, coverage, calibration (check.predictive)",
        text(),
    )
    by: Param = Param(
        Params._dummy(),
        "by",
        "columns whose equal cells make one segment with a fit of its own; they are no features (data.by)",
        texts(),
    )
    categorical: Param = Param(
        Params._dummy(),
        "categorical",
        "columns that become one indicator per level but the first (data.categorical)",
        texts(),
    )
    censoredCol: Param = Param(
        Params._dummy(),
        "censoredCol",
        "of weibull and exponential: column of 1 or true where the time is censored on the right, 0 or false where it is not (data.censored)",
        text(),
    )
    exclude: Param = Param(
        Params._dummy(),
        "exclude",
        "columns that \"*\" and a formula's \".\" leave out (data.exclude)",
        texts(),
    )
    features: Param = Param(
        Params._dummy(),
        "features",
        "columns that explain it, in order; \"*\": every column without another role (data.features)",
        texts(),
    )
    intercept: Param = Param(
        Params._dummy(),
        "intercept",
        "put a column of ones first; true or false (data.intercept)",
        flag(),
    )
    keyCol: Param = Param(
        Params._dummy(),
        "keyCol",
        "column whose cells identify single rows, such as those that are predicted worst; it is no feature (data.key)",
        text(),
    )
    labelCol: Param = Param(
        Params._dummy(),
        "labelCol",
        "the column to be explained (data.label)",
        text(),
    )
    offsetCol: Param = Param(
        Params._dummy(),
        "offsetCol",
        "column added to the linear predictor (data.offset)",
        text(),
    )
    onMissing: Param = Param(
        Params._dummy(),
        "onMissing",
        "fail | skip: refuse a row with a missing or unusable cell, or leave it out of the fit (data.onMissing)",
        text(),
    )
    partitions: Param = Param(
        Params._dummy(),
        "partitions",
        "into which rows are divided; a whole number from 1 to 1000000, or auto (data.partitions)",
        text(),
    )
    precision: Param = Param(
        Params._dummy(),
        "precision",
        "auto | float64 | float32: how features are stored (data.precision)",
        text(),
    )
    reference: Param = Param(
        Params._dummy(),
        "reference",
        "level that comes first, without an indicator: carrier = \"AA\"; else the first ascending (data.reference)",
        mapping(),
    )
    sdCol: Param = Param(
        Params._dummy(),
        "sdCol",
        "of model.groups: column of the known standard deviations of normal responses, as in a meta-analysis (data.sd)",
        text(),
    )
    standardize: Param = Param(
        Params._dummy(),
        "standardize",
        "scale columns to unit spread during the fit; undone in the result; true or false (data.standardize)",
        flag(),
    )
    trialsCol: Param = Param(
        Params._dummy(),
        "trialsCol",
        "of labels 0 and 1, and of beta-binomial: column of the number of trials of which the label is the number of successes (data.trials)",
        text(),
    )
    weightCol: Param = Param(
        Params._dummy(),
        "weightCol",
        "column of row weights (data.weight)",
        text(),
    )
    adaptive: Param = Param(
        Params._dummy(),
        "adaptive",
        "more draws where their noise holds the fit up; true or false (estimator.adaptive)",
        flag(),
    )
    antithetic: Param = Param(
        Params._dummy(),
        "antithetic",
        "draws in pairs of opposite deviation; true or false (estimator.antithetic)",
        flag(),
    )
    controlVariate: Param = Param(
        Params._dummy(),
        "controlVariate",
        "quadratic | constant | none: what is taken from the loss of each draw (estimator.controlVariate)",
        text(),
    )
    draws: Param = Param(
        Params._dummy(),
        "draws",
        "per step; a whole number from 2 (estimator.draws)",
        whole(2),
    )
    estimator: Param = Param(
        Params._dummy(),
        "estimator",
        "auto | exact | partitioned | regression | curvature | fresh-draws | score | reparameterized | fixed-draws: how gradients are computed; auto: exact where it can be, else by draws (estimator.kind)",
        text(),
    )
    maxDraws: Param = Param(
        Params._dummy(),
        "maxDraws",
        "limit of that; a whole number from 2 (estimator.maxDraws)",
        whole(2),
    )
    quasiMonteCarlo: Param = Param(
        Params._dummy(),
        "quasiMonteCarlo",
        "Sobol points in place of random draws; true or false (estimator.quasiMonteCarlo)",
        flag(),
    )
    raoBlackwell: Param = Param(
        Params._dummy(),
        "raoBlackwell",
        "auto | true | false: score estimator of a factorised posterior takes each factor's own terms of the loss (estimator.raoBlackwell)",
        text(),
    )
    formula: Param = Param(
        Params._dummy(),
        "formula",
        "\"y ~ a * b + poly(x, 2) + offset(log(n))\": R's notation, in place of data.label, features, categorical and intercept (formula)",
        text(),
    )
    formulas: Param = Param(
        Params._dummy(),
        "formulas",
        "of further parameters of the family, each of columns of its own: sigma = \"~ z\" of gaussian; without one a parameter is a number (formulas)",
        mapping(),
    )
    kernel: Param = Param(
        Params._dummy(),
        "kernel",
        "auto | java | native | mixed: dense algebra of driver and executors; mixed: each its own (kernel)",
        text(),
    )
    method: Param = Param(
        Params._dummy(),
        "method",
        "advi-fullrank | advi-meanfield | bbgvi | bbvi | bbvi-full | cgvb | chivi | dadvi | ent-vi | eubo-vi | gvi | iwvi | mgvb | mv-vi | pb-vi | qbvi | qbvi-diagonal | qbvi-inverse-gamma | regression | renyi-vi | tail-adaptive-vi | vrbbgvi (method)",
        text(),
    )
    minibatchAnchorEvery: Param = Param(
        Params._dummy(),
        "minibatchAnchorEvery",
        "most steps between two anchors; a whole number from 1 (minibatch.anchorEvery)",
        whole(1),
    )
    minibatchBiased: Param = Param(
        Params._dummy(),
        "minibatchBiased",
        "true: importance-weighted objectives read partitions too, which biases their steps; true or false (minibatch.biased)",
        flag(),
    )
    minibatchControlVariate: Param = Param(
        Params._dummy(),
        "minibatchControlVariate",
        "correct a step's partitions by all rows at an anchor; true or false (minibatch.controlVariate)",
        flag(),
    )
    minibatchPartitions: Param = Param(
        Params._dummy(),
        "minibatchPartitions",
        "partitions that a step reads; auto begins with one; a whole number from 1, or all or auto (minibatch.partitions)",
        text(),
    )
    minibatchRows: Param = Param(
        Params._dummy(),
        "minibatchRows",
        "auto | all: of fits that read all partitions; auto: a step reads a random part of the rows where they are many (minibatch.rows)",
        text(),
    )
    modelClass: Param = Param(
        Params._dummy(),
        "modelClass",
        "in place of a family: full name of a class of your own, its jar given with --jars (model.class)",
        text(),
    )
    classes: Param = Param(
        Params._dummy(),
        "classes",
        "of softmax and ordinal: number of classes; 0: as many as the data have; a whole number from 2 to 41, or 0 to count them in the data (model.classes)",
        whole(),
    )
    degreesOfFreedom: Param = Param(
        Params._dummy(),
        "degreesOfFreedom",
        "of student-t: degrees of freedom ν of the labels; a number above 0 (model.degreesOfFreedom)",
        number(0),
    )
    modelDensity: Param = Param(
        Params._dummy(),
        "modelDensity",
        "in place of a family: log density of a row, an expression of columns, y and parameters (model.density)",
        text(),
    )
    dispersion: Param = Param(
        Params._dummy(),
        "dispersion",
        "of a family that has one; estimate: from the rows; a number above 0, or estimate (model.dispersion)",
        text(),
    )
    dispersionFactor: Param = Param(
        Params._dummy(),
        "dispersionFactor",
        "joint | inverse-gamma: factor of an estimated dispersion in fits by draws (model.dispersionFactor)",
        text(),
    )
    modelDraw: Param = Param(
        Params._dummy(),
        "modelDraw",
        "of density: a new response, an expression with random numbers; null: none is drawn (model.draw)",
        text(),
    )
    family: Param = Param(
        Params._dummy(),
        "family",
        "gaussian | bernoulli | bernoulli-probit | poisson | negative-binomial | zero-inflated-poisson | zero-inflated-negative-binomial | hurdle-poisson | hurdle-negative-binomial | gamma | beta | beta-binomial | exponential | weibull | tweedie | student-t | softmax | ordinal (model.family)",
        text(),
    )
    modelMean: Param = Param(
        Params._dummy(),
        "modelMean",
        "of density: expected response, an expression of columns and parameters; null: none is predicted (model.mean)",
        text(),
    )
    modelOptions: Param = Param(
        Params._dummy(),
        "modelOptions",
        "arguments of that class: name = value (model.options)",
        mapping(),
    )
    modelParameters: Param = Param(
        Params._dummy(),
        "modelParameters",
        "of density: mu { formula = \"~ a + b\", link = identity }, sigma { constraint = positive, prior { kind = half-normal, sd = 1 } }, or a number (model.parameters)",
        mapping(),
    )
    power: Param = Param(
        Params._dummy(),
        "power",
        "of tweedie: power p of the mean that the variance grows with; auto: that of the highest evidence; a number between 1 and 2, or auto (model.power)",
        text(),
    )
    objectiveAlpha: Param = Param(
        Params._dummy(),
        "objectiveAlpha",
        "of renyi: order α; 1 is the ELBO; a number; of black-box-alpha: power α of a site; a number above 0 (objective.alpha)",
        number(),
    )
    objectiveC: Param = Param(
        Params._dummy(),
        "objectiveC",
        "of mean-variance, weighted-mean-variance, density-variance and monotone-mean-variance: weight of the variance; a number above 0 (objective.c)",
        number(0),
    )
    objectiveDivergenceAlpha: Param = Param(
        Params._dummy(),
        "objectiveDivergenceAlpha",
        "of alpha, renyi and alpha-beta-gamma: order α; a number other than 0 (objective.divergence.alpha)",
        number(),
    )
    objectiveDivergenceBeta: Param = Param(
        Params._dummy(),
        "objectiveDivergenceBeta",
        "of beta: order β; a number other than 0; of alpha-beta-gamma: order β; a number other than 1 (objective.divergence.beta)",
        number(),
    )
    objectiveDivergenceGamma: Param = Param(
        Params._dummy(),
        "objectiveDivergenceGamma",
        "of gamma: order γ; a number other than 0 (objective.divergence.gamma)",
        number(),
    )
    objectiveDivergence: Param = Param(
        Params._dummy(),
        "objectiveDivergence",
        "kl | weighted-kl | alpha | renyi | beta | gamma | alpha-beta-gamma | blocks | sum (objective.divergence.kind)",
        text(),
    )
    objectiveDivergenceOf: Param = Param(
        Params._dummy(),
        "objectiveDivergenceOf",
        "of sum: identity | log | square | exponential: the function f (objective.divergence.of)",
        text(),
    )
    objectiveDivergenceParts: Param = Param(
        Params._dummy(),
        "objectiveDivergenceParts",
        "of blocks: sizes (of networks in layers), kinds and orders of the blocks' divergences: [{ size = 2, kind = renyi, alpha = 0.3 }, { size = 3, kind = kl }]; of sum: factors, kinds and orders of the divergences: [{ factor = 1, kind = kl }, { factor = 0.5, kind = renyi, alpha = 0.3 }] (objective.divergence.parts)",
        text(),
    )
    objectiveDivergenceR: Param = Param(
        Params._dummy(),
        "objectiveDivergenceR",
        "of alpha-beta-gamma: order r; 0 is the limit of Rényi's; a number above 0 (objective.divergence.r)",
        number(0),
    )
    objectiveDivergenceWeight: Param = Param(
        Params._dummy(),
        "objectiveDivergenceWeight",
        "of weighted-kl: by which the divergence is divided; a number above 0 (objective.divergence.weight)",
        number(0),
    )
    objectiveDraws: Param = Param(
        Params._dummy(),
        "objectiveDraws",
        "of iwae: draws of a replicate; 1 is the ELBO; a whole number from 1 (objective.draws)",
        whole(1),
    )
    objectiveGamma: Param = Param(
        Params._dummy(),
        "objectiveGamma",
        "of entropic-risk: aversion γ; towards 0 the mean; a number above 0 (objective.gamma)",
        number(0),
    )
    objective: Param = Param(
        Params._dummy(),
        "objective",
        "elbo | gvi | eubo | chivi | renyi | iwae | tail-adaptive | entropic-risk | mean-variance | weighted-mean-variance | density-variance | black-box-alpha | conditional-value-at-risk | monotone-mean-variance (objective.kind)",
        text(),
    )
    objectiveLevel: Param = Param(
        Params._dummy(),
        "objectiveLevel",
        "of conditional-value-at-risk: share of the draws that counts; 1 is the mean; a number above 0, at most 1 (objective.level)",
        number(0, 1, "(]"),
    )
    objectiveLossBeta: Param = Param(
        Params._dummy(),
        "objectiveLossBeta",
        "of beta: order β; a number above 0 (objective.loss.beta)",
        number(0),
    )
    objectiveLossDelta: Param = Param(
        Params._dummy(),
        "objectiveLossDelta",
        "of huber: error δ beyond which the loss is linear; a number above 0 (objective.loss.delta)",
        number(0),
    )
    objectiveLossGamma: Param = Param(
        Params._dummy(),
        "objectiveLossGamma",
        "of gamma: order γ; a number above 0 (objective.loss.gamma)",
        number(0),
    )
    objectiveLoss: Param = Param(
        Params._dummy(),
        "objectiveLoss",
        "log-likelihood | power | beta | gamma | absolute | huber | quantile | hinge (objective.loss.kind)",
        text(),
    )
    objectiveLossTau: Param = Param(
        Params._dummy(),
        "objectiveLossTau",
        "of quantile: the quantile τ; a number between 0 and 1 (objective.loss.tau)",
        number(0, 1),
    )
    objectiveLossWeight: Param = Param(
        Params._dummy(),
        "objectiveLossWeight",
        "of power, absolute, huber, quantile and hinge: by which the loss is multiplied; auto: as the spread of the rows has it; a number above 0, or auto (objective.loss.weight)",
        text(),
    )
    objectiveOrder: Param = Param(
        Params._dummy(),
        "objectiveOrder",
        "of chivi: order n of the χ divergence; a number above 1 (objective.order)",
        number(1),
    )
    objectiveTemperature: Param = Param(
        Params._dummy(),
        "objectiveTemperature",
        "of the risks: by which the divergence from the prior is divided; a number above 0 (objective.temperature)",
        number(0),
    )
    posteriorBlocks: Param = Param(
        Params._dummy(),
        "posteriorBlocks",
        "of gaussian-block: sizes of consecutive blocks of parameters; a list of whole numbers from 1 such as [3, 5] (posterior.blocks)",
        wholes(),
    )
    posteriorComponent: Param = Param(
        Params._dummy(),
        "posteriorComponent",
        "of gaussian-mixture: diagonal | full | low-rank: covariance of each component (posterior.component)",
        text(),
    )
    posteriorComponents: Param = Param(
        Params._dummy(),
        "posteriorComponents",
        "of gaussian-mixture: components of the mixture; a whole number from 1 (posterior.components)",
        whole(1),
    )
    posteriorCouplings: Param = Param(
        Params._dummy(),
        "posteriorCouplings",
        "of coupling-flow: layers of the flow, every other one with the halves exchanged; a whole number from 1 (posterior.couplings)",
        whole(1),
    )
    posteriorCovariance: Param = Param(
        Params._dummy(),
        "posteriorCovariance",
        "of normal-inverse-gamma: full | diagonal: covariance of the coefficients given the dispersion, of which it is a multiple (posterior.covariance)",
        text(),
    )
    posteriorDegreesOfFreedom: Param = Param(
        Params._dummy(),
        "posteriorDegreesOfFreedom",
        "of student-t-diagonal, student-t-full and auto: degrees of freedom ν of the posterior; a number above 2 (posterior.degreesOfFreedom)",
        number(2),
    )
    posteriorFactors: Param = Param(
        Params._dummy(),
        "posteriorFactors",
        "of product: sizes, families and options of the factors: [{ size = 2, family = gaussian-full }, { size = 3, family = student-t-diagonal, degreesOfFreedom = 7 }] (posterior.factors)",
        text(),
    )
    posterior: Param = Param(
        Params._dummy(),
        "posterior",
        "gaussian-full | gaussian-diagonal | gaussian-block | gaussian-low-rank | student-t-diagonal | student-t-full | gamma | inverse-gamma | beta | normal-inverse-gamma | dirichlet | wishart | gaussian-mixture | planar-flow | coupling-flow | product | auto (posterior.family)",
        text(),
    )
    posteriorHidden: Param = Param(
        Params._dummy(),
        "posteriorHidden",
        "of coupling-flow: hidden units of a layer; a whole number from 1 (posterior.hidden)",
        whole(1),
    )
    posteriorLayers: Param = Param(
        Params._dummy(),
        "posteriorLayers",
        "of planar-flow and auto: layers of the flow; a whole number from 1 (posterior.layers)",
        whole(1),
    )
    posteriorRank: Param = Param(
        Params._dummy(),
        "posteriorRank",
        "of gaussian-low-rank and gaussian-mixture: directions besides the diagonal, of low-rank components in a mixture; a whole number from 1 (posterior.rank)",
        whole(1),
    )
    priorCoefficients: Param = Param(
        Params._dummy(),
        "priorCoefficients",
        "of normal, conjugate and, for new coefficients, posterior: priors of single coefficients, \"age\" { sd = 0.1, mean = 0 } (prior.coefficients)",
        mapping(),
    )
    priorDegreesOfFreedom: Param = Param(
        Params._dummy(),
        "priorDegreesOfFreedom",
        "of student-t: degrees of freedom ν; a number above 0 (prior.degreesOfFreedom)",
        number(0),
    )
    priorDispersion: Param = Param(
        Params._dummy(),
        "priorDispersion",
        "inverse-gamma: prior of an estimated dispersion (prior.dispersion.kind)",
        text(),
    )
    priorDispersionScale: Param = Param(
        Params._dummy(),
        "priorDispersionScale",
        "auto: a hundredth of the unit that rows show (gaussian, student-t, gamma, tweedie: that without columns; counts: one over their mean beside zeros; weibull: sd of times over their mean), of beta 0.01; a number above 0, or auto (prior.dispersion.scale)",
        text(),
    )
    priorDispersionShape: Param = Param(
        Params._dummy(),
        "priorDispersionShape",
        "auto: 0.25; of gaussian, student-t, gamma and tweedie 1, of beta 0.01; a number above 0 up to 1e9 (beyond, it is a number, which model.dispersion sets), or auto (prior.dispersion.shape)",
        text(),
    )
    priorForgetting: Param = Param(
        Params._dummy(),
        "priorForgetting",
        "of posterior: share of the earlier posterior's precision that is kept; 1 forgets nothing; a number above 0, at most 1 (prior.forgetting)",
        number(0, 1, "(]"),
    )
    priorGlobalScale: Param = Param(
        Params._dummy(),
        "priorGlobalScale",
        "of horseshoe: median of the scale that all coefficients share; auto: 1 divided by the column's unit, in units of the response as sd; a number above 0, or auto (prior.globalScale)",
        text(),
    )
    priorGroups: Param = Param(
        Params._dummy(),
        "priorGroups",
        "of laplace, student-t and horseshoe: sizes of shrinkage blocks, consecutive coefficients that share a scale; a list of whole numbers from 1 such as [3, 5]; of model.groups: a section { sd { kind = half-student-t, df = 3, scale = auto }, correlation { kind = lkj, eta = 2 } }, and the same within it by the name of a factor (prior.groups)",
        wholes(),
    )
    prior: Param = Param(
        Params._dummy(),
        "prior",
        "normal | laplace | student-t | horseshoe | conjugate | posterior: of every coefficient, on the scale of the columns as they are given (prior.kind)",
        text(),
    )
    priorMean: Param = Param(
        Params._dummy(),
        "priorMean",
        "centre of the coefficients; of posterior, of those that are new; a number (prior.mean)",
        number(),
    )
    priorNonCentred: Param = Param(
        Params._dummy(),
        "priorNonCentred",
        "of laplace and student-t: fit standard normal numbers and log scales; true or false (prior.nonCentred)",
        flag(),
    )
    priorPath: Param = Param(
        Params._dummy(),
        "priorPath",
        "of posterior: folder of an earlier fit, whose posterior this is; or its posterior.json (prior.path)",
        text(),
    )
    priorScale: Param = Param(
        Params._dummy(),
        "priorScale",
        "of laplace and student-t: scale of each coefficient; auto: 2.5 divided by the column's unit, in units of the response as sd; a number above 0, or auto (prior.scale)",
        text(),
    )
    priorSd: Param = Param(
        Params._dummy(),
        "priorSd",
        "standard deviation; of the intercept alone where the prior is not normal, of conjugate in units of σ; auto: 2.5 divided by the column's unit; a number above 0, or auto (prior.sd)",
        text(),
    )
    priorSigmaDf: Param = Param(
        Params._dummy(),
        "priorSigmaDf",
        "of half-student-t: degrees of freedom; a number above 0 (prior.sigma.df)",
        number(0),
    )
    priorSigma: Param = Param(
        Params._dummy(),
        "priorSigma",
        "half-student-t | half-normal | half-cauchy | exponential (prior.sigma.kind)",
        text(),
    )
    priorSigmaScale: Param = Param(
        Params._dummy(),
        "priorSigmaScale",
        "scale; auto: 2.5, times the sd of the response where the link is the identity, divided by the unit of the column; a number above 0, or auto (prior.sigma.scale)",
        text(),
    )
    reportContrasts: Param = Param(
        Params._dummy(),
        "reportContrasts",
        "linear combinations of coefficients that are reported with them, by name: \"b less a\" = \"b - a\" (report.contrasts)",
        mapping(),
    )
    allowNewLevels: Param = Param(
        Params._dummy(),
        "allowNewLevels",
        "of model.groups: score a row with a level that was not in the fit by the population of levels, with its variance; true or false (score.allowNewLevels)",
        flag(),
    )
    level: Param = Param(
        Params._dummy(),
        "level",
        "probability that an interval covers; a number between 0 and 1 (score.level)",
        number(0, 1),
    )
    seed: Param = Param(
        Params._dummy(),
        "seed",
        "of random numbers; a whole number (seed)",
        whole(),
    )
    sitesColumn: Param = Param(
        Params._dummy(),
        "sitesColumn",
        "column whose equal cells make one partition factor, such as a day; null: all rows are one (sites.column)",
        text(),
    )
    sitesKeep: Param = Param(
        Params._dummy(),
        "sitesKeep",
        "how many of the newest partition factors are kept apart, older ones merged into the prior; null: all; a whole number from 1 (sites.keep)",
        text(),
    )
    sitesName: Param = Param(
        Params._dummy(),
        "sitesName",
        "of the partition factor that all rows make; null: the last part of data.path (sites.name)",
        text(),
    )
    sitesRemove: Param = Param(
        Params._dummy(),
        "sitesRemove",
        "with prior.kind = posterior: names of earlier partition factors to take out; to be fitted again where their rows are here (sites.remove)",
        texts(),
    )
    startMean: Param = Param(
        Params._dummy(),
        "startMean",
        "unconstrained numbers, one for each parameter or one for all; null: the prior's mode; a number, or a list of numbers such as [0.5, -1] (start.mean)",
        text(),
    )
    startRestarts: Param = Param(
        Params._dummy(),
        "startRestarts",
        "points to begin at, at least; up to 10 parameters there are 4 by default; a whole number from 1 (start.restarts)",
        whole(1),
    )
    startSearch: Param = Param(
        Params._dummy(),
        "startSearch",
        "search for a start near a mode, by gradients of a Gaussian's log density; false: begin at the prior; true or false (start.search)",
        flag(),
    )
    acceptUnconverged: Param = Param(
        Params._dummy(),
        "acceptUnconverged",
        "true: a fit that did not converge ends with status 0; true or false (stop.acceptUnconverged)",
        flag(),
    )
    maxIterations: Param = Param(
        Params._dummy(),
        "maxIterations",
        "steps; as many again for a fit that begins where that of the ELBO ends; a whole number from 1 (stop.maxIterations)",
        whole(1),
    )
    maxPasses: Param = Param(
        Params._dummy(),
        "maxPasses",
        "passes over all rows; a number above 0, or null for no limit (stop.maxPasses)",
        text(),
    )
    maxSeconds: Param = Param(
        Params._dummy(),
        "maxSeconds",
        "of wall time. A fit that it ends does not repeat bit for bit; a number above 0, or null for no limit (stop.maxSeconds)",
        text(),
    )
    mcse: Param = Param(
        Params._dummy(),
        "mcse",
        "largest Monte Carlo error of a mean, in posterior standard deviations; a number above 0 (stop.mcse)",
        number(0),
    )
    patience: Param = Param(
        Params._dummy(),
        "patience",
        "of patience: iterations without a better smoothed bound; a whole number from 1 (stop.patience)",
        whole(1),
    )
    rhat: Param = Param(
        Params._dummy(),
        "rhat",
        "largest R-hat of iterates that count as stationary; a number above 1 (stop.rhat)",
        number(1),
    )
    rule: Param = Param(
        Params._dummy(),
        "rule",
        "auto | mcse | patience: of other fits by draws; auto is mcse (stop.rule)",
        text(),
    )
    tolerance: Param = Param(
        Params._dummy(),
        "tolerance",
        "of exact and fixed-draws fits: what may be left to gain, relative to the ELBO; a number between 0 and 1 (stop.tolerance)",
        number(0, 1),
    )
    window: Param = Param(
        Params._dummy(),
        "window",
        "of patience: iterations over which the bound is smoothed; a whole number from 1 (stop.window)",
        whole(1),
    )
    clip: Param = Param(
        Params._dummy(),
        "clip",
        "of natural-gradient: longest gradient; a number above 0, or null for no limit (update.clip)",
        number(0),
    )
    constraint: Param = Param(
        Params._dummy(),
        "constraint",
        "of natural-gradient: retraction | step-bound | log-transform: how the precision stays positive definite (update.constraint)",
        text(),
    )
    decayFrom: Param = Param(
        Params._dummy(),
        "decayFrom",
        "step from which the step size falls as 1/step; 0: when the stopping rule requires it; a whole number from 0 (update.decayFrom)",
        whole(0),
    )
    update: Param = Param(
        Params._dummy(),
        "update",
        "natural-gradient | manifold | cholesky | adam | adagrad | rmsprop | gradient-ascent (update.kind)",
        text(),
    )
    meanFactor: Param = Param(
        Params._dummy(),
        "meanFactor",
        "of natural-gradient: how many times the step of the precision that of the mean is; a number above 0 (update.meanFactor)",
        number(0),
    )
    momentum: Param = Param(
        Params._dummy(),
        "momentum",
        "of natural-gradient, manifold and gradient-ascent: share of the previous direction that is kept; a number from 0, below 1 (update.momentum)",
        number(0, 1, "[)"),
    )
    stepSize: Param = Param(
        Params._dummy(),
        "stepSize",
        "a number above 0, at most 1, or auto (update.stepSize)",
        text(),
    )
    groupPriors: Param = Param(
        Params._dummy(),
        "groupPriors",
        "priors of the effects of levels, all or one by the name of its grouping factor: {\"sd\": {\"kind\": \"half-normal\", \"scale\": 2}} (the section prior.groups)",
        mapping(),
    )
    predict: Param = Param(
        Params._dummy(),
        "predict",
        "response | class: what the prediction is: the expected response, or, of families of classes, the most probable class",
        word("response", "class"),
    )
    predictionCol: Param = Param(
        Params._dummy(),
        "predictionCol",
        "new column of the expected response or the most probable class",
        text(),
    )
    predictionSdCol: Param = Param(
        Params._dummy(),
        "predictionSdCol",
        "new column of the posterior standard deviation of the expected response, of labels 0 and 1 of the probability of 1",
        text(),
    )
    lowerCol: Param = Param(
        Params._dummy(),
        "lowerCol",
        "new column of the lower end of the central interval of the expected response, of labels 0 and 1 of the probability of 1",
        text(),
    )
    upperCol: Param = Param(
        Params._dummy(),
        "upperCol",
        "new column of the upper end of the central interval of the expected response, of labels 0 and 1 of the probability of 1",
        text(),
    )
    responseSdCol: Param = Param(
        Params._dummy(),
        "responseSdCol",
        "new column of the standard deviation of a new response that is a number, noise included",
        text(),
    )
    responseLowerCol: Param = Param(
        Params._dummy(),
        "responseLowerCol",
        "new column of the lower end of the central interval of a new response that is a number",
        text(),
    )
    responseUpperCol: Param = Param(
        Params._dummy(),
        "responseUpperCol",
        "new column of the upper end of the central interval of a new response that is a number",
        text(),
    )
    probabilityCol: Param = Param(
        Params._dummy(),
        "probabilityCol",
        "new column of the vector of class probabilities",
        text(),
    )
    rawPredictionCol: Param = Param(
        Params._dummy(),
        "rawPredictionCol",
        "new column of the vector of logarithms of class probabilities, of two classes of the odds of each, by which evaluators rank rows",
        text(),
    )
    probabilitySdCol: Param = Param(
        Params._dummy(),
        "probabilitySdCol",
        "new column of the posterior standard deviation of the probability of the most probable class",
        text(),
    )
    probabilityLowerCol: Param = Param(
        Params._dummy(),
        "probabilityLowerCol",
        "new column of the lower end of the central interval of the probability of the most probable class",
        text(),
    )
    probabilityUpperCol: Param = Param(
        Params._dummy(),
        "probabilityUpperCol",
        "new column of the upper end of the central interval of the probability of the most probable class",
        text(),
    )
    predictedLabelCol: Param = Param(
        Params._dummy(),
        "predictedLabelCol",
        "new column of the level of the most probable class, where labels are words or numbers other than 0, 1, …",
        text(),
    )
    onUnseen: Param = Param(
        Params._dummy(),
        "onUnseen",
        "fail | flag: what becomes of a row with a level that was not in the fit: refused, or left without predictions (score.onUnseen)",
        word("fail", "flag"),
    )
    unseenCol: Param = Param(
        Params._dummy(),
        "unseenCol",
        "new column with the reason why a row has none, where onUnseen = flag",
        text(),
    )
    scoreOnMissing: Param = Param(
        Params._dummy(),
        "scoreOnMissing",
        "auto | fail | flag | skip: what becomes of a row with a missing or unusable cell when the model predicts: refused, left without predictions, or left out; auto is flag where the fit left such rows out, else fail (score.onMissing)",
        word("auto", "fail", "flag", "skip"),
    )
    missingCol: Param = Param(
        Params._dummy(),
        "missingCol",
        "new column with the reason why a row has none, where scoreOnMissing = flag",
        text(),
    )


ESTIMATOR_DEFAULTS = {
    "featuresCol": "features",
    "backend": "auto",
    "backendPersist": "auto",
    "checkKhat": True,
    "checkLoo": "auto",
    "checkPredictive": "auto",
    "by": [],
    "categorical": [],
    "exclude": [],
    "intercept": True,
    "labelCol": "label",
    "onMissing": "fail",
    "partitions": "auto",
    "precision": "auto",
    "standardize": False,
    "adaptive": True,
    "antithetic": True,
    "controlVariate": "quadratic",
    "draws": 100,
    "estimator": "auto",
    "maxDraws": 10000,
    "quasiMonteCarlo": False,
    "raoBlackwell": "auto",
    "kernel": "auto",
    "minibatchAnchorEvery": 100,
    "minibatchBiased": False,
    "minibatchControlVariate": True,
    "minibatchPartitions": "all",
    "minibatchRows": "auto",
    "classes": 0,
    "degreesOfFreedom": 4.0,
    "dispersion": "estimate",
    "dispersionFactor": "joint",
    "power": "1.5",
    "objectiveAlpha": 0.5,
    "objectiveC": 0.5,
    "objectiveDivergenceAlpha": 0.5,
    "objectiveDivergenceBeta": 1.5,
    "objectiveDivergenceGamma": 1.5,
    "objectiveDivergence": "kl",
    "objectiveDivergenceOf": "identity",
    "objectiveDivergenceParts": "[]",
    "objectiveDivergenceR": 1.0,
    "objectiveDivergenceWeight": 1.0,
    "objectiveDraws": 5,
    "objectiveGamma": 1.0,
    "objective": "elbo",
    "objectiveLevel": 0.1,
    "objectiveLossBeta": 1.5,
    "objectiveLossDelta": 1.0,
    "objectiveLossGamma": 1.5,
    "objectiveLoss": "log-likelihood",
    "objectiveLossTau": 0.5,
    "objectiveLossWeight": "1",
    "objectiveOrder": 2.0,
    "objectiveTemperature": 1.0,
    "posteriorBlocks": [],
    "posteriorComponent": "diagonal",
    "posteriorComponents": 3,
    "posteriorCouplings": 4,
    "posteriorCovariance": "full",
    "posteriorDegreesOfFreedom": 5.0,
    "posteriorFactors": "[]",
    "posterior": "gaussian-full",
    "posteriorHidden": 4,
    "posteriorLayers": 8,
    "posteriorRank": 5,
    "priorDegreesOfFreedom": 3.0,
    "priorDispersion": "inverse-gamma",
    "priorDispersionScale": "auto",
    "priorDispersionShape": "auto",
    "priorForgetting": 1.0,
    "priorGlobalScale": "auto",
    "priorGroups": [],
    "prior": "normal",
    "priorMean": 0.0,
    "priorNonCentred": False,
    "priorScale": "auto",
    "priorSd": "auto",
    "priorSigmaDf": 3.0,
    "priorSigma": "half-student-t",
    "priorSigmaScale": "auto",
    "allowNewLevels": False,
    "level": 0.9,
    "seed": 1,
    "sitesRemove": [],
    "startRestarts": 1,
    "startSearch": True,
    "acceptUnconverged": False,
    "maxIterations": 1000,
    "mcse": 0.02,
    "patience": 500,
    "rhat": 1.1,
    "rule": "auto",
    "tolerance": 1.0E-8,
    "window": 30,
    "constraint": "retraction",
    "decayFrom": 0,
    "update": "natural-gradient",
    "meanFactor": 1.0,
    "momentum": 0.0,
    "stepSize": "auto",
    "predict": "response",
    "predictionCol": "prediction",
    "predictionSdCol": "predictionSd",
    "lowerCol": "lower",
    "upperCol": "upper",
    "responseSdCol": "responseSd",
    "responseLowerCol": "responseLower",
    "responseUpperCol": "responseUpper",
    "probabilityCol": "probability",
    "rawPredictionCol": "rawPrediction",
    "probabilitySdCol": "probabilitySd",
    "probabilityLowerCol": "probabilityLower",
    "probabilityUpperCol": "probabilityUpper",
    "predictedLabelCol": "predictedLabel",
    "onUnseen": "fail",
    "unseenCol": "unseen",
    "scoreOnMissing": "auto",
    "missingCol": "missing",
}


class ModelValues(TypedDict, total=False):
    """Keyword arguments."""

    allowNewLevels: bool
    level: float
    predict: Literal["response", "class"]
    predictionCol: Union[str, float]
    predictionSdCol: Union[str, float]
    lowerCol: Union[str, float]
    upperCol: Union[str, float]
    responseSdCol: Union[str, float]
    responseLowerCol: Union[str, float]
    responseUpperCol: Union[str, float]
    probabilityCol: Union[str, float]
    rawPredictionCol: Union[str, float]
    probabilitySdCol: Union[str, float]
    probabilityLowerCol: Union[str, float]
    probabilityUpperCol: Union[str, float]
    predictedLabelCol: Union[str, float]
    onUnseen: Literal["fail", "flag"]
    unseenCol: Union[str, float]
    scoreOnMissing: Literal["auto", "fail", "flag", "skip"]
    missingCol: Union[str, float]
    output: Literal["predictions", "summary", "posteriors", "contrast", "covariance", "randomEffects", "effectRanks", "smooths", "draws", "levelDraws", "posterior", "report", "pictures", "relativities", "logLikelihood", "predictionDraws", "effects", "comparable", "comparison"]
    outputDraws: int
    outputTop: int
    outputContrast: Union[str, float]
    outputEffects: Union[Dict[str, Any], str]
    outputScale: Literal["response", "link"]


class ModelParams(Params):
    """Params."""

    allowNewLevels: Param = Param(
        Params._dummy(),
        "allowNewLevels",
        "of model.groups: score a row with a level that was not in the fit by the population of levels, with its variance; true or false (score.allowNewLevels)",
        flag(),
    )
    level: Param = Param(
        Params._dummy(),
        "level",
        "probability that an interval covers; a number between 0 and 1 (score.level)",
        number(0, 1),
    )
    predict: Param = Param(
        Params._dummy(),
        "predict",
        "response | class: what the prediction is: the expected response, or, of families of classes, the most probable class",
        word("response", "class"),
    )
    predictionCol: Param = Param(
        Params._dummy(),
        "predictionCol",
        "new column of the expected response or the most probable class",
        text(),
    )
    predictionSdCol: Param = Param(
        Params._dummy(),
        "predictionSdCol",
        "new column of the posterior standard deviation of the expected response, of labels 0 and 1 of the probability of 1",
        text(),
    )
    lowerCol: Param = Param(
        Params._dummy(),
        "lowerCol",
        "new column of the lower end of the central interval of the expected response, of labels 0 and 1 of the probability of 1",
        text(),
    )
    upperCol: Param = Param(
        Params._dummy(),
        "upperCol",
        "new column of the upper end of the central interval of the expected response, of labels 0 and 1 of the probability of 1",
        text(),
    )
    responseSdCol: Param = Param(
        Params._dummy(),
        "responseSdCol",
        "new column of the standard deviation of a new response that is a number, noise included",
        text(),
    )
    responseLowerCol: Param = Param(
        Params._dummy(),
        "responseLowerCol",
        "new column of the lower end of the central interval of a new response that is a number",
        text(),
    )
    responseUpperCol: Param = Param(
        Params._dummy(),
        "responseUpperCol",
        "new column of the upper end of the central interval of a new response that is a number",
        text(),
    )
    probabilityCol: Param = Param(
        Params._dummy(),
        "probabilityCol",
        "new column of the vector of class probabilities",
        text(),
    )
    rawPredictionCol: Param = Param(
        Params._dummy(),
        "rawPredictionCol",
        "new column of the vector of logarithms of class probabilities, of two classes of the odds of each, by which evaluators rank rows",
        text(),
    )
    probabilitySdCol: Param = Param(
        Params._dummy(),
        "probabilitySdCol",
        "new column of the posterior standard deviation of the probability of the most probable class",
        text(),
    )
    probabilityLowerCol: Param = Param(
        Params._dummy(),
        "probabilityLowerCol",
        "new column of the lower end of the central interval of the probability of the most probable class",
        text(),
    )
    probabilityUpperCol: Param = Param(
        Params._dummy(),
        "probabilityUpperCol",
        "new column of the upper end of the central interval of the probability of the most probable class",
        text(),
    )
    predictedLabelCol: Param = Param(
        Params._dummy(),
        "predictedLabelCol",
        "new column of the level of the most probable class, where labels are words or numbers other than 0, 1, …",
        text(),
    )
    onUnseen: Param = Param(
        Params._dummy(),
        "onUnseen",
        "fail | flag: what becomes of a row with a level that was not in the fit: refused, or left without predictions (score.onUnseen)",
        word("fail", "flag"),
    )
    unseenCol: Param = Param(
        Params._dummy(),
        "unseenCol",
        "new column with the reason why a row has none, where onUnseen = flag",
        text(),
    )
    scoreOnMissing: Param = Param(
        Params._dummy(),
        "scoreOnMissing",
        "auto | fail | flag | skip: what becomes of a row with a missing or unusable cell when the model predicts: refused, left without predictions, or left out; auto is flag where the fit left such rows out, else fail (score.onMissing)",
        word("auto", "fail", "flag", "skip"),
    )
    missingCol: Param = Param(
        Params._dummy(),
        "missingCol",
        "new column with the reason why a row has none, where scoreOnMissing = flag",
        text(),
    )
    output: Param = Param(
        Params._dummy(),
        "output",
        "predictions | summary | posteriors | contrast | covariance | randomEffects | effectRanks | smooths | draws | levelDraws | posterior | report | pictures | relativities | logLikelihood | predictionDraws | effects | comparable | comparison: what transform returns: the rows with predictions or with draws of these, how likely those of the fit are at draws, effects averaged over the rows, the comparison with the fit whose comparable the rows are, or a table of the posterior whatever the rows",
        word("predictions", "summary", "posteriors", "contrast", "covariance", "randomEffects", "effectRanks", "smooths", "draws", "levelDraws", "posterior", "report", "pictures", "relativities", "logLikelihood", "predictionDraws", "effects", "comparable", "comparison"),
    )
    outputDraws: Param = Param(
        Params._dummy(),
        "outputDraws",
        "rows of the table of draws, and draws of which predictions and effects are; a whole number from 1",
        whole(1),
    )
    outputTop: Param = Param(
        Params._dummy(),
        "outputTop",
        "how many levels are the first ones of the table of ranks; a whole number from 1",
        whole(1),
    )
    outputContrast: Param = Param(
        Params._dummy(),
        "outputContrast",
        "the combination of coefficients that the table of a contrast is of: a - b",
        text(),
    )
    outputEffects: Param = Param(
        Params._dummy(),
        "outputEffects",
        "which effects: {\"kind\": \"comparisons\", \"variables\": [\"age\"], \"by\": [\"region\"]}",
        mapping(),
    )
    outputScale: Param = Param(
        Params._dummy(),
        "outputScale",
        "response | link: of what draws of predictions are: the expected response, or the linear predictor",
        word("response", "link"),
    )


MODEL_DEFAULTS = {
    "allowNewLevels": False,
    "level": 0.9,
    "predict": "response",
    "predictionCol": "prediction",
    "predictionSdCol": "predictionSd",
    "lowerCol": "lower",
    "upperCol": "upper",
    "responseSdCol": "responseSd",
    "responseLowerCol": "responseLower",
    "responseUpperCol": "responseUpper",
    "probabilityCol": "probability",
    "rawPredictionCol": "rawPrediction",
    "probabilitySdCol": "probabilitySd",
    "probabilityLowerCol": "probabilityLower",
    "probabilityUpperCol": "probabilityUpper",
    "predictedLabelCol": "predictedLabel",
    "onUnseen": "fail",
    "unseenCol": "unseen",
    "scoreOnMissing": "auto",
    "missingCol": "missing",
    "output": "predictions",
    "outputDraws": 1000,
    "outputTop": 10,
    "outputScale": "response",
}


class NetworkValues(TypedDict, total=False):
    """Keyword arguments."""

    featuresCol: Union[str, float]
    backendFolder: Union[str, float]
    backend: Literal["auto", "rdd", "dataframe"]
    backendPersist: Literal["auto", "none"]
    categorical: List[str]
    censoredCol: Union[str, float]
    exclude: List[str]
    features: List[str]
    keyCol: Union[str, float]
    labelCol: Union[str, float]
    onMissing: Literal["fail", "skip"]
    partitions: Union[Literal["auto"], float]
    precision: Literal["auto", "float64", "float32"]
    reference: Union[Dict[str, Any], str]
    weightCol: Union[str, float]
    draws: int
    estimator: Literal["auto", "exact", "partitioned", "regression", "curvature", "fresh-draws", "score", "reparameterized", "fixed-draws"]
    formula: Union[str, float]
    kernel: Literal["auto", "java", "native", "mixed"]
    family: Literal["gaussian", "bernoulli", "bernoulli-probit", "poisson", "negative-binomial", "zero-inflated-poisson", "zero-inflated-negative-binomial", "hurdle-poisson", "hurdle-negative-binomial", "gamma", "beta", "beta-binomial", "exponential", "weibull", "tweedie", "student-t", "softmax", "ordinal"]
    activation: Literal["relu", "tanh"]
    ensemble: Union[Literal["auto"], float]
    inducing: int
    joint: bool
    layers: List[int]
    noise: Literal["auto", "constant", "predicted"]
    processes: int
    objectiveAlpha: float
    objectiveC: float
    objectiveDivergenceAlpha: float
    objectiveDivergenceBeta: float
    objectiveDivergenceGamma: float
    objectiveDivergence: Literal["kl", "weighted-kl", "alpha", "renyi", "beta", "gamma", "alpha-beta-gamma", "blocks", "sum"]
    objectiveDivergenceOf: Literal["identity", "log", "square", "exponential"]
    objectiveDivergenceParts: Union[str, float]
    objectiveDivergenceR: float
    objectiveDivergenceWeight: float
    objectiveDraws: int
    objectiveGamma: float
    objective: Literal["elbo", "gvi", "eubo", "chivi", "renyi", "iwae", "tail-adaptive", "entropic-risk", "mean-variance", "weighted-mean-variance", "density-variance", "black-box-alpha", "conditional-value-at-risk", "monotone-mean-variance"]
    objectiveLevel: float
    objectiveLossBeta: float
    objectiveLossDelta: float
    objectiveLossGamma: float
    objectiveLoss: Literal["log-likelihood", "power", "beta", "gamma", "absolute", "huber", "quantile", "hinge"]
    objectiveLossTau: float
    objectiveLossWeight: Union[Literal["auto"], float]
    objectiveOrder: float
    objectiveTemperature: float
    level: float
    seed: int
    acceptUnconverged: bool
    maxPasses: Union[str, float]
    maxSeconds: Union[str, float]
    batch: Union[Literal["auto"], float]
    epochs: Union[Literal["auto"], float]
    schedule: Literal["cosine", "constant"]
    stepSize: Union[Literal["auto"], float]
    validation: float
    predict: Literal["response", "class"]
    predictionCol: Union[str, float]
    predictionSdCol: Union[str, float]
    lowerCol: Union[str, float]
    upperCol: Union[str, float]
    responseSdCol: Union[str, float]
    responseLowerCol: Union[str, float]
    responseUpperCol: Union[str, float]
    probabilityCol: Union[str, float]
    rawPredictionCol: Union[str, float]
    probabilitySdCol: Union[str, float]
    probabilityLowerCol: Union[str, float]
    probabilityUpperCol: Union[str, float]
    predictedLabelCol: Union[str, float]
    onUnseen: Literal["fail", "flag"]
    unseenCol: Union[str, float]
    scoreOnMissing: Literal["auto", "fail", "flag", "skip"]
    missingCol: Union[str, float]


class NetworkParams(Params):
    """Params."""

    featuresCol: Param = Param(
        Params._dummy(),
        "featuresCol",
        "column of feature vectors; features names several columns instead",
        text(),
    )
    backendFolder: Param = Param(
        Params._dummy(),
        "backendFolder",
        "of dataframe: for files of packed rows, where Spark refuses to cache; null: Spark's memory (backend.folder)",
        text(),
    )
    backend: Param = Param(
        Params._dummy(),
        "backend",
        "auto | rdd | dataframe: how Spark runs passes over the rows, to the same bits; auto: rdd where there is a SparkContext (backend.kind)",
        text(),
    )
    backendPersist: Param = Param(
        Params._dummy(),
        "backendPersist",
        "auto | none: keep packed rows in memory and on disk or folder, or read and pack them anew in every pass (backend.persist)",
        text(),
    )
    categorical: Param = Param(
        Params._dummy(),
        "categorical",
        "columns that become one indicator per level but the first (data.categorical)",
        texts(),
    )
    censoredCol: Param = Param(
        Params._dummy(),
        "censoredCol",
        "of weibull and exponential: column of 1 or true where the time is censored on the right, 0 or false where it is not (data.censored)",
        text(),
    )
    exclude: Param = Param(
        Params._dummy(),
        "exclude",
        "columns that \"*\" and a formula's \".\" leave out (data.exclude)",
        texts(),
    )
    features: Param = Param(
        Params._dummy(),
        "features",
        "columns that explain it, in order; \"*\": every column without another role (data.features)",
        texts(),
    )
    keyCol: Param = Param(
        Params._dummy(),
        "keyCol",
        "column whose cells identify single rows, such as those that are predicted worst; it is no feature (data.key)",
        text(),
    )
    labelCol: Param = Param(
        Params._dummy(),
        "labelCol",
        "the column to be explained (data.label)",
        text(),
    )
    onMissing: Param = Param(
        Params._dummy(),
        "onMissing",
        "fail | skip: refuse a row with a missing or unusable cell, or leave it out of the fit (data.onMissing)",
        text(),
    )
    partitions: Param = Param(
        Params._dummy(),
        "partitions",
        "into which rows are divided; a whole number from 1 to 1000000, or auto (data.partitions)",
        text(),
    )
    precision: Param = Param(
        Params._dummy(),
        "precision",
        "auto | float64 | float32: how features are stored (data.precision)",
        text(),
    )
    reference: Param = Param(
        Params._dummy(),
        "reference",
        "level that comes first, without an indicator: carrier = \"AA\"; else the first ascending (data.reference)",
        mapping(),
    )
    weightCol: Param = Param(
        Params._dummy(),
        "weightCol",
        "column of row weights (data.weight)",
        text(),
    )
    draws: Param = Param(
        Params._dummy(),
        "draws",
        "per step; a whole number from 2 (estimator.draws)",
        whole(2),
    )
    estimator: Param = Param(
        Params._dummy(),
        "estimator",
        "auto | exact | partitioned | regression | curvature | fresh-draws | score | reparameterized | fixed-draws: how gradients are computed; auto: exact where it can be, else by draws (estimator.kind)",
        text(),
    )
    formula: Param = Param(
        Params._dummy(),
        "formula",
        "\"y ~ a * b + poly(x, 2) + offset(log(n))\": R's notation, in place of data.label, features, categorical and intercept (formula)",
        text(),
    )
    kernel: Param = Param(
        Params._dummy(),
        "kernel",
        "auto | java | native | mixed: dense algebra of driver and executors; mixed: each its own (kernel)",
        text(),
    )
    family: Param = Param(
        Params._dummy(),
        "family",
        "gaussian | bernoulli | bernoulli-probit | poisson | negative-binomial | zero-inflated-poisson | zero-inflated-negative-binomial | hurdle-poisson | hurdle-negative-binomial | gamma | beta | beta-binomial | exponential | weibull | tweedie | student-t | softmax | ordinal (model.family)",
        text(),
    )
    activation: Param = Param(
        Params._dummy(),
        "activation",
        "relu | tanh: function of a unit (model.network.activation)",
        text(),
    )
    ensemble: Param = Param(
        Params._dummy(),
        "ensemble",
        "networks of one kind; auto: two of each of several kinds, weighed by rows held out; a whole number from 1, or auto (model.network.ensemble)",
        text(),
    )
    inducing: Param = Param(
        Params._dummy(),
        "inducing",
        "of processes: inducing inputs of each layer; a whole number from 1 (model.network.inducing)",
        whole(1),
    )
    joint: Param = Param(
        Params._dummy(),
        "joint",
        "of an objective that is a risk, and a number of networks: the risk of a row is over draws of all networks together, which may drive them apart; false: over draws of each network by itself; true or false (model.network.joint)",
        flag(),
    )
    layers: Param = Param(
        Params._dummy(),
        "layers",
        "units of each hidden layer; []: none; a list of whole numbers from 1 such as [3, 5] (model.network.layers)",
        wholes(),
    )
    noise: Param = Param(
        Params._dummy(),
        "noise",
        "auto | constant | predicted: of gaussian; auto: networks of both kinds (model.network.noise)",
        text(),
    )
    processes: Param = Param(
        Params._dummy(),
        "processes",
        "of gaussian, in place of layers of units: layers of a deep Gaussian process; 0: none; a whole number from 0 (model.network.processes)",
        whole(0),
    )
    objectiveAlpha: Param = Param(
        Params._dummy(),
        "objectiveAlpha",
        "of renyi: order α; 1 is the ELBO; a number; of black-box-alpha: power α of a site; a number above 0 (objective.alpha)",
        number(),
    )
    objectiveC: Param = Param(
        Params._dummy(),
        "objectiveC",
        "of mean-variance, weighted-mean-variance, density-variance and monotone-mean-variance: weight of the variance; a number above 0 (objective.c)",
        number(0),
    )
    objectiveDivergenceAlpha: Param = Param(
        Params._dummy(),
        "objectiveDivergenceAlpha",
        "of alpha, renyi and alpha-beta-gamma: order α; a number other than 0 (objective.divergence.alpha)",
        number(),
    )
    objectiveDivergenceBeta: Param = Param(
        Params._dummy(),
        "objectiveDivergenceBeta",
        "of beta: order β; a number other than 0; of alpha-beta-gamma: order β; a number other than 1 (objective.divergence.beta)",
        number(),
    )
    objectiveDivergenceGamma: Param = Param(
        Params._dummy(),
        "objectiveDivergenceGamma",
        "of gamma: order γ; a number other than 0 (objective.divergence.gamma)",
        number(),
    )
    objectiveDivergence: Param = Param(
        Params._dummy(),
        "objectiveDivergence",
        "kl | weighted-kl | alpha | renyi | beta | gamma | alpha-beta-gamma | blocks | sum (objective.divergence.kind)",
        text(),
    )
    objectiveDivergenceOf: Param = Param(
        Params._dummy(),
        "objectiveDivergenceOf",
        "of sum: identity | log | square | exponential: the function f (objective.divergence.of)",
        text(),
    )
    objectiveDivergenceParts: Param = Param(
        Params._dummy(),
        "objectiveDivergenceParts",
        "of blocks: sizes (of networks in layers), kinds and orders of the blocks' divergences: [{ size = 2, kind = renyi, alpha = 0.3 }, { size = 3, kind = kl }]; of sum: factors, kinds and orders of the divergences: [{ factor = 1, kind = kl }, { factor = 0.5, kind = renyi, alpha = 0.3 }] (objective.divergence.parts)",
        text(),
    )
    objectiveDivergenceR: Param = Param(
        Params._dummy(),
        "objectiveDivergenceR",
        "of alpha-beta-gamma: order r; 0 is the limit of Rényi's; a number above 0 (objective.divergence.r)",
        number(0),
    )
    objectiveDivergenceWeight: Param = Param(
        Params._dummy(),
        "objectiveDivergenceWeight",
        "of weighted-kl: by which the divergence is divided; a number above 0 (objective.divergence.weight)",
        number(0),
    )
    objectiveDraws: Param = Param(
        Params._dummy(),
        "objectiveDraws",
        "of iwae: draws of a replicate; 1 is the ELBO; a whole number from 1 (objective.draws)",
        whole(1),
    )
    objectiveGamma: Param = Param(
        Params._dummy(),
        "objectiveGamma",
        "of entropic-risk: aversion γ; towards 0 the mean; a number above 0 (objective.gamma)",
        number(0),
    )
    objective: Param = Param(
        Params._dummy(),
        "objective",
        "elbo | gvi | eubo | chivi | renyi | iwae | tail-adaptive | entropic-risk | mean-variance | weighted-mean-variance | density-variance | black-box-alpha | conditional-value-at-risk | monotone-mean-variance (objective.kind)",
        text(),
    )
    objectiveLevel: Param = Param(
        Params._dummy(),
        "objectiveLevel",
        "of conditional-value-at-risk: share of the draws that counts; 1 is the mean; a number above 0, at most 1 (objective.level)",
        number(0, 1, "(]"),
    )
    objectiveLossBeta: Param = Param(
        Params._dummy(),
        "objectiveLossBeta",
        "of beta: order β; a number above 0 (objective.loss.beta)",
        number(0),
    )
    objectiveLossDelta: Param = Param(
        Params._dummy(),
        "objectiveLossDelta",
        "of huber: error δ beyond which the loss is linear; a number above 0 (objective.loss.delta)",
        number(0),
    )
    objectiveLossGamma: Param = Param(
        Params._dummy(),
        "objectiveLossGamma",
        "of gamma: order γ; a number above 0 (objective.loss.gamma)",
        number(0),
    )
    objectiveLoss: Param = Param(
        Params._dummy(),
        "objectiveLoss",
        "log-likelihood | power | beta | gamma | absolute | huber | quantile | hinge (objective.loss.kind)",
        text(),
    )
    objectiveLossTau: Param = Param(
        Params._dummy(),
        "objectiveLossTau",
        "of quantile: the quantile τ; a number between 0 and 1 (objective.loss.tau)",
        number(0, 1),
    )
    objectiveLossWeight: Param = Param(
        Params._dummy(),
        "objectiveLossWeight",
        "of power, absolute, huber, quantile and hinge: by which the loss is multiplied; auto: as the spread of the rows has it; a number above 0, or auto (objective.loss.weight)",
        text(),
    )
    objectiveOrder: Param = Param(
        Params._dummy(),
        "objectiveOrder",
        "of chivi: order n of the χ divergence; a number above 1 (objective.order)",
        number(1),
    )
    objectiveTemperature: Param = Param(
        Params._dummy(),
        "objectiveTemperature",
        "of the risks: by which the divergence from the prior is divided; a number above 0 (objective.temperature)",
        number(0),
    )
    level: Param = Param(
        Params._dummy(),
        "level",
        "probability that an interval covers; a number between 0 and 1 (score.level)",
        number(0, 1),
    )
    seed: Param = Param(
        Params._dummy(),
        "seed",
        "of random numbers; a whole number (seed)",
        whole(),
    )
    acceptUnconverged: Param = Param(
        Params._dummy(),
        "acceptUnconverged",
        "true: a fit that did not converge ends with status 0; true or false (stop.acceptUnconverged)",
        flag(),
    )
    maxPasses: Param = Param(
        Params._dummy(),
        "maxPasses",
        "passes over all rows; a number above 0, or null for no limit (stop.maxPasses)",
        text(),
    )
    maxSeconds: Param = Param(
        Params._dummy(),
        "maxSeconds",
        "of wall time. A fit that it ends does not repeat bit for bit; a number above 0, or null for no limit (stop.maxSeconds)",
        text(),
    )
    batch: Param = Param(
        Params._dummy(),
        "batch",
        "rows of a step; auto: 100, of processes 1,000; a whole number from 1, or auto (train.batch)",
        text(),
    )
    epochs: Param = Param(
        Params._dummy(),
        "epochs",
        "visits of each row; auto: 20,000 divided by the root of the number of rows; a whole number from 1, or auto (train.epochs)",
        text(),
    )
    schedule: Param = Param(
        Params._dummy(),
        "schedule",
        "cosine | constant: half a cosine down to 0 over all epochs, or no change (train.schedule)",
        text(),
    )
    stepSize: Param = Param(
        Params._dummy(),
        "stepSize",
        "of Adam's first step; auto: 0.01 of models that predict, 0.001 of others; a number above 0, or auto (train.stepSize)",
        text(),
    )
    validation: Param = Param(
        Params._dummy(),
        "validation",
        "rows held out to weigh the networks, which are then trained again on all rows; 0: all weigh the same; a number from 0, below 1 (train.validation)",
        number(0, 1, "[)"),
    )
    predict: Param = Param(
        Params._dummy(),
        "predict",
        "response | class: what the prediction is: the expected response, or, of families of classes, the most probable class",
        word("response", "class"),
    )
    predictionCol: Param = Param(
        Params._dummy(),
        "predictionCol",
        "new column of the expected response or the most probable class",
        text(),
    )
    predictionSdCol: Param = Param(
        Params._dummy(),
        "predictionSdCol",
        "new column of the posterior standard deviation of the expected response, of labels 0 and 1 of the probability of 1",
        text(),
    )
    lowerCol: Param = Param(
        Params._dummy(),
        "lowerCol",
        "new column of the lower end of the central interval of the expected response, of labels 0 and 1 of the probability of 1",
        text(),
    )
    upperCol: Param = Param(
        Params._dummy(),
        "upperCol",
        "new column of the upper end of the central interval of the expected response, of labels 0 and 1 of the probability of 1",
        text(),
    )
    responseSdCol: Param = Param(
        Params._dummy(),
        "responseSdCol",
        "new column of the standard deviation of a new response that is a number, noise included",
        text(),
    )
    responseLowerCol: Param = Param(
        Params._dummy(),
        "responseLowerCol",
        "new column of the lower end of the central interval of a new response that is a number",
        text(),
    )
    responseUpperCol: Param = Param(
        Params._dummy(),
        "responseUpperCol",
        "new column of the upper end of the central interval of a new response that is a number",
        text(),
    )
    probabilityCol: Param = Param(
        Params._dummy(),
        "probabilityCol",
        "new column of the vector of class probabilities",
        text(),
    )
    rawPredictionCol: Param = Param(
        Params._dummy(),
        "rawPredictionCol",
        "new column of the vector of logarithms of class probabilities, of two classes of the odds of each, by which evaluators rank rows",
        text(),
    )
    probabilitySdCol: Param = Param(
        Params._dummy(),
        "probabilitySdCol",
        "new column of the posterior standard deviation of the probability of the most probable class",
        text(),
    )
    probabilityLowerCol: Param = Param(
        Params._dummy(),
        "probabilityLowerCol",
        "new column of the lower end of the central interval of the probability of the most probable class",
        text(),
    )
    probabilityUpperCol: Param = Param(
        Params._dummy(),
        "probabilityUpperCol",
        "new column of the upper end of the central interval of the probability of the most probable class",
        text(),
    )
    predictedLabelCol: Param = Param(
        Params._dummy(),
        "predictedLabelCol",
        "new column of the level of the most probable class, where labels are words or numbers other than 0, 1, …",
        text(),
    )
    onUnseen: Param = Param(
        Params._dummy(),
        "onUnseen",
        "fail | flag: what becomes of a row with a level that was not in the fit: refused, or left without predictions (score.onUnseen)",
        word("fail", "flag"),
    )
    unseenCol: Param = Param(
        Params._dummy(),
        "unseenCol",
        "new column with the reason why a row has none, where onUnseen = flag",
        text(),
    )
    scoreOnMissing: Param = Param(
        Params._dummy(),
        "scoreOnMissing",
        "auto | fail | flag | skip: what becomes of a row with a missing or unusable cell when the model predicts: refused, left without predictions, or left out; auto is flag where the fit left such rows out, else fail (score.onMissing)",
        word("auto", "fail", "flag", "skip"),
    )
    missingCol: Param = Param(
        Params._dummy(),
        "missingCol",
        "new column with the reason why a row has none, where scoreOnMissing = flag",
        text(),
    )


NETWORK_DEFAULTS = {
    "featuresCol": "features",
    "backend": "auto",
    "backendPersist": "auto",
    "categorical": [],
    "exclude": [],
    "labelCol": "label",
    "onMissing": "fail",
    "partitions": "auto",
    "precision": "auto",
    "draws": 100,
    "estimator": "auto",
    "kernel": "auto",
    "family": "gaussian",
    "activation": "relu",
    "ensemble": "auto",
    "inducing": 100,
    "joint": False,
    "layers": [50],
    "noise": "auto",
    "processes": 0,
    "objectiveAlpha": 0.5,
    "objectiveC": 0.5,
    "objectiveDivergenceAlpha": 0.5,
    "objectiveDivergenceBeta": 1.5,
    "objectiveDivergenceGamma": 1.5,
    "objectiveDivergence": "kl",
    "objectiveDivergenceOf": "identity",
    "objectiveDivergenceParts": "[]",
    "objectiveDivergenceR": 1.0,
    "objectiveDivergenceWeight": 1.0,
    "objectiveDraws": 5,
    "objectiveGamma": 1.0,
    "objective": "elbo",
    "objectiveLevel": 0.1,
    "objectiveLossBeta": 1.5,
    "objectiveLossDelta": 1.0,
    "objectiveLossGamma": 1.5,
    "objectiveLoss": "log-likelihood",
    "objectiveLossTau": 0.5,
    "objectiveLossWeight": "1",
    "objectiveOrder": 2.0,
    "objectiveTemperature": 1.0,
    "level": 0.9,
    "seed": 1,
    "acceptUnconverged": False,
    "batch": "auto",
    "epochs": "auto",
    "schedule": "cosine",
    "stepSize": "auto",
    "validation": 0.1,
    "predict": "response",
    "predictionCol": "prediction",
    "predictionSdCol": "predictionSd",
    "lowerCol": "lower",
    "upperCol": "upper",
    "responseSdCol": "responseSd",
    "responseLowerCol": "responseLower",
    "responseUpperCol": "responseUpper",
    "probabilityCol": "probability",
    "rawPredictionCol": "rawPrediction",
    "probabilitySdCol": "probabilitySd",
    "probabilityLowerCol": "probabilityLower",
    "probabilityUpperCol": "probabilityUpper",
    "predictedLabelCol": "predictedLabel",
    "onUnseen": "fail",
    "unseenCol": "unseen",
    "scoreOnMissing": "auto",
    "missingCol": "missing",
}


class NetworkModelValues(TypedDict, total=False):
    """Keyword arguments."""

    level: float
    predict: Literal["response", "class"]
    predictionCol: Union[str, float]
    predictionSdCol: Union[str, float]
    lowerCol: Union[str, float]
    upperCol: Union[str, float]
    responseSdCol: Union[str, float]
    responseLowerCol: Union[str, float]
    responseUpperCol: Union[str, float]
    probabilityCol: Union[str, float]
    rawPredictionCol: Union[str, float]
    probabilitySdCol: Union[str, float]
    probabilityLowerCol: Union[str, float]
    probabilityUpperCol: Union[str, float]
    predictedLabelCol: Union[str, float]
    onUnseen: Literal["fail", "flag"]
    unseenCol: Union[str, float]
    scoreOnMissing: Literal["auto", "fail", "flag", "skip"]
    missingCol: Union[str, float]
    output: Literal["predictions", "posterior", "report"]


class NetworkModelParams(Params):
    """Params."""

    level: Param = Param(
        Params._dummy(),
        "level",
        "probability that an interval covers; a number between 0 and 1 (score.level)",
        number(0, 1),
    )
    predict: Param = Param(
        Params._dummy(),
        "predict",
        "response | class: what the prediction is: the expected response, or, of families of classes, the most probable class",
        word("response", "class"),
    )
    predictionCol: Param = Param(
        Params._dummy(),
        "predictionCol",
        "new column of the expected response or the most probable class",
        text(),
    )
    predictionSdCol: Param = Param(
        Params._dummy(),
        "predictionSdCol",
        "new column of the posterior standard deviation of the expected response, of labels 0 and 1 of the probability of 1",
        text(),
    )
    lowerCol: Param = Param(
        Params._dummy(),
        "lowerCol",
        "new column of the lower end of the central interval of the expected response, of labels 0 and 1 of the probability of 1",
        text(),
    )
    upperCol: Param = Param(
        Params._dummy(),
        "upperCol",
        "new column of the upper end of the central interval of the expected response, of labels 0 and 1 of the probability of 1",
        text(),
    )
    responseSdCol: Param = Param(
        Params._dummy(),
        "responseSdCol",
        "new column of the standard deviation of a new response that is a number, noise included",
        text(),
    )
    responseLowerCol: Param = Param(
        Params._dummy(),
        "responseLowerCol",
        "new column of the lower end of the central interval of a new response that is a number",
        text(),
    )
    responseUpperCol: Param = Param(
        Params._dummy(),
        "responseUpperCol",
        "new column of the upper end of the central interval of a new response that is a number",
        text(),
    )
    probabilityCol: Param = Param(
        Params._dummy(),
        "probabilityCol",
        "new column of the vector of class probabilities",
        text(),
    )
    rawPredictionCol: Param = Param(
        Params._dummy(),
        "rawPredictionCol",
        "new column of the vector of logarithms of class probabilities, of two classes of the odds of each, by which evaluators rank rows",
        text(),
    )
    probabilitySdCol: Param = Param(
        Params._dummy(),
        "probabilitySdCol",
        "new column of the posterior standard deviation of the probability of the most probable class",
        text(),
    )
    probabilityLowerCol: Param = Param(
        Params._dummy(),
        "probabilityLowerCol",
        "new column of the lower end of the central interval of the probability of the most probable class",
        text(),
    )
    probabilityUpperCol: Param = Param(
        Params._dummy(),
        "probabilityUpperCol",
        "new column of the upper end of the central interval of the probability of the most probable class",
        text(),
    )
    predictedLabelCol: Param = Param(
        Params._dummy(),
        "predictedLabelCol",
        "new column of the level of the most probable class, where labels are words or numbers other than 0, 1, …",
        text(),
    )
    onUnseen: Param = Param(
        Params._dummy(),
        "onUnseen",
        "fail | flag: what becomes of a row with a level that was not in the fit: refused, or left without predictions (score.onUnseen)",
        word("fail", "flag"),
    )
    unseenCol: Param = Param(
        Params._dummy(),
        "unseenCol",
        "new column with the reason why a row has none, where onUnseen = flag",
        text(),
    )
    scoreOnMissing: Param = Param(
        Params._dummy(),
        "scoreOnMissing",
        "auto | fail | flag | skip: what becomes of a row with a missing or unusable cell when the model predicts: refused, left without predictions, or left out; auto is flag where the fit left such rows out, else fail (score.onMissing)",
        word("auto", "fail", "flag", "skip"),
    )
    missingCol: Param = Param(
        Params._dummy(),
        "missingCol",
        "new column with the reason why a row has none, where scoreOnMissing = flag",
        text(),
    )
    output: Param = Param(
        Params._dummy(),
        "output",
        "predictions | posterior | report: what transform returns: the rows with predictions, or a table of the posterior whatever the rows",
        word("predictions", "posterior", "report"),
    )


NETWORK_MODEL_DEFAULTS = {
    "level": 0.9,
    "predict": "response",
    "predictionCol": "prediction",
    "predictionSdCol": "predictionSd",
    "lowerCol": "lower",
    "upperCol": "upper",
    "responseSdCol": "responseSd",
    "responseLowerCol": "responseLower",
    "responseUpperCol": "responseUpper",
    "probabilityCol": "probability",
    "rawPredictionCol": "rawPrediction",
    "probabilitySdCol": "probabilitySd",
    "probabilityLowerCol": "probabilityLower",
    "probabilityUpperCol": "probabilityUpper",
    "predictedLabelCol": "predictedLabel",
    "onUnseen": "fail",
    "unseenCol": "unseen",
    "scoreOnMissing": "auto",
    "missingCol": "missing",
    "output": "predictions",
}


RETIRED = {
    "covariance": "weights of a network are independent, and in place of one normal of all of them there are ensembles of networks (model.network.ensemble = auto, the default), deep Gaussian processes (model.network.processes = 2) and, of few rows, regressions with a full posterior (posterior.family = gaussian-full, without a network)",
    "posteriorBandwidth": "where a full covariance is too large, posterior.family = gaussian-low-rank keeps the strongest correlations (posterior.rank = 5, the default), gaussian-block those within blocks of parameters (posterior.blocks)",
    "posteriorShared": "where a full covariance is too large, posterior.family = gaussian-low-rank keeps the strongest correlations (posterior.rank = 5, the default), gaussian-block those within blocks of parameters (posterior.blocks)",
}
