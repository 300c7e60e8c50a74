extension Collection {
  /// Returns the elements as text, separated by commas. A long list is shortened, as in `L12, L13
  /// and 40 more`.
  ///
  /// - Parameter limit: The maximum number of elements to list.
  /// - Parameter total: The total number of elements, or nil if the collection contains all.
  package func shortList(_ limit: Int = 8, of total: Int? = nil) -> String {
    let shown = prefix(limit)
    let rest = (total ?? count) - shown.count
    return shown.map { "\($0)" }.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
