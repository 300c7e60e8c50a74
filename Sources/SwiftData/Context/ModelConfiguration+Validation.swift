extension ModelConfiguration {
  /// The longest name, in bytes, that leaves room for the endings of backups and logs.
  private static let longestName = 200

  /// Refuses configurations that no container could keep its objects in.
  ///
  /// - Throws: ``SwiftDataError``, before any file is touched.
  static func validate(_ configurations: [ModelConfiguration], for schema: Schema) throws {
    var places: Set<String> = []
    for configuration in configurations {
      try configuration.validateName()
      try configuration.validateURL()
      try configuration.validateServices()
      let place =
        configuration.isStoredInMemoryOnly
        ? configuration.name : configuration.url.standardizedFileURL.path
      guard places.insert(place).inserted else {
        throw SwiftDataError(
          .duplicateConfiguration,
          "Two configurations lead to '\(place)'; give each a name or a file of its own.",
          samples: [configuration.name])
      }
      let known = schema.entitiesByName
      let strange = (configuration.schema?.entities ?? []).map(\.name).filter { known[$0] == nil }
      guard strange.isEmpty else {
        throw SwiftDataError(
          .configurationSchemaNotFoundInContainerSchema,
          "The configuration '\(configuration.name)' has \(strange.joined(separator: ", ")), which "
            + "the container's schema lacks; add it there or take it from the configuration.",
          entity: strange.first, count: strange.count, samples: Array(strange.prefix(5)))
      }
    }
  }

  private func validateURL() throws {
    guard !isStoredInMemoryOnly, !url.isFileURL else { return }
    throw SwiftDataError(
      .loadIssueModelContainer,
      "The configuration '\(name)' has the URL \(url.absoluteString), which names no file; make a "
        + "file URL with URL(fileURLWithPath:).",
      samples: [url.absoluteString])
  }

  private func validateName() throws {
    guard isNamed else { return }
    guard !name.isEmpty, name != ".", name != "..",
      !name.utf8.contains(where: { $0 == 0 || $0 == 47 })
    else {
      throw SwiftDataError(
        .configurationFileNameContainsInvalidCharacters,
        "The configuration's name '\(name)' cannot name a file; leave out '/' and NUL, or give the "
          + "store's url.",
        samples: [name])
    }
    guard name.utf8.count <= Self.longestName else {
      throw SwiftDataError(
        .configurationFileNameTooLong,
        "The configuration's name has \(name.utf8.count) bytes; use at most \(Self.longestName), "
          + "or give the store's url.",
        count: name.utf8.count, samples: [name])
    }
  }
}
