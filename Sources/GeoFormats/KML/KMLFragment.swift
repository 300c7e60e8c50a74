import CExpat

/// The check of XML that was kept from a file, before it is written.
enum KMLFragment {
  private static let opening =
    "<k xmlns:gx=\"\(KMLNamespaces.gx)\" xmlns:atom=\"\(KMLNamespaces.atom)\">"

  /// Returns whether text is one or more well-formed elements, the first of which has the given name.
  static func isValid(_ xml: String, name: String) -> Bool {
    guard xml.hasPrefix("<\(name)"), !name.isEmpty,
      let next = xml.utf8.dropFirst(name.utf8.count + 1).first,
      next <= 0x20 || next == UInt8(ascii: ">") || next == UInt8(ascii: "/"),
      let parser = XML_ParserCreateNS("UTF-8", 0x20)
    else { return false }
    defer { XML_ParserFree(parser) }
    let document = Array((opening + xml + "</k>").utf8)
    guard document.count < Int(Int32.max) else { return false }
    return document.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        XML_Parse(parser, $0.baseAddress, Int32($0.count), 1) == XML_STATUS_OK
      }
    }
  }
}
