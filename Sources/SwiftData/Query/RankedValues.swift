/// Functions for sorting raw-representable values in the order defined by Swift's `<` operator.
/// This order can differ from the order of the raw values.
enum RankedValues {
  /// Returns SQL that yields a stored value's rank among all values of its type. The rank of nil is
  /// NULL. The result is nil if the values cannot be listed or have no order.
  static func rank(of sql: String, _ type: Any.Type) -> String? {
    let type = (type as? any OptionalValue.Type)?.wrappedType ?? type
    guard let type = type as? any (RawRepresentable & Comparable).Type else { return nil }
    let ranks = type.ranks
    guard !ranks.isEmpty else { return nil }
    let cases = ranks.map { "WHEN \($0.literal) THEN \($1)" }.joined(separator: " ")
    return "CASE \(sql) \(cases) END"
  }
}

extension RawRepresentable where Self: Comparable {
  /// All values of the type in stored form, each with its rank in sort order. Equal values share a
  /// rank.
  fileprivate static var ranks: [(_SQLValue, Int)] {
    var ranks: [(_SQLValue, Int)] = []
    var last: Self?
    for value in (everyValue ?? []).sorted() {
      guard let raw = (value.rawValue as? any _ColumnValue).flatMap({ try? $0._encoded() }) else {
        return []
      }
      let rank = ranks.last?.1 ?? 0
      ranks.append((raw, last.map { $0 < value ? rank + 1 : rank } ?? rank))
      last = value
    }
    return ranks
  }
}
