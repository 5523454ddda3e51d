package io.credence.result.section;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.credence.summary.FitReport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Description of a user's class.
 *
 * @param className name of the class
 * @param options texts of its options, by name
 * @param columns names of the features from which it made its parameters
 */
public record ClassSection(@JsonProperty("class") String className, Map<String, String> options, List<String> columns)
        implements ModelSection {

    static ClassSection of(FitReport report, Function<String, String> optionTexts) {
        Map<String, String> options = new LinkedHashMap<>();
        report.config().model().options().keySet().forEach(name -> options.put(name, optionTexts.apply(name)));
        return new ClassSection(
                report.model().name(), options, report.model().features().names());
    }

    @Override
    public String name() {
        return className;
    }
}
