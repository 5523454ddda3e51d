package io.credence.network;

import io.credence.linalg.DenseKernel;
import java.io.Serializable;

/** What is trained by epochs over partitions: one or several members, each by steps on batches of rows. */
interface Trainable extends Serializable {

    /** How. */
    Training training();

    /** Of everything random. */
    long seed();

    /**
     * What a member minimises.
     *
     * @param rows most of a batch
     */
    BatchObjective objective(Member member, DenseKernel kernel, int rows);
}
