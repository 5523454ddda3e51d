/**
 * Interfaces that users implement for their models: parameters with constraints, and the likelihood of a row or of a
 * series. Transforms to unconstrained numbers, with their log-Jacobians, are here as well. No loss, estimator or
 * posterior may enter: a model knows its rows and nothing of how it is fitted.
 */
@NullMarked
package io.credence.model;

import org.jspecify.annotations.NullMarked;
