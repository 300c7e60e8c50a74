/// A factory for stand-ins, which are placeholder objects for missing rows. A stand-in has default
/// or empty values, counts as deleted and belongs to no context.
///
/// A mandatory relationship always needs a target object, so a stand-in is used as the target if
/// another process has deleted the target's row. A stand-in is never stored: the next save fails if
/// one was changed, inserted or set as a target.
struct StandIn {
  private let layout: StoreLayout
  private let context: StoreContext?
  private var made: [Int: any PersistentModel] = [:]

  /// Creates a stand-in: a placeholder object for a missing row.
  ///
  /// A stand-in's properties are set to their declared default values or, without a default, to
  /// neutral values such as 0 or an empty string. A property whose type has no neutral value, such
  /// as an enumeration without a default, is set to that property's value in any stored row. If no
  /// row has such a value, the property must not be read.
  static func make<T: PersistentModel>(_ type: T.Type, for context: StoreContext?) -> T {
    do {
      let layout = try context?.layout ?? Schema([type]).layout.get()
      var standIn = StandIn(layout: layout, context: context)
      let model = try ScratchConnection.with { try standIn.object(type, $0) }
      for made in standIn.made.values { made._$state.leave(context?.goneReference) }
      return model
    } catch {
      fatalError("Cannot create a placeholder for a missing \(T.self): \(error)")
    }
  }

  private init(layout: StoreLayout, context: StoreContext?) {
    self.layout = layout
    self.context = context
  }

  private mutating func object<T: PersistentModel>(
    _ type: T.Type, _ connection: Connection
  ) throws -> T {
    guard let entity = layout.entity(of: type) else {
      throw SwiftDataError(
        .wrongSchema, "\(String(reflecting: type)) is not in this schema.",
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
        .invalidValue, "No stored \(entity.name) has readable values for its constant properties.",
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

  /// Creates an object from property values given as SQL literals. Also returns the index of the
  /// first property that cannot be read from its literal. The index is nil if all properties can be
  /// read. The object is nil if the unreadable property is a constant.
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

  /// Returns a stored value of a property as an SQL literal. Returns nil if the property is NULL in
  /// every row.
  private func sample(_ entity: EntityLayout, _ property: PropertyLayout) -> String? {
    let column = property.name.sqlQuoted
    let rows = try? context?.read {
      try $0.rows(
        "SELECT \(column) FROM \(entity.table.sqlQuoted) WHERE \(column) IS NOT NULL LIMIT 1")
    }
    return rows?.first?.first?.literal
  }
}

/// A placeholder for an object whose entity is not in the schema.
@Model
final class MissingModel {
  init() { _$state.phase = .deleted }
}
