package io.credence.autodiff;

import java.util.List;
import org.hipparchus.CalculusFieldElement;
import org.hipparchus.util.FieldSinCos;
import org.hipparchus.util.FieldSinhCosh;
import org.hipparchus.util.MathArrays;

/** Every function of a number, each in a formula of two numbers x and y in (0.2, 0.8) and a constant c in (1.5, 4). */
final class Formulas {

    private Formulas() {}

    static List<String> names() {
        return List.of(
                "add",
                "subtract",
                "multiply",
                "divide",
                "constants",
                "negate",
                "reciprocal",
                "square",
                "sqrt",
                "cbrt",
                "rootN",
                "rootN odd",
                "power",
                "power of constant",
                "constant power",
                "whole power",
                "negative power",
                "hypot",
                "hypot of constant",
                "atan2",
                "atan2 of constant",
                "remainder",
                "remainder of constant",
                "copySign",
                "copySign of constant",
                "exp",
                "expm1",
                "log",
                "log1p",
                "log10",
                "sin",
                "cos",
                "sinCos",
                "tan",
                "asin",
                "acos",
                "atan",
                "sinh",
                "cosh",
                "sinhCosh",
                "tanh",
                "asinh",
                "acosh",
                "atanh",
                "toDegrees",
                "toRadians",
                "abs",
                "sign",
                "ceil",
                "floor",
                "rint",
                "scalb",
                "scalb far",
                "ulp",
                "products",
                "two products",
                "three products",
                "four products",
                "constant products",
                "two constant products",
                "four constant products",
                "logGamma",
                "logGamma of constant",
                "digamma",
                "trigamma",
                "logBeta",
                "logBeta of constant",
                "erf",
                "erfc",
                "normalCdf",
                "logNormalCdf",
                "logNormalCdf far",
                "pi",
                "unused",
                "one",
                "input",
                "by row");
    }

