package io.credence.checkpoint;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes records as bytes, each value as a {@link Tag} and its content. A class is named where it occurs first, and
 * each array is written once.
 */
public final class StateWriter {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);
    private final Map<Object, Integer> observed = new IdentityHashMap<>();
    private final Map<Class<?>, Integer> classes = new HashMap<>();

    private StateWriter() {}

    /**
     * The bytes of a record.
     *
     * @throws IllegalArgumentException if it or a part of it is neither data nor a record of this engine; the message
     *     names that part
     */
    public static byte[] write(Object record) {
        StateWriter writer = new StateWriter();
        try {
            writer.writeValue(record);
            writer.out.flush();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return writer.bytes.toByteArray();
    }

    private void writeValue(Object value) throws IOException {
        Integer before = observed.get(value);
        if (value == null) {
            writeTag(Tag.NULL);
        } else if (before != null) {
            writeTag(Tag.SEEN);
            out.writeInt(before);
        } else if (value instanceof Boolean flag) {
            writeTag(Tag.BOOLEAN);
            out.writeBoolean(flag);
        } else if (value instanceof Integer number) {
            writeTag(Tag.INT);
            out.writeInt(number);
        } else if (value instanceof Long number) {
            writeTag(Tag.LONG);
            out.writeLong(number);
        } else if (value instanceof Double number) {
            writeTag(Tag.DOUBLE);
            out.writeDouble(number);
        } else if (value instanceof String text) {
            writeTag(Tag.TEXT);
            writeText(text);
        } else if (value instanceof Enum<?> constant) {
            writeTag(Tag.ENUM);
            writeType(constant.getDeclaringClass());
            writeText(constant.name());
        } else {
            writeNewValue(value);
            observed.put(value, observed.size());
        }
    }

    private void writeNewValue(Object value) throws IOException {
        if (value instanceof double[] numbers) {
            writeTag(Tag.DOUBLES);
            out.writeInt(numbers.length);
            for (double number : numbers) {
                out.writeDouble(number);
            }
        } else if (value instanceof int[] numbers) {
            writeTag(Tag.INTS);
            out.writeInt(numbers.length);
            for (int number : numbers) {
                out.writeInt(number);
            }
        } else if (value instanceof List<?> list) {
            writeTag(Tag.LIST);
            out.writeInt(list.size());
            for (Object each : list) {
                writeValue(each);
            }
        } else {
            writeRecord(value instanceof WritableAsRecord recorded ? recorded.toWrittenForm() : value);
        }
    }

    private void writeRecord(Object value) throws IOException {
        if (!StateReader.isEngineType(value.getClass()) || !(value instanceof Record)) {
            throw new IllegalArgumentException(
                    "a state requires records of this engine, numbers, texts and lists, but has a "
                            + value.getClass().getName());
        }
        writeTag(Tag.RECORD);
        writeType(value.getClass());
        for (RecordComponent component : value.getClass().getRecordComponents()) {
            writeValue(get(value, component.getAccessor()));
        }
    }

    private static Object get(Object record, Method accessor) {
        try {
            accessor.setAccessible(true);
            return accessor.invoke(record);
        } catch (ReflectiveOperationException hidden) {
            throw new IllegalArgumentException("a component of a record cannot be read: " + accessor, hidden);
        }
    }

    private void writeTag(Tag tag) throws IOException {
        out.writeByte(tag.ordinal());
    }

    private void writeType(Class<?> type) throws IOException {
        Integer known = classes.putIfAbsent(type, classes.size());
        out.writeInt(known == null ? classes.size() - 1 : known);
        if (known == null) {
            writeText(type.getName());
        }
    }

    private void writeText(String text) throws IOException {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(encoded.length);
        out.write(encoded);
    }
}
