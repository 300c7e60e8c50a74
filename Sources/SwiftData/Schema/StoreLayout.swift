import Foundation

/// A schema resolved for the store: which table, column or link table holds what.
///
/// Entities and their properties are addressed by index everywhere below the public API.
final class StoreLayout {
  let entities: [EntityLayout]
  /// The entities, one whose unique keys hold relationships after those that they lead to.
  let entitiesTargetsFirst: [EntityLayout]
  let links: [LinkLayout]
  /// The relationships that say how many objects they lead to.
  let counted: [(entity: EntityLayout, slot: Int)]
  private var indexByType: [ObjectIdentifier: Int]
  private let indexByName: [String: Int]
  /// The canonical text of the shape (see ``StoredShape/identity``).
  private(set) var identity = ""

  init(models roots: [any PersistentModel.Type]) throws(SwiftDataError) {
    let models = StoreLayout.closure(of: roots)
    var drafts: [EntityDraft] = []
    var indexByType: [ObjectIdentifier: Int] = [:]
    var indexByName: [String: Int] = [:]
    var folded: [String: String] = [:]
    for model in models {
      let draft = EntityDraft(model)
      try draft.checkNames()
      if let other = folded.updateValue(draft.name, forKey: draft.name.lowercased()) {
        throw SwiftDataError(
          .invalidSchema,
          "Two models are named '\(other)' and '\(draft.name)'; table names ignore case, so rename one.",
          entity: draft.name)
      }
      indexByType[ObjectIdentifier(model)] = drafts.count
      indexByName[draft.name] = drafts.count
      drafts.append(draft)
    }
    let resolver = RelationshipResolver(drafts: drafts, indexByType: indexByType)
    let (resolved, links) = try resolver.resolve()
    self.entities = resolved
    self.entitiesTargetsFirst = Self.targetsFirst(resolved)
    self.links = links
    self.counted = resolved.flatMap { entity in
      entity.properties.filter { $0.relationship?.counts != nil }.map { (entity, $0.slot) }
    }
    self.indexByType = indexByType
    self.indexByName = indexByName
    self.identity = StoredShape(self).identity
  }

  private static func targetsFirst(_ entities: [EntityLayout]) -> [EntityLayout] {
    var order: [EntityLayout] = []
    var seen: Set<Int> = []
    var pending = Array(entities.reversed())
    while let entity = pending.last {
      let isNew = seen.insert(entity.index).inserted
      let targets = entity.uniqueKeys.joined().compactMap { $0.relationship?.destination }
      let open = isNew ? targets.filter { !seen.contains($0) } : []
      if open.isEmpty {
        pending.removeLast()
        if !order.contains(where: { $0 === entity }) { order.append(entity) }
      } else {
        pending += open.map { entities[$0] }
      }
    }
    return order
  }

  func index(of model: any PersistentModel.Type) -> Int? {
    indexByType[ObjectIdentifier(model)]
  }

  func entity(of model: any PersistentModel.Type) -> EntityLayout? {
    index(of: model).map { entities[$0] }
  }

  func entity(named name: String) -> EntityLayout? {
    indexByName[name].map { entities[$0] }
  }

  /// Takes a class of another version for the entity of its name, which must have the same properties
  /// in the same order.
  func adopt(_ model: any PersistentModel.Type) -> EntityLayout? {
    guard let entity = entity(named: Schema.entityName(of: model)),
      let other = try? Schema([model]).layout.get(), let same = other.entity(of: model),
      same.properties.map(\.name) == entity.properties.map(\.name),
      StoredShape(other).entities[same.index] == StoredShape(self).entities[entity.index]
    else { return nil }
    indexByType[ObjectIdentifier(model)] = entity.index
    return entity
  }

  /// The models with every model they lead to, in order of discovery.
  private static func closure(
    of roots: [any PersistentModel.Type]
  ) -> [any PersistentModel.Type] {
    var seen: Set<ObjectIdentifier> = []
    var queue = roots
    var found: [any PersistentModel.Type] = []
    while !queue.isEmpty {
      let model = queue.removeFirst()
      guard seen.insert(ObjectIdentifier(model)).inserted else { continue }
      found.append(model)
      for property in model.schemaMetadata {
        switch property.kind {
        case .attribute: continue
        case .toOne(let target, _), .toMany(let target, _): queue.append(target)
        }
      }
    }
    return found
  }
}

