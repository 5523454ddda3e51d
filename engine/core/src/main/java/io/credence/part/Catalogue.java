package io.credence.part;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Ordered, immutable list of parts of one kind, each with a distinct name. Names of parts that only earlier versions had
 * are refused with what to use instead.
 *
 * @param what noun for one of them, such as "prior", for messages
 * @param parts the parts, in the order in which they are explained
 * @param retired parts that only earlier versions had
 */
public record Catalogue<P extends Part>(String what, List<P> parts, List<RetiredPart> retired) implements Iterable<P> {

    public Catalogue {
        parts = List.copyOf(parts);
        retired = List.copyOf(retired);
        List<String> names = Stream.concat(
                        parts.stream().map(Part::name), retired.stream().map(RetiredPart::name))
                .toList();
        for (String name : names) {
            if (names.indexOf(name) != names.lastIndexOf(name)) {
                throw new IllegalArgumentException(
                        "names must differ but the " + what + " " + name + " is there twice");
            }
        }
    }

    /** The catalogue of the given parts. */
    @SafeVarargs
    public static <P extends Part> Catalogue<P> of(String what, P... parts) {
        return new Catalogue<>(what, List.of(parts), List.of());
    }

    /**
     * The catalogue of the given parts, which refuses names of parts that only earlier versions had with what to use
     * instead.
     */
    @SafeVarargs
    public static <P extends Part> Catalogue<P> of(String what, List<RetiredPart> retired, P... parts) {
        return new Catalogue<>(what, List.of(parts), retired);
    }

    /** All names, in order. */
    public List<String> names() {
        return parts.stream().map(Part::name).toList();
    }

    /** Whether there is a part with the given name. */
    public boolean has(String name) {
        return names().contains(name);
    }

    /** The part of earlier versions with the given name; empty if there was none. */
    public Optional<RetiredPart> retiredPart(String name) {
        return retired.stream().filter(part -> part.name().equals(name)).findFirst();
    }

    /**
     * The part with the given name.
     *
     * @throws IllegalArgumentException if there is none, with what to use instead of a retired one, else with the
     *     nearest one and the list
     */
    public P named(String name) {
        return parts.stream()
                .filter(part -> part.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(refusal(name)));
    }

    private String refusal(String name) {
        return retiredPart(name)
                .map(part -> what + " '" + name + "': required " + part.requirement())
                .orElseGet(() -> "unknown " + what + " '" + name + "': required one of " + String.join(", ", names())
                        + Spelling.didYouMean(name, names()));
    }

    /** A copy with one more part at its end. */
    public Catalogue<P> with(P part) {
        List<P> more = new ArrayList<>(parts);
        more.add(part);
        return new Catalogue<>(what, more, retired);
    }

    @Override
    public Iterator<P> iterator() {
        return parts.iterator();
    }

    /**
     * Part that only earlier versions had.
     *
     * @param name name in the configurations and results of those versions
     * @param description what it was, without a full stop
     * @param lastVersions versions that still read results with it
     * @param instead sentence on what to use instead, without a full stop
     */
    public record RetiredPart(String name, String description, String lastVersions, String instead) {

        /** Requirement in its place, for a message. */
        public String requirement() {
            return "another one, since " + name + " is retired; " + instead;
        }
    }
}
