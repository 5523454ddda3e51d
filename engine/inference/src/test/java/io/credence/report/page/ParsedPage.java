package io.credence.report.page;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** A page as a tree, which it is as XML too. */
final class ParsedPage {

    private final Document document;

    private ParsedPage(Document document) {
        this.document = document;
    }

    static ParsedPage of(String page) {
        try {
            return new ParsedPage(DocumentBuilderFactory.newDefaultInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(page))));
        } catch (SAXException | IOException | ParserConfigurationException malformed) {
            throw new AssertionError("the page is not well formed", malformed);
        }
    }

    /** Texts of the nodes at an XPath, without space around them. */
    List<String> texts(String path) {
        try {
            NodeList nodes = (NodeList)
                    XPathFactory.newDefaultInstance().newXPath().evaluate(path, document, XPathConstants.NODESET);
            List<String> texts = new ArrayList<>();
            for (int i = 0; i < nodes.getLength(); i++) {
                texts.add(nodes.item(i).getTextContent().strip());
            }
            return texts;
        } catch (XPathExpressionException wrong) {
            throw new IllegalArgumentException(path, wrong);
        }
    }

    String text(String path) {
        return String.join("\n", texts(path));
    }

    /** Text of the element of that id. */
    String section(String id) {
        return text("//*[@id='" + id + "']");
    }

    /** Value of a fact in a section. */
    String fact(String id, String name) {
        return text(
                "//*[@id='" + id + "']//div[@class='fact'][span[@class='name']='" + name + "']/span[@class='value']");
    }
}
