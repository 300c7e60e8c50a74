/// The assignment of a schema's entities to a container's configurations.
struct StorePartition {
  struct Part {
    let configuration: ModelConfiguration
    let schema: Schema
  }

  let parts: [Part]

  /// Assigns each entity to the configuration whose schema contains it. The other entities are
  /// assigned to the configuration without a schema.
  ///
  /// A schema includes every entity related to its models, so no relationship connects objects in
  /// different stores.
  ///
  /// - Throws: ``SwiftDataError/loadIssueModelContainer`` for a missing or ambiguous configuration.
  ///   Each entity must belong to exactly one configuration.
  init(_ schema: Schema, _ configurations: [ModelConfiguration]) throws {
    var owner: [String: ModelConfiguration] = [:]
    for configuration in configurations {
      for name in (configuration.schema?.entitiesByName ?? [:]).keys.sorted() {
        if let other = owner.updateValue(configuration, forKey: name) {
          throw SwiftDataError(
            .loadIssueModelContainer,
            """
            \(name) is in the configurations '\(other.name)' and '\(configuration.name)', directly \
            or as a related model; list each model in one configuration only.
            """,
            entity: name)
        }
      }
    }
    let rest = schema.entitiesByName.keys.filter { owner[$0] == nil }.sorted()
    let open = configurations.filter { $0.schema == nil }
    guard open.count <= 1 else {
      throw SwiftDataError(
        .loadIssueModelContainer,
        """
        The configurations '\(open[0].name)' and '\(open[1].name)' have no schema, so their models \
        are ambiguous; give all but one a schema.
        """)
    }
    guard rest.isEmpty || !open.isEmpty else {
      throw SwiftDataError(
        .loadIssueModelContainer,
        """
        \(rest.joined(separator: ", ")) is in no configuration; add it to the schema of one \
        configuration.
        """,
        entity: rest.first, count: rest.count, samples: Array(rest.prefix(5)))
    }
    guard configurations.count > 1 else {
      self.parts = configurations.map { Part(configuration: $0, schema: schema) }
      return
    }
    // The stores' separate schemas do not reveal conflicts between models of different stores.
    _ = try schema.layout.get()
    self.parts = configurations.map { configuration in
      let names = configuration.schema.map { Set($0.entitiesByName.keys) } ?? Set(rest)
      let models = schema.models.filter { names.contains(Schema.entityName(of: $0)) }
      return Part(
        configuration: configuration, schema: Schema(models, version: schema.version))
    }
  }
}
