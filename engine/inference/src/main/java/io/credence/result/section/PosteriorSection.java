package io.credence.result.section;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;

/** Posterior of coefficients, or description of networks whose parameters are in another file. */
@JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION, defaultImpl = CoefficientsSection.class)
@JsonSubTypes({@JsonSubTypes.Type(CoefficientsSection.class), @JsonSubTypes.Type(NetworksSection.class)})
public sealed interface PosteriorSection permits CoefficientsSection, NetworksSection {

    /** Name of the posterior family. */
    String family();

    /** Names of the coefficients, or of the columns of networks. */
    List<String> names();
}
