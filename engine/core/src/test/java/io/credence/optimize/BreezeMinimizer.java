package io.credence.optimize;

import static net.bytebuddy.matcher.ElementMatchers.namedOneOf;

import breeze.linalg.DenseVector;
import breeze.optimize.CachedDiffFunction;
import breeze.optimize.DiffFunction;
import breeze.optimize.LBFGS;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.util.function.Function;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.dynamic.scaffold.subclass.ConstructorStrategy;
import net.bytebuddy.implementation.FieldAccessor;
import net.bytebuddy.implementation.InvocationHandlerAdapter;
import net.bytebuddy.implementation.MethodCall;
import scala.Tuple2;

/** Breeze's L-BFGS on a function that is written in Java, a reference for our own searches. */
public final class BreezeMinimizer {
    // The Java compiler cannot implement breeze's trait, whose inherited members differ in their return type only, nor
    // can a proxy; so a subclass of one of breeze's own functions is made once, at run time.

    private static final int MEMORY = 10;
    private static final String HANDLER = "handler";
    private static final Constructor<?> SUBCLASS = subclass();

    private BreezeMinimizer() {}

    /**
     * A function's value with its gradient.
     *
     * @param value the number to be made small
     * @param gradient its gradient
     */
    public record Evaluation(double value, double[] gradient) {}

    /**
     * The point that L-BFGS reaches.
     *
     * @param start where it begins
     * @param iterations most iterations
     * @param tolerance relative change of the value at which it stops
     */
    public static double[] minimize(
            Function<double[], Evaluation> function, double[] start, int iterations, double tolerance) {
        LBFGS<DenseVector<Object>> optimizer = new LBFGS<>(iterations, MEMORY, tolerance, DenseVector.space_Double());
        return array(optimizer.minimize(asTrait(function), new DenseVector<>(start.clone())));
    }

    @SuppressWarnings("unchecked")
    private static DiffFunction<DenseVector<Object>> asTrait(Function<double[], Evaluation> function) {
        InvocationHandler handler = (self, method, arguments) -> {
            Evaluation at = function.apply(array((DenseVector<Object>) arguments[0]));
            return switch (method.getName()) {
                case "valueAt" -> at.value();
                case "gradientAt" -> new DenseVector<Object>(at.gradient());
                default -> new Tuple2<Object, Object>(at.value(), new DenseVector<Object>(at.gradient()));
            };
        };
        try {
            return (DiffFunction<DenseVector<Object>>) SUBCLASS.newInstance(handler);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("a generated class has the constructor it was given", impossible);
        }
    }

    private static Constructor<?> subclass() {
        try {
            Class<?> generated = new ByteBuddy()
                    .subclass(CachedDiffFunction.class, ConstructorStrategy.Default.NO_CONSTRUCTORS)
                    .defineField(HANDLER, InvocationHandler.class, Visibility.PRIVATE)
                    .defineConstructor(Visibility.PUBLIC)
                    .withParameters(InvocationHandler.class)
                    .intercept(MethodCall.invoke(CachedDiffFunction.class.getConstructors()[0])
                            .with((Object) null, (Object) null)
                            .andThen(FieldAccessor.ofField(HANDLER).setsArgumentAt(0)))
                    .method(namedOneOf("calculate", "valueAt", "gradientAt"))
                    .intercept(InvocationHandlerAdapter.toField(HANDLER))
                    .make()
                    .load(CachedDiffFunction.class.getClassLoader())
                    .getLoaded();
            return generated.getConstructor(InvocationHandler.class);
        } catch (NoSuchMethodException impossible) {
            throw new IllegalStateException("a generated class has the constructor it was given", impossible);
        }
    }

    private static double[] array(DenseVector<Object> vector) {
        return (double[]) vector.toArray(scala.reflect.ClassTag$.MODULE$.Double());
    }
}
