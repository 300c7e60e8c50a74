import CExpat

/// Functions that check preserved XML from an imported file before the XML is written.
enum KMLFragment {
  private static let opening =
    "<k xmlns:gx=\"\(KMLNamespaces.gx)\" xmlns:atom=\"\(KMLNamespaces.atom)\">"

  /// The number of open elements, and the number of elements found at nesting depth 2.
  private struct Count {
    var depth = 0
    var elements = 0
  }

  /// Returns whether the given XML is a single well-formed element with the given name.
  static func isValid(_ xml: String, name: String) -> Bool {
    guard xml.hasPrefix("<\(name)"), !name.isEmpty,
      let next = xml.utf8.dropFirst(name.utf8.count + 1).first,
      next <= 0x20 || next == UInt8(ascii: ">") || next == UInt8(ascii: "/"),
      let parser = XML_ParserCreateNS("UTF-8", 0x20)
    else { return false }
    defer { XML_ParserFree(parser) }
    let document = Array((opening + xml + "</k>").utf8)
    guard document.count < Int(Int32.max) else { return false }
    var count = Count()
    return withUnsafeMutablePointer(to: &count) { state in
      XML_SetUserData(parser, state)
      XML_SetElementHandler(
        parser,
        { data, _, _ in
          guard let count = data?.assumingMemoryBound(to: Count.self) else { return }
          count.pointee.depth &+= 1
          if count.pointee.depth == 2 { count.pointee.elements &+= 1 }
        },
        { data, _ in
          data?.assumingMemoryBound(to: Count.self).pointee.depth &-= 1
        })
      let status = document.withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          XML_Parse(parser, $0.baseAddress, Int32($0.count), 1)
        }
      }
      return status == XML_STATUS_OK && state.pointee.elements == 1
    }
  }
}
