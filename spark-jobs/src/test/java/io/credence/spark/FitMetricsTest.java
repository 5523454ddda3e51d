package io.credence.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.codahale.metrics.MetricRegistry;
import io.credence.Fit;
import io.credence.Inference;
import io.credence.Rows;
import io.credence.fit.FitState.StepInfo;
import java.lang.reflect.Proxy;
import java.util.Set;
import org.apache.spark.api.plugin.PluginContext;
import org.junit.jupiter.api.Test;

class FitMetricsTest {

    private static Object value(MetricRegistry registry, String name) {
        return registry.getGauges().get(name).getValue();
    }

    @Test
    void gauges_giveTheLastStepAndCountAllOfThem() {
        MetricRegistry registry = new MetricRegistry();
        FitStepCounter steps = new FitStepCounter();
        FitMetrics.register(registry, steps);
        assertEquals(Double.NaN, value(registry, "objective"));
        assertEquals(0, value(registry, "running"));

        Rows rows = Rows.of(new double[][] {{0.5}, {-1}, {2}, {0.1}}, new double[] {1, 0, 1, 0});
        Inference requested = Inference.of("bernoulli").listener(steps);
        Fit first = requested.fit(rows);
        Fit second = requested.fit(rows);

        StepInfo last = second.trace().get(second.trace().size() - 1);
        assertEquals(last.objective(), value(registry, "objective"));
        assertEquals((double) last.iteration(), value(registry, "iteration"));
        assertEquals(0, value(registry, "running"));
        assertEquals((long) first.trace().size() + second.trace().size(), value(registry, "steps"));
        assertTrue((Long) value(registry, "rows") >= 8);
    }

    @Test
    void plugin_registersThemOnTheDriverAlone() {
        MetricRegistry registry = new MetricRegistry();
        PluginContext context = (PluginContext) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {PluginContext.class},
                (proxy, method, arguments) -> method.getName().equals("metricRegistry") ? registry : null);
        FitMetrics plugin = new FitMetrics();
        assertNull(plugin.executorPlugin());
        plugin.driverPlugin().registerMetrics("application", context);
        assertEquals(
                Set.of("steps", "rows", "running", "iteration", "objective", "remaining", "stepSize", "draws"),
                registry.getNames());
    }
}
