import Foundation

/// A description of a store's contents: a version number, and entities with attributes and
/// relationships.
///
/// Two schemas are equal if their entities and properties are equal, even if their version numbers
/// differ.
///
/// ```swift
/// let schema = Schema([Trip.self, Stop.self], version: Schema.Version(1, 0, 0))
/// let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
/// let container = try ModelContainer(for: schema, configurations: configuration)
/// ```
public final class Schema: @unchecked Sendable, Hashable {
  /// The schema's version, which is written into the store.
  public let version: Version
  /// The schema's model classes, including all classes to which their relationships refer.
  let models: [any PersistentModel.Type]
  /// The layout of a store with this schema, or an error if the models are invalid. The error is
  /// thrown when the layout is needed.
  let layout: Result<StoreLayout, SwiftDataError>
  /// The entities of a schema created from a file or from entity descriptions, without model
  /// classes. Nil for a schema with model classes.
  private let described: [Entity]?
  /// The canonical text that identifies the schema in a store. It is empty if the model
  /// declarations contradict each other.
  let identity: String

  /// Creates a schema from model classes.
  ///
  /// - Parameter models: The root models.
  ///   The schema also includes all models to which their relationships refer.
  /// - Parameter version: The version written into the store.
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

  /// Creates a schema that has no model classes and can only be inspected, saved and compared.
  init(describing entities: [Entity], version: Version) {
    self.version = version
    self.models = []
    self.described = entities
    self.identity = StoredShape(entities).identity
    self.layout = .failure(
      SwiftDataError(
        .loadIssueModelContainer,
        """
        The schema \(version) was loaded from a file or created from descriptions, so it has no \
        model classes; to open a store, create the schema from model classes.
        """))
  }

  /// Creates a schema from model classes.
  public convenience init(
    _ models: any PersistentModel.Type..., version: Version = Version(1, 0, 0)
  ) {
    self.init(models, version: version)
  }

  /// Creates a schema from entity descriptions. The schema can be inspected, saved and compared,
  /// but cannot open a store.
  @_disfavoredOverload
  public convenience init(_ entities: Entity..., version: Version = Version(1, 0, 0)) {
    self.init(describing: entities, version: version)
  }

  /// Creates the schema that a `VersionedSchema` describes.
  public convenience init(versionedSchema: any VersionedSchema.Type) {
    self.init(versionedSchema.models, version: versionedSchema.versionIdentifier)
  }

  /// The schema's entities, sorted by name.
  public var entities: [Entity] {
    if let described { return described.sorted { $0.name < $1.name } }
    guard case .success(let layout) = layout else { return [] }
    return layout.entities.map { Entity($0, in: layout) }.sorted { $0.name < $1.name }
  }

  /// The schema's entities, keyed by name.
  public var entitiesByName: [String: Entity] {
    Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
  }

  /// Returns the entity for a model class. Returns nil if no entity in the schema has the class's
  /// name.
  public func entity(for model: any PersistentModel.Type) -> Entity? {
    entitiesByName[Self.entityName(of: model)]
  }

  /// Returns the name of a model's entity and table, which is the class name without enclosing
  /// types.
  public static func entityName(of model: any PersistentModel.Type) -> String {
    // `String(describing:)` gives the same name, but first looks for protocols to which the type
    // could conform. At the start of a program with many types, this takes longer than opening a
    // store.
    _typeName(model, qualified: false)
  }

  /// Returns the full name of a model class for an error message. For a private type, the file's
  /// discriminator is omitted from the name.
  static func typeName(of model: any PersistentModel.Type) -> String {
    String(reflecting: model).split(separator: ".").filter { !$0.hasPrefix("(unknown context") }
      .joined(separator: ".")
  }

  public static func == (lhs: Schema, rhs: Schema) -> Bool { lhs.identity == rhs.identity }

  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

extension Schema {
  /// A version number such as `1.2.0`, with a major, a minor and a patch number.
  ///
  /// ```swift
  /// let version = Schema.Version(1, 2, 0)
  /// print(version, version < Schema.Version(2, 0, 0))
  /// ```
  public struct Version: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    /// The major version number, which is compared first.
    public let major: Int
    /// The minor version number, which is compared if the major numbers are equal.
    public let minor: Int
    /// The patch number, which is compared last.
    public let patch: Int

    public init(_ major: Int, _ minor: Int, _ patch: Int) {
      self.major = major
      self.minor = minor
      self.patch = patch
    }

    /// Parses a version number, such as `3.0.0`. Returns nil for any other text.
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
