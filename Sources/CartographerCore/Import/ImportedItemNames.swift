import CartographerModel
import GeoFormats
import SwiftData

/// The items imported from a file and their names, in file order. They are used to find the items
/// to which itineraries refer.
final class ImportedItemNames {
  /// The imported items of one kind: the places or the paths.
  private final class Column {
    let ids: [ItemID]
    /// The items' names in the file. Nil if the names must be read from the library.
    private let known: [String?]?
    private let context: ModelContext
    private lazy var bearers = Result { try Dictionary(grouping: ids.indices, by: name) }

    init(_ ids: [ItemID], _ known: [String?]?, _ context: ModelContext) {
      self.ids = ids
      self.known = known
      self.context = context
    }

    func name(at index: Int) throws -> String? {
      if let known { return known[index] }
      func name<Model: ImportedModel>(_ type: Model.Type) throws -> String? {
        try context.model(type, for: context.identifier(ids[index]))
          .flatMap { $0.isNameless ? nil : $0.name }
      }
      return ids[index].kind == .location ? try name(Location.self) : try name(Path.self)
    }

    /// Returns the item with the given name, provided that the name is unique. The result is nil if
    /// no item or more than one item has this name.
    ///
    /// - Complexity: O(*n*) for *n* items in the first call, and O(1) in later calls.
    func item(named name: String) throws -> ItemID? {
      let found = try bearers.get()[name] ?? []
      return found.count == 1 ? ids[found[0]] : nil
    }
  }

  private let places: Column
  private let paths: Column

  /// Creates the list of a file's imported items.
  ///
  /// - Parameter places: The ids of the file's places in the library, in file order.
  /// - Parameter paths: The ids of the file's paths in the library, in file order.
  /// - Parameter items: The items of the file, or nil if they were not recorded.
  init(places: [ItemID], paths: [ItemID], items: [FileItem]?, in context: ModelContext) {
    self.places = Column(places, items?.filter { $0.kind == .place }.map(\.name), context)
    self.paths = Column(paths, items?.filter { $0.kind != .place }.map(\.name), context)
  }

  /// Returns the item that a group in the file identifies by number.
  ///
  /// If the item with this number does not have the expected name, another program may have
  /// reordered the items. In that case, the item with the expected name is returned if there is
  /// exactly one.
  ///
  /// - Parameter title: The expected name of the item, or nil to use only the number.
  func item(_ reference: GeoGroup.Reference, title: String? = nil) throws -> ItemID? {
    let (column, number) =
      switch reference {
      case .place(let number): (places, number)
      case .path(let number): (paths, number)
      }
    let isThere = column.ids.indices.contains(number - 1)
    guard let title else { return isThere ? column.ids[number - 1] : nil }
    if isThere, try column.name(at: number - 1) == title { return column.ids[number - 1] }
    return try column.item(named: title)
  }
}
