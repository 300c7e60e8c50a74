import CartographerApp
import CartographerCore

/// The library's items by id, with the words and JSON the verbs share.
struct ItemIndex {
  let snapshot: LibrarySnapshot
  private let places: [ItemID: PlaceSnapshot]
  private let paths: [ItemID: PathSnapshot]
  private let groups: [ItemID: GroupSnapshot]

  init(_ snapshot: LibrarySnapshot) {
    self.snapshot = snapshot
    places = Dictionary(snapshot.places.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    paths = Dictionary(snapshot.paths.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    groups = Dictionary(snapshot.groups.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
  }

  func place(_ id: ItemID) -> PlaceSnapshot? { places[id] }
  func path(_ id: ItemID) -> PathSnapshot? { paths[id] }
  func group(_ id: ItemID) -> GroupSnapshot? { groups[id] }

  func name(_ id: ItemID) -> String {
    places[id]?.name ?? paths[id]?.name ?? groups[id]?.name ?? id.description
  }

  /// The name as it is shown.
  func title(_ id: ItemID) -> String {
    places[id]?.title ?? paths[id]?.title ?? name(id)
  }

  /// All places and paths in use.
  var inUse: [ItemID] {
    snapshot.places.filter { $0.trashed == nil }.map(\.id)
      + snapshot.paths.filter { $0.trashed == nil }.map(\.id)
  }

  /// Its own colour, else that of its first group that has one.
  func colour(of own: String?, in ids: [ItemID]) -> String? {
    own ?? ids.lazy.compactMap { groups[$0]?.colour }.first
  }

  /// Members in use of a group: places, then paths.
  func members(of group: ItemID) -> [ItemID] {
    snapshot.places.filter { $0.trashed == nil && $0.groups.contains(group) }.map(\.id)
      + snapshot.paths.filter { $0.trashed == nil && $0.groups.contains(group) }.map(\.id)
  }

  func groupsText(_ ids: [ItemID]) -> PrintableText {
    PrintableText(used(ids).map { name($0) }.joined(separator: ", "))
  }

  func groupsJSON(_ ids: [ItemID]) -> JSONValue {
    .array(
      used(ids).map {
        .object([("id", .string($0.description)), ("name", .string(name($0)))])
      })
  }

  private func used(_ ids: [ItemID]) -> [ItemID] {
    ids.filter { groups[$0].map { $0.trashed == nil } ?? false }
  }
}
