/// Which configuration of a container keeps which of its entities.
struct StorePartition {
  struct Part {
    let configuration: ModelConfiguration
    let schema: Schema
  }

  let parts: [Part]

  /// Gives each entity to the configuration whose schema has it, and the rest to the one
  /// configuration without a schema.
  ///
  /// A schema has every entity its models lead to, so no relationship goes from store to store.
  ///
  /// - Throws: ``SwiftDataError/loadIssueModelContainer`` for an entity in no configuration or in
  ///   more than one.
  init(_ schema: Schema, _ configurations: [ModelConfiguration]) throws {
    var owner: [String: ModelConfiguration] = [:]
    for configuration in configurations {
      for name in (configuration.schema?.entitiesByName ?? [:]).keys.sorted() {
        if let other = owner.updateValue(configuration, forKey: name) {
          throw SwiftDataError(
            .loadIssueModelContainer,
            "\(name) is in the configurations '\(other.name)' and '\(configuration.name)', by "
              + "itself or because a model of theirs leads to it; name each model in one.",
            entity: name)
        }
      }
    }
    let rest = schema.entitiesByName.keys.filter { owner[$0] == nil }.sorted()
    let open = configurations.filter { $0.schema == nil }
    guard open.count <= 1 else {
      throw SwiftDataError(
        .loadIssueModelContainer,
        "The configurations '\(open[0].name)' and '\(open[1].name)' do not say which models they "
          + "keep; give all but one a schema.")
    }
    guard rest.isEmpty || !open.isEmpty else {
      throw SwiftDataError(
        .loadIssueModelContainer,
        "\(rest.joined(separator: ", ")) is in no configuration; name it in the schema of one.",
        entity: rest.first, count: rest.count, samples: Array(rest.prefix(5)))
    }
    self.parts = configurations.map { configuration in
      let names = configuration.schema.map { Set($0.entitiesByName.keys) } ?? Set(rest)
      let models = schema.models.filter { names.contains(Schema.entityName(of: $0)) }
      return Part(
        configuration: configuration, schema: Schema(models, version: schema.version))
    }
  }
}
