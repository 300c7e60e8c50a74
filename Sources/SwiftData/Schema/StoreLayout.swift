import Foundation

/// The layout of a store: the tables, columns and link tables for a schema's entities and
/// properties.
///
/// The library's internal code refers to entities and properties by index.
final class StoreLayout {
  let entities: [EntityLayout]
  /// The entities, ordered so that each entity follows the entities to which its unique keys refer.
  let entitiesTargetsFirst: [EntityLayout]
  let links: [LinkLayout]
  /// The relationships that declare a minimum or maximum number of related objects.
  let counted: [(entity: EntityLayout, slot: Int)]
  private var indexByType: [ObjectIdentifier: Int]
  private let indexByName: [String: Int]
  /// The schema's canonical text (see ``StoredShape/identity``).
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
          """
          Two models are named '\(other)' and '\(draft.name)'; table names ignore case, so rename \
          one of the models.
          """,
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

  /// Returns the entity for a model class from another schema version. Returns nil if no entity has
  /// the class's name and the same properties in the same order. The result is cached for later
  /// calls.
  func adopt(_ model: any PersistentModel.Type) -> EntityLayout? {
    guard let entity = entity(named: Schema.entityName(of: model)),
      let other = try? Schema([model]).layout.get(), let same = other.entity(of: model),
      same.properties.map(\.name) == entity.properties.map(\.name),
      StoredShape(other).entities[same.index] == StoredShape(self).entities[entity.index]
    else { return nil }
    indexByType[ObjectIdentifier(model)] = entity.index
    return entity
  }

  /// Returns the given models and all models reachable through their relationships, in the order in
  /// which they are found.
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

/// An entity whose relationships are not yet resolved.
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

  /// Checks that no two column names differ only in case, because SQLite ignores case in names.
  ///
  /// - Throws: ``SwiftDataError/invalidSchema`` if two names differ only in case.
  func checkNames() throws(SwiftDataError) {
    var folded: [String: String] = ["_sd_id": "_sd_id"]
    for property in metadata {
      guard let other = folded.updateValue(property.name, forKey: property.name.lowercased())
      else { continue }
      throw SwiftDataError(
        .invalidSchema,
        """
        \(name) has properties named '\(other)' and '\(property.name)'; column names ignore case, \
        so rename one of the properties.
        """,
        entity: name, property: property.name)
    }
  }
}

/// The layout of an entity's table.
final class EntityLayout {
  let index: Int
  let name: String
  /// The class's name in the previous schema version, or nil if it declares no original name.
  let originalName: String?
  let type: any PersistentModel.Type
  let properties: [PropertyLayout]
  /// The metadata of the model's properties, in the order of their property indexes (slots).
  let metadata: [Schema.PropertyMetadata]
  /// The indexes that `#Unique`, `#Index` and unique relationships declare.
  let indexes: [IndexLayout]
  /// The columns of each uniqueness constraint. Constraints on single columns come before
  /// constraints on combinations. NULL does not conflict with NULL.
  let uniqueKeys: [[PropertyLayout]]
  /// The properties that have a column, in the order of their property indexes.
  let columns: [PropertyLayout]
  /// The entity's relationships, in the order of their property indexes.
  let relationships: [PropertyLayout]
  /// The table's SQL name without quotes. It differs from `name` only during a migration.
  var table: String
  /// A function that tests whether a row contains readable values for the class's constant
  /// properties. Nil if reading them cannot fail.
  let readsConstants: (@Sendable (_RowReader) -> Bool)?
  /// The indexes of the properties whose placeholder values `didMigrate` must replace. The set is
  /// empty outside a migration.
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

  /// Returns the property index (slot) for a key path. Returns nil if the key path does not refer
  /// to a stored property. The key path belongs to the entity's class, or to a class of another
  /// version whose property has the same name and kind.
  func slot(of keyPath: AnyKeyPath) -> Int? {
    if let slot = slotByKeyPath[keyPath] { return slot }
    guard let other = version(keyPath),
      let metadata = other.schemaMetadata.first(where: { $0.keypath == keyPath }),
      let property = property(named: metadata.name)
    else { return nil }
    let isSame =
      switch (metadata.kind, property.kind) {
      case (.attribute(let type, let isOptional), .attribute(let own)):
        type == own.type && isOptional == own.isOptional
      case (.toOne(_, let isOptional), .relationship(let own)):
        !own.isToMany && isOptional == own.isOptional
      case (.toMany, .relationship(let own)): own.isToMany
      default: false
      }
    return isSame ? property.slot : nil
  }

