extension ModelConfiguration {
  /// The maximum length of a configuration's name, in bytes. The limit leaves room for the suffixes
  /// in backup and log file names.
  private static let longestName = 200

  /// Checks that the configurations have valid names, URLs and schemas, and that no two of them
  /// share a store.
  ///
  /// - Throws: ``SwiftDataError`` for the first problem found, before any file is accessed.
  static func validate(_ configurations: [ModelConfiguration], for schema: Schema) throws {
    var locations: Set<String> = []
    for configuration in configurations {
      try configuration.validateName()
      try configuration.validateURL()
      try configuration.validateServices()
      let location =
        configuration.isStoredInMemoryOnly
        ? configuration.name : configuration.url.standardizedFileURL.path
      guard locations.insert(location).inserted else {
        throw SwiftDataError(
          .duplicateConfiguration,
          "Two configurations share the store '\(location)'; give each its own name or file.",
          samples: [configuration.name])
      }
      let known = schema.entitiesByName
      let strange = (configuration.schema?.entities ?? []).map(\.name).filter { known[$0] == nil }
      guard strange.isEmpty else {
        throw SwiftDataError(
          .configurationSchemaNotFoundInContainerSchema,
          """
          The configuration '\(configuration.name)' includes \
          \(strange.joined(separator: ", ")), which the container's schema lacks; add the models \
          to that schema, or remove them from the configuration.
          """,
          entity: strange.first, count: strange.count, samples: Array(strange.prefix(5)))
      }
    }
  }

  private func validateURL() throws {
    guard !isStoredInMemoryOnly, !url.isFileURL else { return }
    throw SwiftDataError(
      .loadIssueModelContainer,
      """
      The configuration '\(name)' has the URL \(url.absoluteString), which is not a file URL; \
      create the URL with URL(fileURLWithPath:).
      """,
      samples: [url.absoluteString])
  }

  private func validateName() throws {
    guard isNamed else { return }
    guard !name.isEmpty, name != ".", name != "..",
      !name.utf8.contains(where: { $0 == 0 || $0 == 47 })
    else {
      throw SwiftDataError(
        .configurationFileNameContainsInvalidCharacters,
        """
        The configuration's name '\(name)' is not a valid file name; remove '/' and NUL \
        characters, or set the store's url.
        """,
        samples: [name])
    }
    guard name.utf8.count <= Self.longestName else {
      throw SwiftDataError(
        .configurationFileNameTooLong,
        """
        The configuration's name is \(name.utf8.count) bytes long; use at most \
        \(Self.longestName) bytes, or set the store's url.
        """,
        count: name.utf8.count, samples: [name])
    }
  }
}
