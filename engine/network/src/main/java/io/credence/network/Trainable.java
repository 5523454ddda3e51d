package io.credence.network;

import io.credence.fit.ExecutionBackend;
import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is trained by epochs over the rows of a backend: one or several members.
 *
 * @param <T> what comes of it
 */
public interface Trainable<T> extends Serializable {

    /** How. */
    Training training();

    /** Of everything random. */
    long seed();

    /**
     * Units in which rows are seen.
     *
     * @throws IllegalArgumentException if a row cannot be learned from
     */
    Standardisation units(ExecutionBackend backend);

    /** Members before their first epoch, the same whenever they begin anew. */
    List<Member> starts(Standardisation units, ExecutionBackend backend);

    /** The members after one more epoch. */
    List<Member> epoch(EpochRun run, List<Member> members);

    /** How well members predict the rows that are held out, which they did not learn from; null where there are none. */
    @Nullable
    HeldOut check(List<Member> members, Standardisation units, HoldOut holdOut, ExecutionBackend backend);

    /** What is trained, for people. */
    String text();

    /** Which of the members that is, for people. */
    String text(Member member);

    /** What stands in a state. */
    T trained(NetworkState state);
}