    static <T extends CalculusFieldElement<T>> T of(String name, T x, T y, double c) {
        T one = x.newInstance(1);
        T k = x.newInstance(c);
        T u = x.multiply(y).subtract(0.9);
        return switch (name) {
            case "add" -> x.add(y).add(c).add(k).add(k.add(x));
            case "subtract" -> x.subtract(y.multiply(y)).subtract(c).subtract(k).multiply(k.subtract(x));
            case "multiply" -> x.multiply(y).multiply(c).multiply(3).multiply(k).multiply(k.multiply(x));
            case "divide" -> x.divide(y).divide(c).divide(k).multiply(k.divide(x));
            case "constants" ->
                x.multiply(k.add(c).exp().negate().divide(k.sin().add(3)));
            case "negate" -> x.negate().multiply(y);
            case "reciprocal" -> u.reciprocal();
            case "square" -> u.square();
            case "sqrt" -> x.multiply(y).sqrt();
            case "cbrt" -> u.cbrt();
            case "rootN" -> x.rootN(2).add(y.rootN(3)).add(x.multiply(y).rootN(4));
            case "rootN odd" -> x.add(y).rootN(5);
            case "power" -> x.pow(y.multiply(c));
            case "power of constant" -> k.pow(x.multiply(y));
            case "constant power" -> x.add(y).pow(c);
            case "whole power" -> u.pow(3).add(x.pow(0)).add(y.pow(1)).add(x.pow(2.0));
            case "negative power" -> u.pow(-2).add(x.pow(-1.0));
            case "hypot" -> x.hypot(u);
            case "hypot of constant" -> k.hypot(x).add(y.hypot(k));
            case "atan2" -> u.atan2(x);
            case "atan2 of constant" -> k.atan2(u).add(y.atan2(k));
            case "remainder" -> x.multiply(7.3).remainder(y);
            case "remainder of constant" -> x.multiply(7.3).remainder(c).multiply(k.remainder(y));
            case "copySign" -> x.copySign(u).multiply(u.copySign(x));
            case "copySign of constant" ->
                x.copySign(-c).multiply(u.copySign(k)).multiply(k.copySign(u));
            case "exp" -> u.exp();
            case "expm1" -> u.expm1();
            case "log" -> x.multiply(y).log();
            case "log1p" -> u.log1p();
            case "log10" -> x.multiply(y).log10();
            case "sin" -> u.sin();
            case "cos" -> u.multiply(c).cos();
            case "sinCos" -> {
                FieldSinCos<T> both = u.sinCos();
                yield both.sin().multiply(x).add(both.cos());
            }
            case "tan" -> u.tan();
            case "asin" -> u.asin();
            case "acos" -> u.acos();
            case "atan" -> u.multiply(c).atan();
            case "sinh" -> u.sinh();
            case "cosh" -> u.multiply(c).cosh();
            case "sinhCosh" -> {
                FieldSinhCosh<T> both = u.sinhCosh();
                yield both.sinh().multiply(x).add(both.cosh());
            }
            case "tanh" -> u.tanh();
            case "asinh" -> u.multiply(c).asinh();
            case "acosh" -> x.multiply(y).add(1.1).acosh();
            case "atanh" -> u.atanh();
            case "toDegrees" -> u.toDegrees().square();
            case "toRadians" -> u.toRadians().square();
            case "abs" -> u.abs().multiply(x.abs());
            case "sign" -> u.sign().multiply(x).multiply(y);
            case "ceil" -> u.multiply(9).ceil().multiply(x).add(k.ceil());
            case "floor" -> u.multiply(9).floor().multiply(y);
            case "rint" -> u.multiply(9).rint().multiply(y);
            case "scalb" -> u.scalb(-5);
            case "scalb far" -> u.scalb(-900).scalb(903);
            case "ulp" -> u.ulp().multiply(x).multiply(1e16);
            case "products" -> x.linearCombination(array(x, y, u, k), array(y, u, x, x));
            case "two products" -> x.linearCombination(x, y, u, u);
            case "three products" -> x.linearCombination(x, y, u, u, k, x);
            case "four products" -> x.linearCombination(x, y, u, u, k, x, one, y);
            case "constant products" -> x.linearCombination(new double[] {c, 2}, array(x, u));
            case "two constant products" -> x.linearCombination(c, u, 2, y);
            case "four constant products" -> x.linearCombination(c, u, 2, y, 3, x, 4, u);
            case "logGamma" -> SpecialFunctions.logGamma(x.add(y).add(c));
            case "logGamma of constant" -> SpecialFunctions.logGamma(k).multiply(SpecialFunctions.logGamma(x));
            case "digamma" -> SpecialFunctions.digamma(x.multiply(y));
            case "trigamma" -> SpecialFunctions.trigamma(x.add(y.multiply(c)));
            case "logBeta" -> SpecialFunctions.logBeta(x.multiply(c), x.add(y));
            case "logBeta of constant" ->
                SpecialFunctions.logBeta(k, y.multiply(30)).add(SpecialFunctions.logBeta(x, k));
            case "erf" -> SpecialFunctions.erf(u.multiply(c));
            case "erfc" -> SpecialFunctions.erfc(u.multiply(c));
            case "normalCdf" -> SpecialFunctions.normalCdf(u.multiply(c));
            case "logNormalCdf" -> SpecialFunctions.logNormalCdf(u.multiply(c));
            case "logNormalCdf far" -> SpecialFunctions.logNormalCdf(x.multiply(-9 * c));
            case "pi" ->
                x.multiply(x.getPi())
                        .subtract(y.getField().getOne())
                        .multiply(y.add(y.getField().getZero()));
            case "unused" -> {
                T ignored = y.exp().multiply(c);
                yield x.square();
            }
            case "one" -> k.add(c);
            case "input" -> y;
            case "by row" -> c > 2.5 ? x.multiply(c) : x.square().subtract(y.exp());
            default -> throw new IllegalArgumentException(name);
        };
    }

    @SafeVarargs
    private static <T extends CalculusFieldElement<T>> T[] array(T... numbers) {
        T[] copy = MathArrays.buildArray(numbers[0].getField(), numbers.length);
        System.arraycopy(numbers, 0, copy, 0, numbers.length);
        return copy;
    }
}
