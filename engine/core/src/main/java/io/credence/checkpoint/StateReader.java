package io.credence.checkpoint;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads records that {@link StateWriter} wrote. Only records and enums of this engine can be named in the bytes. */
public final class StateReader {

    private static final String HOUSE = "io.credence.";
    private static final int DEEPEST = 200;

    private final DataInputStream in;
    private final List<@Nullable Object> observed = new ArrayList<>();
    private final List<Class<?>> classes = new ArrayList<>();
    private int depth;

    private StateReader(byte[] bytes) {
        this.in = new DataInputStream(new ByteArrayInputStream(bytes));
    }

    /**
     * The record encoded by the given bytes.
     *
     * @throws IOException if the bytes are not those of such a record; the message gives the reason
     */
    public static <T> T read(byte[] bytes, Class<T> type) throws IOException {
        StateReader reader = new StateReader(bytes);
        Object value = reader.readValue();
        if (!type.isInstance(value) || reader.in.available() > 0) {
            throw new IOException("a " + type.getSimpleName() + " and nothing behind it is required");
        }
        return type.cast(value);
    }

    /**
     * Whether a class is a record or enum of this engine. These are data: their constructors check and copy, and do
     * nothing else.
     */
    static boolean isEngineType(Class<?> type) {
        return type.getName().startsWith(HOUSE) && (type.isRecord() || type.isEnum());
    }

    private @Nullable Object readValue() throws IOException {
        if (++depth > DEEPEST) {
            throw new IOException("values are nested more than " + DEEPEST + " deep");
        }
        int tag = in.readUnsignedByte();
        if (tag >= Tag.values().length) {
            throw new IOException("no value begins with " + tag);
        }
        Object value = switch (Tag.values()[tag]) {
            case NULL -> null;
            case SEEN -> observed.get(index(observed.size()));
            case BOOLEAN -> in.readBoolean();
            case INT -> in.readInt();
            case LONG -> in.readLong();
            case DOUBLE -> in.readDouble();
            case TEXT -> readText();
            case ENUM -> readEnumConstant(readType());
            case DOUBLES -> keepForReference(readDoubles());
            case INTS -> keepForReference(readInts());
            case LIST -> keepForReference(readList());
            case RECORD -> keepForReference(readRecord(readType()));
        };
        depth--;
        return value;
    }

    private Object keepForReference(Object value) {
        observed.add(value);
        return value;
    }

    private int index(int count) throws IOException {
        int index = in.readInt();
        if (index < 0 || index >= count) {
            throw new IOException("there are " + count + " to choose from, found number " + index);
        }
        return index;
    }

    /** Reads a length, and refuses one for which too few bytes are left. */
    private int length(int width) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available() / width) {
            throw new IOException("a length of " + length + " is more than is left");
        }
        return length;
    }

    private double[] readDoubles() throws IOException {
        double[] numbers = new double[length(Double.BYTES)];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = in.readDouble();
        }
        return numbers;
    }

    private int[] readInts() throws IOException {
        int[] numbers = new int[length(Integer.BYTES)];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = in.readInt();
        }
        return numbers;
    }

    private List<Object> readList() throws IOException {
        int size = length(1);
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            list.add(readValue());
        }
        return Collections.unmodifiableList(list);
    }

    private String readText() throws IOException {
        return new String(in.readNBytes(length(1)), StandardCharsets.UTF_8);
    }

    private Class<?> readType() throws IOException {
        int index = in.readInt();
        if (index == classes.size()) {
            String name = readText();
            try {
                // The name decides before a class is loaded, and finding it runs nothing of it.
                Class<?> found =
                        name.startsWith(HOUSE) ? Class.forName(name, false, StateReader.class.getClassLoader()) : null;
                if (found == null || !isEngineType(found)) {
                    throw new IOException("a record or enum of " + HOUSE + "* is required, found " + name);
                }
                classes.add(found);
            } catch (ClassNotFoundException | LinkageError unknown) {
                throw new IOException("this version has no " + name, unknown);
            }
        } else if (index < 0 || index > classes.size()) {
            throw new IOException("there are " + classes.size() + " classes to choose from, found number " + index);
        }
        return classes.get(index);
    }

    private Object readEnumConstant(Class<?> type) throws IOException {
        String name = readText();
        Object[] constants = type.getEnumConstants();
        return Arrays.stream(constants == null ? new Object[0] : constants)
                .filter(constant -> ((Enum<?>) constant).name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IOException("there is no " + name + " of " + type.getName()));
    }

    private Object readRecord(Class<?> type) throws IOException {
        if (!type.isRecord()) {
            throw new IOException("a record is required, found " + type.getName());
        }
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Object[] values = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            values[i] = readValue();
            if (values[i] == null
                    ? types[i].isPrimitive()
                    : !boxedType(types[i]).isInstance(values[i])) {
                throw new IOException(components[i] + " of " + type.getName() + " has another type");
            }
        }
        try {
            Constructor<?> canonical = type.getDeclaredConstructor(types);
            canonical.setAccessible(true);
            Object made = canonical.newInstance(values);
            return made instanceof WritableAsRecord.WrittenForm<?> form ? form.restoreValue() : made;
        } catch (ReflectiveOperationException | RuntimeException refused) {
            Throwable inner = refused instanceof InvocationTargetException ? refused.getCause() : null;
            String why = (inner == null ? refused : inner).getMessage();
            throw new IOException("no " + type.getName() + " is made of these values: " + why, refused);
        }
    }

    /** The class of a value that is held in a component of the given type. */
    private static Class<?> boxedType(Class<?> type) {
        return type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0).getClass() : type;
    }
}
