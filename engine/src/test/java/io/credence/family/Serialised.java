package io.credence.family;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

/** Values as they arrive after they were written and read. */
final class Serialised {

    private Serialised() {}

    @SuppressWarnings("unchecked") // what is read is what was written
    static <T> T copy(T value) {
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
