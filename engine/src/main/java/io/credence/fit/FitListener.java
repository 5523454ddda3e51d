package io.credence.fit;

/** Watches a fit: progress, trace, checkpoint. Cannot change it. */
@FunctionalInterface
public interface FitListener {

    /** Called after each step. */
    void stepped(FitState state);
}
