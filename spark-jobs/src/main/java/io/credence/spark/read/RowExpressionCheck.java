package io.credence.spark.read;

import io.credence.spark.row.DataException;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.trees.TreePattern$;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/** Check that derived columns are functions of their row alone, by Spark's plan of the expression. */
final class RowExpressionCheck {

    /** Pattern of words for a moment, such as 'now', that Spark replaces by a time while it parses. */
    private static final Pattern MOMENT = Pattern.compile(
            "\\b(?:date|timestamp\\w*)\\s*'\\s*(?:now|today|tomorrow|yesterday)\\b", Pattern.CASE_INSENSITIVE);

    private RowExpressionCheck() {}

    /**
     * Refuses a derived column whose cells could differ when they are read again, or that changes the number of rows.
     *
     * @param table rows without the column
     * @param derived rows with the column
     */
    static void requireRowwise(Dataset<Row> table, Dataset<Row> derived, String name, String sql, String where) {
        LogicalPlan plan = derived.queryExecution().analyzed();
        String problem = problem(plan, table.queryExecution().analyzed(), name, sql);
        if (problem != null) {
            throw new DataException(
                    "the expression of data.derive." + name + " cannot be used",
                    "one value for each row, computed from the cells of that row alone and the same whenever it is read",
                    DataException.quoted(sql) + ", which " + problem,
                    where);
        }
    }

    private static @Nullable String problem(LogicalPlan plan, LogicalPlan before, String name, String sql) {
        if (!(plan instanceof Project project) || extraStepCount(plan) != extraStepCount(before)) {
            return "reads other rows, or makes several of one";
        }
        for (NamedExpression column : CollectionConverters.asJava(project.projectList())) {
            if (column.name().equalsIgnoreCase(name) && column instanceof Expression expression) {
                if (!expression.deterministic()) {
                    return "is not deterministic";
                }
                if (expression.containsPattern(TreePattern$.MODULE$.PLAN_EXPRESSION())) {
                    return "has a query within it";
                }
                if (expression.containsPattern(TreePattern$.MODULE$.CURRENT_LIKE())
                        || MOMENT.matcher(sql).find()) {
                    return "depends on when or by whom it is run";
                }
            }
        }
        return null;
    }

    /** Number of steps in a plan that do more than compute columns. */
    private static int extraStepCount(LogicalPlan plan) {
        List<LogicalPlan> below = CollectionConverters.asJava(plan.children());
        return (plan instanceof Project ? 0 : 1)
                + below.stream().mapToInt(RowExpressionCheck::extraStepCount).sum();
    }
}
