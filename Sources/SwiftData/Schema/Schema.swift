import Foundation

/// The shape of a store: its entities, their attributes and relationships, and a version.
///
/// Two schemas are equal when they describe the same shape, whatever their versions.
public final class Schema: @unchecked Sendable, Hashable {
  /// The version written into the store.
  public let version: Version
  /// The models the schema was made of, with every model they lead to.
  let models: [any PersistentModel.Type]
  /// The schema resolved for the store: columns, links, keys. An error is kept until used.
  let layout: Result<StoreLayout, SwiftDataError>
  /// The entities of a schema without classes: loaded, or made of descriptions.
  private let described: [Entity]?
  /// The canonical text of the shape, by which a store is recognised; empty for models that
  /// contradict each other.
  let identity: String

  /// - Parameters:
  ///   - models: The root models; those they lead to by relationships are added.
  ///   - version: The version written into the store.
  public init(_ models: [any PersistentModel.Type], version: Version = Version(1, 0, 0)) {
    self.version = version
    let resolved = Result<StoreLayout, SwiftDataError> { () throws(SwiftDataError) in
      try StoreLayout(models: models)
    }
    self.layout = resolved
    self.described = nil
    switch resolved {
    case .success(let layout):
      self.models = layout.entities.map(\.type)
      self.identity = layout.identity
    case .failure:
      self.models = models
      self.identity = ""
    }
  }

  /// A schema without classes, to inspect and compare.
  init(describing entities: [Entity], version: Version) {
    self.version = version
    self.models = []
    self.described = entities
    self.identity = StoredShape(entities).identity
    self.layout = .failure(
      SwiftDataError(
        .loadIssueModelContainer,
        "The schema \(version) was loaded or made of descriptions and has no classes; "
          + "make it of models to open a store with it."))
  }

  public convenience init(
    _ models: any PersistentModel.Type..., version: Version = Version(1, 0, 0)
  ) {
    self.init(models, version: version)
  }

  /// A schema of descriptions: it can be inspected, saved and compared, but opens no store.
  @_disfavoredOverload
  public convenience init(_ entities: Entity..., version: Version = Version(1, 0, 0)) {
    self.init(describing: entities, version: version)
  }

  /// The schema of one version.
  public convenience init(versionedSchema: any VersionedSchema.Type) {
    self.init(versionedSchema.models, version: versionedSchema.versionIdentifier)
  }

  /// The entities, sorted by name.
  public var entities: [Entity] {
    if let described { return described.sorted { $0.name < $1.name } }
    guard case .success(let layout) = layout else { return [] }
    return layout.entities.map { Entity($0, in: layout) }.sorted { $0.name < $1.name }
  }

  /// The entities, by name.
  public var entitiesByName: [String: Entity] {
    Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The entity of a model; nil if the schema has none of its name.
  public func entity(for model: any PersistentModel.Type) -> Entity? {
    entitiesByName[Self.entityName(of: model)]
  }

  /// The name of a model's entity and table: the class's own name, without what it is nested in.
  public static func entityName(of model: any PersistentModel.Type) -> String {
    String(describing: model)
  }

  /// The whole name of a model, for a message; a private type is told without its file's mark.
  static func typeName(of model: any PersistentModel.Type) -> String {
    String(reflecting: model).split(separator: ".").filter { !$0.hasPrefix("(unknown context") }
      .joined(separator: ".")
  }

  public static func == (lhs: Schema, rhs: Schema) -> Bool { lhs.identity == rhs.identity }

  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

extension Schema {
  /// A version number, compared part by part.
  public struct Version: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    public let major: Int
    public let minor: Int
    public let patch: Int

    public init(_ major: Int, _ minor: Int, _ patch: Int) {
      self.major = major
      self.minor = minor
      self.patch = patch
    }

    /// Reads `3.0.0`.
    init?(_ text: String) {
      let parts = text.split(separator: ".").map { Int($0) }
      guard parts.count == 3, let major = parts[0], let minor = parts[1], let patch = parts[2]
      else { return nil }
      self.init(major, minor, patch)
    }

    public var description: String { "\(major).\(minor).\(patch)" }

    public static func < (lhs: Version, rhs: Version) -> Bool {
      (lhs.major, lhs.minor, lhs.patch) < (rhs.major, rhs.minor, rhs.patch)
    }
  }
}
