/**
 * Update rules from gradient and curvature to the next posterior. They are natural gradients, the manifold, Cholesky
 * factors and first-order rules, with the trust region that limits them all. No rows, loss or objective may enter: a
 * rule sees a posterior, a direction and a step size.
 */
@NullMarked
package io.credence.update;

import org.jspecify.annotations.NullMarked;
