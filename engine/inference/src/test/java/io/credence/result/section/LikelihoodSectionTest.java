package io.credence.result.section;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests of the options of a likelihood, which stand among its other fields. */
class LikelihoodSectionTest {

    /** The option has 0 for a number of classes that follows from the labels; the field has that number. */
    @Test
    void fieldsStand_whereAnOptionHasTheirName() throws JsonProcessingException {
        Map<String, Object> options = Map.of("classes", 0, "link", "probit", "power", 1.5);
        LikelihoodSection section = new LikelihoodSection("ordinal", "logit", null, options, null, null, Double.NaN, 3);
        assertEquals(Map.of("power", 1.5), section.options());
        assertEquals(
                SectionMapper.parse("{\"family\":\"ordinal\",\"link\":\"logit\",\"power\":1.5,\"classes\":3}"),
                SectionMapper.toNode(section));
    }
}
