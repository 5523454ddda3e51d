package io.credence.result.section;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.credence.kind.ExpressionRequest;
import io.credence.summary.FitReport;
import java.util.function.Function;

/** Description of a model: a likelihood with its options, a user's class or an expression. */
@JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION, defaultImpl = LikelihoodSection.class)
@JsonSubTypes({
    @JsonSubTypes.Type(LikelihoodSection.class),
    @JsonSubTypes.Type(ClassSection.class),
    @JsonSubTypes.Type(ExpressionSection.class)
})
public sealed interface ModelSection permits LikelihoodSection, ClassSection, ExpressionSection {

    /**
     * Description of the model of a fit.
     *
     * @param optionTexts text of an option of the user's class, by its name
     */
    static ModelSection of(FitReport report, Function<String, String> optionTexts) {
        ExpressionRequest expression = report.config().model().request(ExpressionRequest.class);
        if (expression != null) {
            return ExpressionSection.of(report, expression);
        }
        return report.model().link() == null ? ClassSection.of(report, optionTexts) : LikelihoodSection.of(report);
    }

    /** Name of the family, of the user's class, or the word expression. */
    String name();

    /** Description of the model that two fits of the same model have in common. */
    default String identity() {
        return name();
    }
}
