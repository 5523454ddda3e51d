package io.credence.risk;

import java.util.List;
import java.util.Map;

/** The risks of the catalogue by their names. */
public final class NamedRisks {

    private NamedRisks() {}

    /** The risk of that name with these values of options, and the others' defaults. */
    public static RowReduction of(String name, Map<String, Double> given) {
        RiskPart part = Risks.ALL.named(name);
        return part.risk(part.values(given));
    }

    /** Names of those to which a divergence is added; the others are of networks. */
    public static List<String> withDivergence() {
        return Risks.ALL.parts().stream()
                .filter(part -> !part.includesLogRatio())
                .map(RiskPart::name)
                .toList();
    }
}
