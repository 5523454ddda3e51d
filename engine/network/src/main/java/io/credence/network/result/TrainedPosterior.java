package io.credence.network.result;

import io.credence.kind.Section;
import io.credence.kind.SectionTable;
import io.credence.kind.SectionTable.Column;
import io.credence.kind.TableCell;
import io.credence.likelihood.Likelihood;
import io.credence.network.row.Standardisation;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Posterior fitted by epochs of training: an ensemble of networks, a deep Gaussian process, or an autoencoder. */
public interface TrainedPosterior extends Serializable {

    /** Name of its family of posteriors. */
    String family();

    /** Likelihood of the labels, given its predictions; of an autoencoder that of each number of a row. */
    Likelihood likelihood();

    /** Units in which it takes rows. */
    Standardisation units();

    /** Sizes by the keys under {@code model.network} that request them. */
    Map<String, Object> sizesByKey();

    /** Members of the posterior, one or several. */
    List<NetworkEnsemble.TrainedMember> members();

    /** Number of a member's parameters that have a posterior, or are points used in predictions. */
    int parameterCount(NetworkEnsemble.TrainedMember member);

    /**
     * Scores of predictions of held-out rows, made when the posterior was trained on the others; null where none were
     * held out.
     */
    @Nullable
    HoldOutScores heldOut();

    /** Readable description in one line. */
    String text();

    /** Sections of its report: what was trained, with the weight of each kind of member, and scores of held-out rows. */
    default List<Section> sections() {
        Section trained = Section.of("trained", "trained model").withNote(text());
        if (members().size() > 1) {
            SectionTable table = SectionTable.of(
                    "", Column.ofTexts("kind of network"), Column.ofNumbers("weight in the mixture", 3));
            for (Map.Entry<String, Double> each : kindWeights().entrySet()) {
                table = table.withRow(TableCell.of(each.getKey()), TableCell.of(each.getValue()));
            }
            trained = trained.withTable(table);
        }
        HoldOutScores found = heldOut();
        return found == null ? List.of(trained) : List.of(trained, found.section());
    }

    /** Total weight of the members of each kind, by the text of the kind. */
    private Map<String, Double> kindWeights() {
        Map<String, Double> weights = new LinkedHashMap<>();
        for (NetworkEnsemble.TrainedMember member : members()) {
            weights.merge(member.kind().text(likelihood().isNormal()), member.weight(), Double::sum);
        }
        return weights;
    }
}
