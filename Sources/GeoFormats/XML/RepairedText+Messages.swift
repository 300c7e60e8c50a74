extension RepairedText.Repair {
  /// The code of the diagnostic that reports the repair.
  var code: Diagnostic.Code {
    switch cause {
    case .bytes(let code, _): code
    case .character: .textIllegalCharacter
    case .entity: .entityUndeclared
    case .ampersand: .textAmpersand
    case .bracket: .textBracket
    }
  }

  /// Returns a description of the repair that can be shown to the user.
  ///
  /// - Parameter encoding: The name of the file's encoding.
  func message(encoding: String) -> String {
    switch cause {
    case .bytes(let code, let bytes):
      let named = bytes.map { "0x" + String($0, radix: 16, uppercase: true) }
        .joined(separator: " ")
      if code == .textIllegalCharacter {
        return "a character that XML does not allow (\(named)) is read as “\u{FFFD}”"
      }
      return bytes.isEmpty
        ? "an incomplete character is read as “\u{FFFD}”"
        : "bytes that are not valid in \(encoding) (\(named)) are read as windows-1252"
    case .character(let reference):
      return "XML does not allow the character &\(reference);, which is read as “\u{FFFD}”"
    case .entity(let name, .some(let scalar)):
      let number = String(scalar.value, radix: 16, uppercase: true)
      let code = String(repeating: "0", count: max(0, 4 - number.count)) + number
      return "the entity &\(name); is not declared; it is read as the HTML entity for U+\(code)"
    case .entity(let name, nil):
      return "the entity &\(name); is not declared; it is preserved as text"
    case .ampersand:
      return "an & that does not begin a reference is read as a literal & (XML requires &amp;)"
    case .bracket:
      return "a < that does not begin a tag is read as a literal < (XML requires &lt;)"
    }
  }
}
