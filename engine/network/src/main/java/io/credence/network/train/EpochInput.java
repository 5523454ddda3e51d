package io.credence.network.train;

import io.credence.fit.ExecutionBackend;
import io.credence.network.row.HoldOut;
import io.credence.network.row.Standardisation;

/**
 * Rows and settings of one epoch.
 *
 * @param backend backend of the rows
 * @param units units in which rows are taken
 * @param holdOut choice of the rows that are left out
 * @param epoch number of the epoch, from 0
 * @param refitting whether members learn for the second time, from all rows
 */
record EpochInput(ExecutionBackend backend, Standardisation units, HoldOut holdOut, int epoch, boolean refitting) {}
