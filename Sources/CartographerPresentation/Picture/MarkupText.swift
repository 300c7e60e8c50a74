import TerminalUI

/// XML text under construction, in a form that is also valid in an HTML page.
struct MarkupText {
  private(set) var text = ""
  /// The names of the open elements, innermost last.
  private var open: [String] = []

  /// An element's attributes, in the order in which they are written.
  struct Attributes: ExpressibleByDictionaryLiteral {
    fileprivate var pairs: [(name: String, value: String)]

    init(dictionaryLiteral elements: (String, String)...) {
      pairs = elements.map { (name: $0.0, value: $0.1) }
    }

    /// Returns a copy with the given attribute added, or an unchanged copy if the attribute's value
    /// is nil.
    func adding(_ name: String, _ value: String?) -> Attributes {
      var more = self
      if let value { more.pairs.append((name, value)) }
      return more
    }
  }

  /// Begins an element with children.
  mutating func begin(_ name: String, _ attributes: Attributes = [:]) {
    tag(name, attributes)
    text += ">\n"
    open.append(name)
  }

  /// Ends the innermost open element.
  mutating func end() {
    guard let name = open.popLast() else { return }
    text += "</\(name)>\n"
  }

  /// Adds an element without content.
  mutating func add(_ name: String, _ attributes: Attributes = [:]) {
    tag(name, attributes)
    text += "/>\n"
  }

  /// Adds an SVG `path` element with a CSS class, unless the path data is empty.
  mutating func addPath(_ data: String, _ style: String) {
    if !data.isEmpty { add("path", ["class": style, "d": data]) }
  }

  /// Adds an element that contains only text. The text can come from an untrusted file.
  mutating func add(_ name: String, _ attributes: Attributes, _ content: String) {
    tag(name, attributes)
    text += ">\(Self.escaped(content))</\(name)>\n"
  }

  /// Adds an element without attributes that contains only text.
  mutating func add(_ name: String, _ content: String) { add(name, [:], content) }

  /// Adds an element whose content is trusted and needs no escaping, such as a style sheet.
  mutating func add(_ name: String, _ attributes: Attributes = [:], trusted content: String) {
    tag(name, attributes)
    text += ">\(content)</\(name)>\n"
  }

  /// Adds trusted markup without escaping it.
  mutating func add(markup: String) { text += markup }

  private mutating func tag(_ name: String, _ attributes: Attributes) {
    text += "<\(name)"
    for (name, value) in attributes.pairs { text += " \(name)=\"\(Self.escaped(value))\"" }
  }

  /// Returns text escaped for use in an element or an attribute value. Control characters are
  /// replaced with visible symbols, and characters with a special meaning in XML with entities.
  static func escaped(_ untrusted: String) -> String {
    let safe = DisplayText(untrusted).string
    guard
      safe.unicodeScalars.contains(where: {
        "&<>\"'".unicodeScalars.contains($0) || $0.value >= 0xFFFE
      })
    else { return safe }
    var text = ""
    for scalar in safe.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      // XML does not allow these two code points.
      case "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// Formats a number with at most the given number of decimals, without trailing zeros.
  static func number(_ value: Double, decimals: Int = 1) -> String {
    let scale = decimals == 0 ? 1 : decimals == 1 ? 10 : 100
    let scaled = (value * Double(scale)).rounded()
    guard abs(scaled) < 1e15 else { return "0" }
    return number(hundredths: Int(scaled) * (100 / scale))
  }

  /// Formats a number, given in hundredths, as a decimal number without trailing zeros.
  static func number(hundredths: Int) -> String {
    let (whole, rest) = (hundredths.magnitude / 100, hundredths.magnitude % 100)
    let sign = hundredths < 0 ? "-" : ""
    if rest == 0 { return "\(sign)\(whole)" }
    if rest % 10 == 0 { return "\(sign)\(whole).\(rest / 10)" }
    return "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