  /// Returns whether a key path refers to the property `persistentModelID` or `id` of the entity's
  /// class.
  func isIdentifier(_ keyPath: AnyKeyPath) -> Bool {
    (version(keyPath) ?? type).isIdentifier(keyPath)
  }

  /// Returns a key path's root class if that class represents this entity in another schema
  /// version. Returns nil otherwise.
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

/// The layout of a stored property.
struct PropertyLayout {
  enum Kind {
    case attribute(AttributeLayout)
    case relationship(RelationshipLayout)
  }

  let slot: Int
  let name: String
  let originalName: String?
  let hashModifier: String?
  let kind: Kind

  var attribute: AttributeLayout? {
    if case .attribute(let attribute) = kind { attribute } else { nil }
  }
  var relationship: RelationshipLayout? {
    if case .relationship(let relationship) = kind { relationship } else { nil }
  }
  var isToMany: Bool { relationship?.isToMany ?? false }
  var hasColumn: Bool { !isToMany && attribute?.isEphemeral != true }
  var isUnique: Bool { attribute?.isUnique ?? false }
  var isOptional: Bool {
    switch kind {
    case .attribute(let attribute): attribute.isOptional
    case .relationship(let relationship): relationship.isOptional
    }
  }
  /// The column's SQLite type affinity.
  var affinity: String { attribute?.type.affinity ?? "INTEGER" }
}

/// The storage of an attribute: its column type, constraints and default value.
struct AttributeLayout {
  let type: _ColumnType
  let isOptional: Bool
  let isUnique: Bool
  /// Whether the attribute is ephemeral: its values are never stored, and no column exists for it.
  let isEphemeral: Bool
  /// A closure that returns the declared default value. It is called for each new value, because
  /// the result can differ, as with `UUID()`.
  let defaultValue: (() throws -> _SQLValue?)?

  /// The declared default value. Nil if no default value is declared, or if two evaluations give
  /// different values.
  var constantDefault: _SQLValue? {
    guard let value = try? defaultValue?(), value == (try? defaultValue?()) else { return nil }
    return value
  }
}

/// A relationship's storage and rules, such as its delete rule.
struct RelationshipLayout {
  enum Storage: Equatable {
    /// A column in the table of the entity that declares the relationship.
    case column
    /// A column in the destination entity's table. It belongs to the inverse to-one relationship
    /// with the property index `slot`.
    case inverseColumn(slot: Int)
    /// A link table with one row for each pair of related objects. The flag `isFirst` is true if
    /// this side of the relationship is column `a`.
    case link(index: Int, isFirst: Bool)
  }

  let destination: Int
  let isToMany: Bool
  let isOptional: Bool
  let deleteRule: Schema.Relationship.DeleteRule
  /// The minimum number of related objects, checked at every save. If it is 0 or nil, there is no
  /// minimum.
  let minimumModelCount: Int?
  /// The maximum number of related objects, checked at every save. If it is 0 or nil, there is no
  /// maximum.
  let maximumModelCount: Int?
  /// The property index of the inverse relationship in the destination entity. Nil if there is no
  /// inverse.
  let inverse: Int?
  let storage: Storage

  /// The allowed range for the number of related objects. Nil if any number is allowed. Every save
  /// checks the number.
  var counts: ClosedRange<Int>? {
    let (least, most) = (minimumModelCount ?? 0, maximumModelCount ?? 0)
    return least > 0 || most > 0 ? least...(most > 0 ? most : Int.max) : nil
  }
}

/// The layout of a many-to-many relationship's link table, with the key columns `a` and `b`.
final class LinkLayout {
  let index: Int
  /// The relationship's name in the form `Entity.property`, where `Entity` is the entity whose keys
  /// are in column `a` of the link table.
  let name: String
  let entityA: Int
  let entityB: Int
  let slotA: Int
  /// The property index of the inverse, or nil for a relationship without an inverse.
  let slotB: Int?
  /// The link table's SQL name without quotes. It differs from the permanent name only during a
  /// migration.
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
