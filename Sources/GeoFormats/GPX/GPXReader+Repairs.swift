extension GPXReader {
  /// Reports the file's declared encoding if it is wrong or unknown.
  func noteEncoding() {
    if let declared = encoding.contradicted {
      note(
        .encodingMismatch,
        """
        the declared encoding is \(Excerpt.of(declared)), but the file is read as \
        \(encoding.name), the encoding of its bytes
        """)
    }
    if let declared = encoding.unknown {
      note(
        .encodingUnsupported,
        "the encoding \(Excerpt.of(declared)) is unknown; the file is read as UTF-8")
    }
  }

  /// Reports the bytes that were skipped before the XML document.
  func noteSkipped(_ start: XMLStart) {
    guard start.skipped > 0 else { return }
    if start.isGarbage {
      note(
        .xmlLeadingContent,
        start.skipped == 1
          ? "1 byte before the document is not XML and was skipped"
          : "\(start.skipped) bytes before the document are not XML and were skipped")
    } else {
      note(.xmlLeadingSpace, "white space before the XML declaration was skipped")
    }
  }

  private func note(_ code: Diagnostic.Code, _ message: String) {
    let element = code == .xmlLeadingContent ? nil : "?xml"
    state.pointee.log.add(
      Diagnostic(
        line: 1, column: 1, element: element, code: code, action: .repaired, message: message))
  }

  /// Reports the repairs in the given bytes, which follow the bytes in ``pending`` and those
  /// already passed to the parser.
  mutating func noteRepairs(_ repairs: [RepairedText.Repair], in bytes: some Collection<UInt8>) {
    guard !repairs.isEmpty else { return }
    // The parser's position where the bytes begin.
    var place = XMLOrigin()
    if fed > 0 {
      let (line, column) = state.pointee.parserPosition
      state.pointee.origin.forget(before: line, column: column)
      place = placeOfNext()
    }
    var rest = bytes[...]
    var reached = 0
    for repair in repairs {
      place.advance(over: rest.prefix(repair.offset - reached))
      rest = rest.dropFirst(repair.offset - reached)
      reached = repair.offset
      let code = repair.code
      let isKept = state.pointee.log.admits(code)
      let (line, column) =
        isKept ? state.pointee.origin.place(line: place.line, column: place.column) : (0, 0)
      let (inFile, inPiece) = repair.characters
      state.pointee.origin.note(
        XMLOrigin.Change(
          line: place.line, start: place.column, end: place.column + inPiece,
          shift: inFile - inPiece))
      guard isKept else { continue }
      state.pointee.log.keep(
        Diagnostic(
          line: line, column: column, element: repair.element, code: code, action: .repaired,
          message: repair.message(encoding: encoding.name)))
    }
  }
}

extension RepairedText.Repair {
  fileprivate var code: Diagnostic.Code {
    switch cause {
    case .bytes(let code, _): code
    case .character: .textIllegalCharacter
    case .entity: .entityUndeclared
    case .ampersand: .textAmpersand
    case .bracket: .textBracket
    }
  }

  fileprivate func message(encoding: String) -> String {
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
