import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension LibraryIndex {
  /// Returns two lines for each changed field: the new value, and the values currently stored for
  /// the items. Returns an empty array if all items have the same stored values in the changed
  /// fields.
  func overwritten(by form: FormState) -> [String] {
    let ids: [ItemID]
    switch form.purpose {
    case .edit(let items), .colour(let items): ids = items
    default: return []
    }
    let changes = form.fields.compactMap { field -> (ItemField, FormState.Field)? in
      if case .text(let name) = field.kind, field.isChanged { (name, field) } else { nil }
    }
    let differs = changes.contains { name, _ in
      Set(ids.map { self[$0]?.text(of: name) ?? "" }).count > 1
    }
    guard differs else { return [] }
    return changes.flatMap { name, field in
      [
        field.text.isEmpty
          ? "\(field.label): removed from \(ids.counted)."
          : "\(field.label): set to “\(field.text)” for \(ids.counted).",
        "  Now: \(stored(name, of: ids)).",
      ]
    }
  }

  /// Returns the stored values of a field with their counts, most frequent first, such as
  /// `4 none, 2 Lodge, 1 Campground`.
  func stored(_ field: ItemField, of ids: [ItemID]) -> String {
    var counts: [String: Int] = [:]
    for id in ids { counts[self[id]?.text(of: field) ?? "", default: 0] += 1 }
    let values = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let told = values.prefix(6).map { value, count in
      let word = field == .colour ? ColourNames.name(of: value) : value
      return "\(Numbers.grouped(count)) \(word.isEmpty ? "none" : word)"
    }
    let rest = values.count - told.count
    return told.joined(separator: ", ") + (rest > 0 ? " and \(Numbers.grouped(rest)) others" : "")
  }
}
