package io.credence.network;

import io.credence.fit.ExecutionBackend;

/**
 * An epoch.
 *
 * @param backend of the rows
 * @param units in which they are seen
 * @param holdOut which are left out
 * @param number of it, from 0
 * @param refitting whether members learn for the second time, from all rows
 */
record EpochRun(ExecutionBackend backend, Standardisation units, HoldOut holdOut, int number, boolean refitting) {}
