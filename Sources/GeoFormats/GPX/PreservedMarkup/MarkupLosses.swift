/// The check of preserved markup for content that only GPX can represent, with a memory of the markup
/// checked before, because the points of a path often have the same markup.
struct MarkupLosses {
  private static let most = 1_000

  /// The source file of the items, to which the markup refers.
  private var header = GeoFileHeader()
  private var known: [String: Bool] = [:]

  mutating func use(_ header: GeoFileHeader) {
    self.header = header
    known = [:]
  }

  /// Returns whether markup has content other than the values of other formats.
  mutating func hasOther(_ kept: String) -> Bool {
    if let known = known[kept] { return known }
    if known.count > Self.most { known = [:] }
    let hasOther = PreservedMarkup.hasOtherText(kept, header)
    known[kept] = hasOther
    return hasOther
  }
}
