extension GPXReader {
  /// Reports what the declaration of the encoding is worth.
  func noteEncoding() {
    if let declared = encoding.contradicted {
      note(
        .encodingMismatch,
        "the file says \(Self.shown(declared)) but its bytes are \(encoding.name); read as that")
    }
    if let declared = encoding.unknown {
      note(
        .encodingUnsupported,
        "the encoding \(Self.shown(declared)) is not known here; read as UTF-8")
    }
  }

  /// Reports what stands before the document.
  func noteSkipped(_ start: XMLStart) {
    guard start.skipped > 0 else { return }
    if start.isGarbage {
      note(
        .xmlLeadingContent,
        "\(start.skipped) bytes before the document are no XML; they are left out")
    } else {
      note(.xmlLeadingSpace, "blanks before the XML declaration were passed over")
    }
  }

  private func note(_ code: Diagnostic.Code, _ message: String) {
    let element = code == .xmlLeadingContent ? nil : "?xml"
    state.pointee.log.add(
      Diagnostic(
        line: 1, column: 1, element: element, code: code, action: .repaired, message: message))
  }

  private static func shown(_ text: String) -> String {
    Array(text.utf8).withUnsafeBufferPointer { Excerpt.of($0) }
  }

  /// Reports what was read otherwise than it stands in a piece that the parser did not get yet.
  func noteRepairs(in piece: UnsafeBufferPointer<UInt8>) {
    guard !text.repairs.isEmpty else { return }
    var place = XMLOrigin()
    if fed > 0 {
      (place.line, place.column) = state.pointee.position
      place.advance(over: unparsed)
      place.advance(over: pending)
    }
    var reached = 0
    for repair in text.repairs {
      place.advance(over: piece[reached..<repair.offset])
      reached = repair.offset
      guard state.pointee.log.admits(repair.code) else { continue }
      let bytes = repair.bytes.map { "0x" + String($0, radix: 16, uppercase: true) }
      let named = bytes.joined(separator: " ")
      let message =
        repair.code == .textIllegalCharacter
        ? "a character that XML cannot hold (\(named)); read as “\u{FFFD}”"
        : repair.bytes.isEmpty
          ? "half a character; read as “\u{FFFD}”"
          : "not \(encoding.name) (\(named)); read as windows-1252"
      state.pointee.log.keep(
        Diagnostic(
          line: place.line, column: place.column, code: repair.code, action: .repaired,
          message: message))
    }
  }
}
