package io.credence.spark;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.credence.fit.FitState.StepInfo;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;
import org.jspecify.annotations.Nullable;

/**
 * Spark plugin that reports the progress of fits as metrics of the driver, to all configured sinks. It is enabled by
 * {@code spark.plugins = io.credence.spark.FitMetrics}. Steps and rows are counted over all fits of the process; the
 * others are of the last step.
 */
public final class FitMetrics implements SparkPlugin {

    @Override
    public DriverPlugin driverPlugin() {
        return new DriverPlugin() {
            @Override
            public void registerMetrics(String application, PluginContext context) {
                register(context.metricRegistry(), FitStepCounter.OF_PROCESS);
            }
        };
    }

    @Override
    public @Nullable ExecutorPlugin executorPlugin() {
        return null;
    }

    static void register(MetricRegistry registry, FitStepCounter of) {
        registry.register("steps", (Gauge<Long>) of::steps);
        registry.register("rows", (Gauge<Long>) of::rows);
        registry.register("running", (Gauge<Integer>) () -> of.isRunning() ? 1 : 0);
        registry.register("iteration", (Gauge<Double>) () -> of.lastMeasurement(StepInfo::iteration));
        registry.register("objective", (Gauge<Double>) () -> of.lastMeasurement(StepInfo::objective));
        registry.register("remaining", (Gauge<Double>) () -> of.lastMeasurement(StepInfo::remainingGain));
        registry.register("stepSize", (Gauge<Double>) () -> of.lastMeasurement(StepInfo::stepSize));
        registry.register("draws", (Gauge<Double>) () -> of.lastMeasurement(StepInfo::draws));
    }
}
