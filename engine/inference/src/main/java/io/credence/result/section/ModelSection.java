package io.credence.result.section;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.credence.summary.FitReport;
import java.util.function.Function;

/** Description of a model: a likelihood with its options, or a user's class. */
@JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION, defaultImpl = LikelihoodSection.class)
@JsonSubTypes({@JsonSubTypes.Type(LikelihoodSection.class), @JsonSubTypes.Type(ClassSection.class)})
public sealed interface ModelSection permits LikelihoodSection, ClassSection {

    /**
     * Description of the model of a fit.
     *
     * @param optionTexts text of an option of the user's class, by its name
     */
    static ModelSection of(FitReport report, Function<String, String> optionTexts) {
        return report.model().link() == null ? ClassSection.of(report, optionTexts) : LikelihoodSection.of(report);
    }

    /** Name of the family, or of the user's class. */
    String name();
}
