package io.credence.spark.row;

import io.credence.spark.row.RowPlan.Role;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Columns of a row that are not features: response, weight and offset.
 *
 * @param label response; null where rows are scored
 * @param rule rule of the labels that are allowed
 * @param secondResponse second number of the response: the trials of which the label counts the successes, or whether
 *     the label is censored; null for none
 * @param weight row weights; null for ones
 * @param offset offsets; null for none
 */
public record RowRoles(
        @Nullable Role label,
        LabelRule rule,
        @Nullable Role secondResponse,
        @Nullable Role weight,
        @Nullable Role offset)
        implements Serializable {}
