import TOMLKit

/// A line of a configuration file that assigns a value to a name.
///
/// A configuration file is parsed line by line, because it contains only table headings and
/// single-line assignments. An error in one line does not affect other lines. The values use the
/// syntax of TOML.
struct ConfigurationStatement {
  var line: Int
  /// The names of the enclosing tables, followed by the key's name.
  var path: [String]
  var value: String

  struct Refusal: Error {
    var line: Int
    var message: String
  }

  static func all(in text: String) -> [Result<ConfigurationStatement, Refusal>] {
    var table: [String]? = []
    var found: [Result<ConfigurationStatement, Refusal>] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      do throws(Refusal) {
        switch try content(of: line, index + 1) {
        case .nothing: continue
        case .table(let path): table = path
        case .value(let path, let value):
          // Below an invalid table heading the meaning of a key is unknown, so skip the line.
          guard let table else { continue }
          found.append(
            .success(
              ConfigurationStatement(line: index + 1, path: table + path, value: value)))
        }
      } catch {
        if line.first(where: { !$0.isWhitespace }) == "[" { table = nil }
        found.append(.failure(error))
      }
    }
    return found
  }

  private enum Content {
    case nothing
    case table([String])
    case value([String], String)
  }

  private static func content(
    of line: Substring, _ number: Int
  ) throws(Refusal) -> Content {
    func refuse(_ message: String) -> Refusal { Refusal(line: number, message: message) }
    var rest = line.drop(while: \.isWhitespace)
    guard let first = rest.first, first != "#" else { return .nothing }
    let isTable = first == "["
    if isTable { rest = rest.dropFirst() }
    guard let path = takePath(&rest) else {
      throw refuse(
        isTable
          ? "this line is not a valid table heading; a valid one is [keys.list]"
          : "this line does not begin with a valid name; an example of a valid line is "
            + "units = \"metric\". "
            + "Put names in quotes if they contain characters other than letters and digits")
    }
    guard !isTable else {
      rest = rest.drop(while: \.isWhitespace)
      guard rest.first == "]" else {
        throw refuse("a table heading must end with ], as in [keys.list]")
      }
      let after = rest.dropFirst().drop(while: \.isWhitespace)
      guard after.isEmpty || after.first == "#" else {
        throw refuse("only a comment may follow the ] of a table heading")
      }
      return .table(path)
    }
    guard rest.first == "=" else {
      let name = path.joined(separator: ".")
      throw refuse("= and a value are missing after \(name)")
    }
    rest = rest.dropFirst().drop(while: \.isWhitespace)
    return .value(path, try value(rest, path, number))
  }

  private static func value(
    _ text: Substring, _ path: [String], _ number: Int
  ) throws(Refusal) -> String {
    let name = path.last ?? ""
    guard let first = text.first, !"[{".contains(first), !text.hasPrefix("\"\"\""),
      !text.hasPrefix("'''")
    else { throw Refusal(line: number, message: "\(name) needs one value in quotes") }
    do {
      let value = try TOMLTable(string: "value = \(text)")["value"]
      if let isOn = value?.bool { return isOn ? "on" : "off" }
      if let number = value?.int { return String(number) }
      if let string = value?.string { return string }
      throw Refusal(line: number, message: "\(name) needs one value in quotes")
    } catch let refusal as Refusal {
      throw refusal
    } catch {
      throw Refusal(
        line: number, message: "the value of \(name) is not valid; put it in quotes")
    }
  }

  /// Removes a dotted key from the start of a line and returns the key's parts. Returns nil if the
  /// key is invalid.
  ///
  /// Dots separate the key's parts. A part is a bare name, or a name in quotes, which is taken
  /// literally.
  private static func takePath(_ text: inout Substring) -> [String]? {
    var parts: [String] = []
    while true {
      text = text.drop(while: \.isWhitespace)
      if let quote = text.first, quote == "\"" || quote == "'" {
        text = text.dropFirst()
        guard let end = text.firstIndex(of: quote) else { return nil }
        parts.append(String(text[..<end]))
        text = text[text.index(after: end)...]
      } else {
        let name = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
        guard !name.isEmpty else { return nil }
        parts.append(String(name))
        text = text[name.endIndex...]
      }
      text = text.drop(while: \.isWhitespace)
      guard text.first == "." else { return parts }
      text = text.dropFirst()
    }
  }
}
