/**
 * Priors of the parameters: log densities with gradients, normal or not, centred or non-centred, by shrinkage blocks. A
 * normal prior keeps its closed forms; everything else is a term of the log density. No rows and no posterior may
 * enter: what lies between prior and posterior is a divergence.
 */
@NullMarked
package io.credence.prior;

import org.jspecify.annotations.NullMarked;
