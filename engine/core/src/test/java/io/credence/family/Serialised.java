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
    public static <T> T copy(T value) {
        return read(written(value));
    }

    /** The bytes of a value. */
    private static byte[] written(Object value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        } catch (IOException broken) {
            throw new AssertionError(value + " cannot be written", broken);
        }
        return bytes.toByteArray();
    }

    @SuppressWarnings("unchecked") // what is read is what was written
    private static <T> T read(byte[] bytes) {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return (T) in.readObject();
        } catch (IOException | ClassNotFoundException broken) {
            throw new AssertionError("what was written cannot be read", broken);
        }
    }
}
