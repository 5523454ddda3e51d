package io.credence.predict;

import java.io.Serializable;

/** A fitted posterior, as scoring needs it. */
public sealed interface PredictiveModel extends Serializable permits ScoringModel, NetworkScoring, MixedScoring {}
