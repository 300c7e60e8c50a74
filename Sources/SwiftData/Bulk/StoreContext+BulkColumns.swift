/// Methods that validate a bulk write's columns.
extension StoreContext {
  func property<Model: PersistentModel>(
    _ keyPath: PartialKeyPath<Model>, _ entity: EntityLayout
  ) throws -> PropertyLayout {
    guard let slot = entity.slot(of: keyPath), entity.properties[slot].hasColumn else {
      throw SwiftDataError(
        .unsupportedKeyPath,
        """
        The key path leads to \(entity.notStored(keyPath, needsColumn: true)); use the key path of \
        a stored property.
        """,
        entity: entity.name)
    }
    return entity.properties[slot]
  }

  /// Validates a bulk write's columns and returns each column's property and values. Errors from
  /// ``writable(_:_:target:)`` are rethrown.
  ///
  /// - Throws: ``SwiftDataError`` if a column's length differs from the number of rows.
  func checked<Model: PersistentModel>(
    _ columns: [BulkColumn<Model>], _ count: Int, _ entity: EntityLayout
  ) throws -> [(property: PropertyLayout, values: BulkValues)] {
    for column in columns where (column.values.count ?? count) != count {
      throw SwiftDataError(
        .invalidValue,
        "A column of \(entity.name) has the wrong length; give each column \(count) values.",
        entity: entity.name)
    }
    return try columns.map { column in
      let property = try writable(column.keyPath, entity, target: column.target)
      try check(column.values, count, property, entity)
      return (property, column.values)
    }
  }

  /// Returns the property that a bulk write's column or assignment sets. One-to-one relationships
  /// are rejected, because a bulk write would set only one of their two ends.
  ///
  /// - Throws: ``SwiftDataError/unsupportedKeyPath`` if the relationship is one-to-one.
  ///   Throws ``SwiftDataError/invalidValue`` if the relationship cannot have the given target.
  func writable<Model: PersistentModel>(
    _ keyPath: PartialKeyPath<Model>, _ entity: EntityLayout, target: PersistentIdentifier?
  ) throws -> PropertyLayout {
    let property = try property(keyPath, entity)
    guard let relationship = property.relationship else { return property }
    let destination = layout.entities[relationship.destination]
    if let inverse = relationship.inverse, !destination.properties[inverse].isToMany {
      throw SwiftDataError(
        .unsupportedKeyPath,
        """
        \(entity.name).\(property.name) and \
        \(destination.name).\(destination.properties[inverse].name) are the two ends of a \
        one-to-one relationship, and a bulk write would set only one end; set the relationship on \
        objects.
        """,
        entity: entity.name, property: property.name)
    }
    guard let target else { return property }
    let reason: String?
    if target.storeIdentifier == nil {
      reason = "an object that was never saved; save the object first, then use its new identifier"
    } else if target.entityName != destination.name {
      reason = "a \(target.entityName); use the identifier of a \(destination.name)"
    } else if target.storeIdentifier != store.identifier {
      reason = "an object from another store; use an object from this store"
    } else {
      reason = nil
    }
    guard let reason else { return property }
    throw SwiftDataError(
      .invalidValue, "\(entity.name).\(property.name) cannot refer to \(reason).",
      entity: entity.name, property: property.name)
  }

  /// Checks that all values of an arithmetic-sequence column fit in 64 bits.
  ///
  /// - Throws: ``SwiftDataError/invalidValue`` if a value in the column does not fit in 64 bits.
  func check(
    _ values: BulkValues, _ count: Int, _ property: PropertyLayout, _ entity: EntityLayout
  ) throws {
    guard case .arithmetic(let start, let step) = values else { return }
    let (span, isTooLong) = step.multipliedReportingOverflow(by: Int64(count - 1))
    guard isTooLong || start.addingReportingOverflow(span).overflow else { return }
    throw SwiftDataError(
      .invalidValue,
      """
      \(entity.name).\(property.name) would have values outside the range of 64-bit integers; \
      use another start or smaller steps.
      """, entity: entity.name, property: property.name)
  }

  /// Returns a property's default values for appended rows. Returns nil if no default value is
  /// declared.
  func standard(_ property: PropertyLayout, _ count: Int) throws -> BulkValues? {
    switch try TableChangePlanner.standard(property, calls: min(count, 17)) {
    case .value(let value): .constant(value)
    case .perRow(let make): .each(make)
    case .null, .unset, nil: nil
    }
  }
}
