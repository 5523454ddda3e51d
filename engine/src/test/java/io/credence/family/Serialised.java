package io.credence.family;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

/** Values as they arrive after they were written and read. */
public final class Serialised {

    private Serialised() {}

    /** What is read where {@code value} was written. */
    @SuppressWarnings("unchecked") // what is read is what was written
    public static <T> T copy(T value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
            out.flush();
            return (T) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
        } catch (IOException | ClassNotFoundException broken) {
            throw new AssertionError(value + " cannot be written and read", broken);
        }
    }
}