/// An entity before its relationships are resolved.
struct EntityDraft {
  let type: any PersistentModel.Type
  let name: String
  let originalName: String?
  let metadata: [Schema.PropertyMetadata]
  let declarations: [any _IndexDeclaration]

  init(_ type: any PersistentModel.Type) {
    self.type = type
    self.originalName = type._$originalName
    self.name = Schema.entityName(of: type)
    self.metadata = type.schemaMetadata
    self.declarations = type._$indexes
  }

  /// - Throws: ``SwiftDataError/invalidSchema`` for names that SQLite could not tell apart.
  func checkNames() throws(SwiftDataError) {
    var folded: [String: String] = ["_sd_id": "_sd_id"]
    for property in metadata {
      guard let other = folded.updateValue(property.name, forKey: property.name.lowercased())
      else { continue }
      throw SwiftDataError(
        .invalidSchema,
        "\(name) has properties named '\(other)' and '\(property.name)'; column names ignore case, "
          + "so rename one.", entity: name, property: property.name)
    }
  }
}

/// An entity's table.
final class EntityLayout {
  let index: Int
  let name: String
  /// The class's name in the version before, as declared.
  let originalName: String?
  let type: any PersistentModel.Type
  let properties: [PropertyLayout]
  /// What the model says of its properties, by slot.
  let metadata: [Schema.PropertyMetadata]
  /// What `#Unique`, `#Index` and unique relationships ask for.
  let indexes: [IndexLayout]
  /// The columns that no two rows have all equal, NULL aside: one by one, then together.
  let uniqueKeys: [[PropertyLayout]]
  /// The properties with a column, in slot order.
  let columns: [PropertyLayout]
  /// The properties that lead to other objects, in slot order.
  let relationships: [PropertyLayout]
  /// The table's name in SQL, unquoted. Differs from `name` only inside a migration.
  var table: String
  /// Tells whether the constants of a row can be read; nil where they always can.
  let readsConstants: (@Sendable (_RowReader) -> Bool)?
  /// Inside a migration, the slots that hold a placeholder until `didMigrate` sets them.
  var unsetSlots: Set<Int> = []
  private let slotByKeyPath: [AnyKeyPath: Int]

  init(
    index: Int, draft: EntityDraft, properties: [PropertyLayout]
  ) throws(SwiftDataError) {
    let indexes = try IndexResolver(draft: draft, properties: properties).resolve()
    self.index = index
    self.name = draft.name
    self.originalName = draft.originalName
    self.type = draft.type
    self.properties = properties
    self.metadata = draft.metadata
    self.indexes = indexes
    self.uniqueKeys =
      properties.filter(\.isUnique).map { [$0] }
      + indexes.filter(\.isUnique).map { index in index.slots.map { properties[$0] } }
    self.columns = properties.filter(\.hasColumn)
    self.relationships = properties.filter { $0.relationship != nil }
    self.table = draft.name
    self.readsConstants = draft.type._$readsConstants
    self.slotByKeyPath = Dictionary(
      zip(draft.metadata.map(\.keypath), draft.metadata.indices)
    ) { first, _ in first }
  }

  /// The slot of a key path of the entity's class, or of a class of another version with a property of
  /// the same name and kind.
  func slot(of keyPath: AnyKeyPath) -> Int? {
    if let slot = slotByKeyPath[keyPath] { return slot }
    guard let other = version(keyPath),
      let metadata = other.schemaMetadata.first(where: { $0.keypath == keyPath }),
      let property = property(named: metadata.name)
    else { return nil }
    let isSame =
      switch (metadata.kind, property.role) {
      case (.attribute(let type, let isOptional), .attribute(let own)):
        type == own.type && isOptional == own.isOptional
      case (.toOne(_, let isOptional), .relationship(let own)):
        !own.isToMany && isOptional == own.isOptional
      case (.toMany, .relationship(let own)): own.isToMany
      default: false
      }
    return isSame ? property.slot : nil
  }

