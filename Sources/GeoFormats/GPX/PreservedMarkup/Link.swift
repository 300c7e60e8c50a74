extension PreservedMarkup {
  /// Functions that check the markup of links.
  enum Link {
    /// Returns whether a link's original markup contains anything other than a URL, text and a
    /// type.
    static func hasAdditionalContent(_ raw: [UInt8], countsAsides: Bool = true) -> Bool {
      var cursor = Cursor(raw)
      var depth = 0
      var seen: Set<String> = []
      while let token = cursor.next() {
        switch token {
        case .start(let name, let attributes, let isEmpty):
          let local = String(decoding: XMLSyntax.local(raw[name]), as: UTF8.self)
          let wanted = depth == 0 ? ["link"] : depth == 1 ? ["text", "type"] : []
          guard wanted.contains(local), seen.insert(local).inserted else { return true }
          for (name, _) in XMLSyntax.attributes(raw, attributes)
          where !name.hasPrefix("xmlns") && !(depth == 0 && name == "href") {
            return true
          }
          if !isEmpty { depth += 1 }
        case .end: depth -= 1
        case .text(let range):
          if depth <= 1, raw[range].contains(where: { $0 > 32 }) { return true }
        case .aside: if countsAsides { return true }
        case .mark: return true
        }
      }
      return false
    }

    /// Returns whether the child elements of a link are in the schema's order.
    static func isOrdered(_ raw: [UInt8]) -> Bool {
      let names = FlatMarkup(raw).elements.dropFirst().map(\.name)
      return names == names.sorted()
    }
  }
}
