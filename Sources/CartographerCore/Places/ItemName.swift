import CartographerModel
import Foundation

/// An item and its new name.
package struct ItemName: Sendable, Equatable {
  package var id: ItemID
  package var name: String

  package init(id: ItemID, name: String) {
    self.id = id
    self.name = name
  }
}

extension ItemName {
  /// Returns a name as shown to the user, in parentheses if the name was generated.
  fileprivate static func shown(_ name: String, isMadeUp: Bool) -> String {
    isMadeUp ? "(\(name))" : name
  }
}

extension PlaceSnapshot {
  /// The name as shown to the user, in parentheses if the name was generated.
  package var title: String { ItemName.shown(name, isMadeUp: isNameMadeUp) }
}

extension PathSnapshot {
  /// The name as shown to the user, in parentheses if the name was generated.
  package var title: String { ItemName.shown(name, isMadeUp: isNameMadeUp) }
}

extension EditSession {
  /// Gives each item its new name.
  func rename(_ names: [ItemName]) throws {
    guard !names.isEmpty else { throw LibraryError.nothingNamed }
    let target = names.count == 1 ? " to \(names[0].name)" : ""
    noteTitle(ChangeTitle(.rename, "\(try phrase(names.map(\.id).unique))\(target)"))
    for entry in names {
      let model = try model(entry.id)
      let name = try checkedName(entry.name)
      let isGenerated = (model as? any ImportedModel)?.isNameless ?? false
      guard model.name != name || isGenerated else { continue }
      model.name = name
      (model as? Location)?.isNameless = false
      (model as? Path)?.isNameless = false
      noteChange(entry.id)
    }
  }
}
