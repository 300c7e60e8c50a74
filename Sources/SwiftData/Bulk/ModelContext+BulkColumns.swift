/// What the columns of a bulk write may be.
extension ModelContext {
  func property<Model: PersistentModel>(
    _ keyPath: PartialKeyPath<Model>, _ entity: EntityLayout
  ) throws -> PropertyLayout {
    guard let slot = entity.slot(of: keyPath), entity.properties[slot].hasColumn else {
      throw SwiftDataError(
        .unsupportedKeyPath,
        "The key path leads to \(entity.notStored(keyPath, needsColumn: true)); name one that is.",
        entity: entity.name)
    }
    return entity.properties[slot]
  }

  /// The properties of columns to be written, with their values.
  ///
  /// - Throws: ``SwiftDataError`` for columns of another length than the rows, and for what
  ///   ``writable(_:_:target:)`` refuses.
  func checked<Model: PersistentModel>(
    _ columns: [BulkColumn<Model>], _ count: Int, _ entity: EntityLayout
  ) throws -> [(property: PropertyLayout, values: BulkValues)] {
    for column in columns where (column.values.count ?? count) != count {
      throw SwiftDataError(
        .invalidValue, "The columns of \(entity.name) have different lengths; give \(count) rows.",
        entity: entity.name)
    }
    return try columns.map { column in
      let property = try writable(column.keyPath, entity, target: column.target)
      try check(column.values, count, property, entity)
      return (property, column.values)
    }
  }

  /// The property of a column to be written.
  ///
  /// - Throws: ``SwiftDataError/unsupportedKeyPath`` for an end of a one-to-one relationship, whose
  ///   other end has a column too; ``SwiftDataError/invalidValue`` for a target that no row of this
  ///   entity may lead to.
  func writable<Model: PersistentModel>(
    _ keyPath: PartialKeyPath<Model>, _ entity: EntityLayout, target: PersistentIdentifier?
  ) throws -> PropertyLayout {
    let property = try property(keyPath, entity)
    guard let relationship = property.relationship else { return property }
    let destination = layout.entities[relationship.destination]
    if let inverse = relationship.inverse, !destination.properties[inverse].isToMany {
      throw SwiftDataError(
        .unsupportedKeyPath,
        "\(entity.name).\(property.name) and \(destination.name)."
          + "\(destination.properties[inverse].name) are the two ends of one relationship, and a "
          + "bulk write would set only one; set it on objects.",
        entity: entity.name, property: property.name)
    }
    guard let target else { return property }
    let reason: String?
    if target.storeIdentifier == nil {
      reason = "an object that was never saved; save it first, and take its identifier then"
    } else if target.entityName != destination.name {
      reason = "a \(target.entityName); give the identifier of a \(destination.name)"
    } else if target.storeIdentifier != store.identifier {
      reason = "an object of another store; give one of this store"
    } else {
      reason = nil
    }
    guard let reason else { return property }
    throw SwiftDataError(
      .invalidValue, "\(entity.name).\(property.name) is to lead to \(reason).",
      entity: entity.name, property: property.name)
  }

  /// - Throws: ``SwiftDataError/invalidValue`` for a count that goes beyond the largest number.
  func check(
    _ values: BulkValues, _ count: Int, _ property: PropertyLayout, _ entity: EntityLayout
  ) throws {
    guard case .arithmetic(let start, let step) = values else { return }
    let (way, isTooLong) = step.multipliedReportingOverflow(by: Int64(count - 1))
    guard isTooLong || start.addingReportingOverflow(way).overflow else { return }
    throw SwiftDataError(
      .invalidValue,
      "\(entity.name).\(property.name) counts beyond the largest whole number; begin lower or take "
        + "smaller steps.", entity: entity.name, property: property.name)
  }

  /// The default for rows that are appended without a column of the property; nil for none.
  func standard(_ property: PropertyLayout, _ count: Int) throws -> BulkValues? {
    switch try TableChangePlanner.standard(property, calls: min(count, 17)) {
    case .value(let value): .constant(value)
    case .perRow(let make): .each(make)
    case .null, .unset, nil: nil
    }
  }
}
