/**
 * Loop of a fit over serialisable states, with the parts that the algorithms of its sub-packages share. These are
 * problem, settings, budgets, evaluations at draws, and the final assessment of an answer. It imports from none of
 * them.
 */
@NullMarked
package io.credence.fit;

import org.jspecify.annotations.NullMarked;
