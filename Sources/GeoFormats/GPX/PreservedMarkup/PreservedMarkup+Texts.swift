extension PreservedMarkup {
  /// Returns the text content of each element with the given local name, such as the names of a
  /// place's categories. Namespaces and case are ignored.
  ///
  /// - Complexity: O(n), where n is the length of the markup in bytes.
  public static func texts(of localName: String, in kept: String) -> [String] {
    let bytes = Array(kept.utf8)
    let wanted = localName.lowercased()
    var texts: [String] = []
    var isInside = false
    var cursor = Cursor(bytes)
    while let token = cursor.next() {
      switch token {
      case .start(let name, _, let isEmpty):
        let local = String(decoding: bytes[name], as: UTF8.self).split(separator: ":").last ?? ""
        isInside = !isEmpty && local.lowercased() == wanted
      case .text(let range) where isInside:
        texts.append(String(decoding: XMLSyntax.unescaped(bytes[range]), as: UTF8.self))
        isInside = false
      case .end: isInside = false
      case .text, .aside, .mark: break
      }
    }
    return texts
  }
}
