/// Objects in the place of rows that are gone: of default or empty values, deleted, in no context.
///
/// A mandatory relationship must lead to something even when another process deleted its target.
/// Nothing of one is stored: whoever sets a property of it, leads to it or inserts it is refused by
/// the next save.
struct StandIn {
  private let layout: StoreLayout
  private let context: ModelContext?
  private var made: [Int: any PersistentModel] = [:]

  /// An object of a model.
  ///
  /// Values are the declared defaults, else 0, empty and the like. A property of a type that has no
  /// such value, as an enumeration without default, gets one that some row of the store has; where
  /// there is none it must not be read.
  static func make<T: PersistentModel>(_ type: T.Type, for context: ModelContext?) -> T {
    do {
      let layout = try context?.layout ?? Schema([type]).layout.get()
      var standIn = StandIn(layout: layout, context: context)
      let model = try ScratchConnection.with { try standIn.object(type, $0) }
      for made in standIn.made.values { made._$state.leave(context?.goneReference) }
      return model
    } catch {
      fatalError("\(T.self): no object can be made in the place of a missing one (\(error))")
    }
  }

  private init(layout: StoreLayout, context: ModelContext?) {
    self.layout = layout
    self.context = context
  }

  private mutating func object<T: PersistentModel>(
    _ type: T.Type, _ connection: Connection
  ) throws -> T {
    guard let entity = layout.entity(of: type) else {
      throw SwiftDataError(
        .wrongSchema, "\(String(reflecting: type)) is not of this schema.",
        entity: Schema.entityName(of: type))
    }
    if let known = made[entity.index] as? T { return known }
    var values = entity.properties.map(Self.value)
    var sampled: Set<Int> = []
    var (model, failed): (T?, Int?) = try row(values, entity, connection)
    while let slot = failed, sampled.insert(slot).inserted,
      let sample = sample(entity, entity.properties[slot])
    {
      values[slot] = sample
      (model, failed) = try row(values, entity, connection)
    }
    guard let model else {
      throw SwiftDataError(
        .invalidValue, "\(entity.name) has a constant that no row gives a value for.",
        entity: entity.name)
    }
    model._$state.phase = .deleted
    made[entity.index] = model
    for property in entity.properties where !property.isOptional && !property.isToMany {
      guard let relationship = property.relationship else { continue }
      let target = try object(any: layout.entities[relationship.destination].type, connection)
      var visitor = SetToOne(target: target)
      model._$visit(property.slot, &visitor)
    }
    return model
  }

  private mutating func object<T: PersistentModel>(
    any type: T.Type, _ connection: Connection
  ) throws -> any PersistentModel { try object(type, connection) }

  /// The object of a row of SQL literals, and the slot of the first that its property cannot hold.
  /// Nil for the object if that is a constant.
  private func row<T: PersistentModel>(
    _ values: [String], _ entity: EntityLayout, _ connection: Connection
  ) throws -> (T?, Int?) {
    let statement = try connection.prepare(
      "SELECT " + (["0"] + values).joined(separator: ", "))
    defer { statement.reset() }
    _ = try statement.step()
    let row = _RowReader(statement, entity: entity)
    let model = entity.readsConstants?(row) ?? true ? T(_$row: row) : nil
    return (model, row.failure?.property.flatMap { entity.property(named: $0)?.slot })
  }

  private static func value(_ property: PropertyLayout) -> String {
    guard let attribute = property.attribute, !property.isOptional else { return "NULL" }
    if let value = (try? attribute.defaultValue?()) ?? nil { return value.literal }
    return attribute.type.placeholder
  }

  /// A value that some row has.
  private func sample(_ entity: EntityLayout, _ property: PropertyLayout) -> String? {
    let column = property.name.sqlQuoted
    let rows = try? context?.read {
      try $0.rows(
        "SELECT \(column) FROM \(entity.table.sqlQuoted) WHERE \(column) IS NOT NULL LIMIT 1")
    }
    return rows?.first?.first?.literal
  }
}

/// What an identifier of an entity that the schema lacks leads to.
@Model
final class MissingModel {
  init() { _$state.phase = .deleted }
}