  /// Whether a key path is the identifier of an object of the entity.
  func isIdentifier(_ keyPath: AnyKeyPath) -> Bool {
    (version(keyPath) ?? type).isIdentifier(keyPath)
  }

  /// The class of another version that a key path begins at.
  private func version(_ keyPath: AnyKeyPath) -> (any PersistentModel.Type)? {
    guard let root = Swift.type(of: keyPath).rootType as? any PersistentModel.Type, root != type,
      Schema.entityName(of: root) == name
    else { return nil }
    return root
  }

  func property(named name: String) -> PropertyLayout? {
    properties.first { $0.name == name }
  }
}

/// A stored property.
struct PropertyLayout {
  enum Role {
    case attribute(AttributeLayout)
    case relationship(RelationshipLayout)
  }

  let slot: Int
  let name: String
  let originalName: String?
  let hashModifier: String?
  let role: Role

  var attribute: AttributeLayout? {
    if case .attribute(let attribute) = role { attribute } else { nil }
  }
  var relationship: RelationshipLayout? {
    if case .relationship(let relationship) = role { relationship } else { nil }
  }
  var isToMany: Bool { relationship?.isToMany ?? false }
  var hasColumn: Bool { !isToMany && attribute?.isEphemeral != true }
  var isUnique: Bool { attribute?.isUnique ?? false }
  var isOptional: Bool {
    switch role {
    case .attribute(let attribute): attribute.isOptional
    case .relationship(let relationship): relationship.isOptional
    }
  }
  /// SQLite's type of the column.
  var affinity: String { attribute?.type.affinity ?? "INTEGER" }
}

struct AttributeLayout {
  let type: _ColumnType
  let isOptional: Bool
  let isUnique: Bool
  /// Whether the value is never stored: the attribute then has no column.
  let isEphemeral: Bool
  /// The declared default, evaluated for each use.
  let defaultValue: (() throws -> _SQLValue?)?

  /// The default, if it is the same at each use.
  var constantDefault: _SQLValue? {
    guard let value = try? defaultValue?(), value == (try? defaultValue?()) else { return nil }
    return value
  }
}

struct RelationshipLayout {
  enum Storage: Equatable {
    /// A column of this entity's own table.
    case column
    /// A column of the destination's table: the inverse to-one in that slot.
    case inverseColumn(slot: Int)
    /// A link table; `isFirst` tells whether this side is its column `a`.
    case link(index: Int, isFirst: Bool)
  }

  let destination: Int
  let isToMany: Bool
  let isOptional: Bool
  let deleteRule: Schema.Relationship.DeleteRule
  /// The fewest and the most objects it may lead to when saved; 0 and nil for no bound.
  let minimumModelCount: Int?
  let maximumModelCount: Int?
  /// The slot of the inverse in the destination.
  let inverse: Int?
  let storage: Storage

  /// How many objects a save may leave it with; nil where it has no bound.
  var counts: ClosedRange<Int>? {
    let (least, most) = (minimumModelCount ?? 0, maximumModelCount ?? 0)
    return least > 0 || most > 0 ? least...(most > 0 ? most : Int.max) : nil
  }
}

/// A many-to-many relationship's table: keys `a` and `b`.
final class LinkLayout {
  let index: Int
  /// `Entity.property` of the side that column `a` belongs to.
  let name: String
  let entityA: Int
  let entityB: Int
  let slotA: Int
  /// The other side's property; nil for a relationship without inverse.
  let slotB: Int?
  /// The table's name in SQL, unquoted. Differs from the lasting one only inside a migration.
  var table: String

  init(index: Int, name: String, entityA: Int, entityB: Int, slotA: Int, slotB: Int?) {
    self.index = index
    self.name = name
    self.entityA = entityA
    self.entityB = entityB
    self.slotA = slotA
    self.slotB = slotB
    self.table = LinkLayout.table(for: name)
  }

  static func table(for name: String) -> String { "_sd_link_\(name)" }
}
