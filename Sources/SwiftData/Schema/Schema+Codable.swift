import Foundation

extension Schema: Codable {
  /// The version of a schema's JSON format. A schema with a higher number was written by a later
  /// version of the library.
  private static let format = 1

  private enum CodingKeys: String, CodingKey {
    case format, version, entities
  }

  /// Creates a schema without model classes from its encoded form. The schema can be inspected and
  /// compared, but cannot open a store.
  public convenience init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let format = try container.decode(Int.self, forKey: .format)
    guard format <= Self.format else {
      throw DecodingError.dataCorruptedError(
        forKey: .format, in: container,
        debugDescription: "a later version of this library wrote the schema; update the library")
    }
    self.init(
      describing: try container.decode([Entity].self, forKey: .entities),
      version: try container.decode(Version.self, forKey: .version))
  }

  /// Encodes the schema with its version and entities.
  ///
  /// - Throws: ``SwiftDataError/invalidSchema`` if the model declarations contradict each other.
  public func encode(to encoder: any Encoder) throws {
    if identity.isEmpty { _ = try layout.get() }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.format, forKey: .format)
    try container.encode(version, forKey: .version)
    try container.encode(entities, forKey: .entities)
  }

  /// Writes the schema to a file as JSON, replacing an existing file.
  ///
  /// - Throws: ``SwiftDataError/invalidSchema`` if the model declarations contradict each other.
  ///   Throws ``SwiftDataError/inputOutput`` if the file cannot be written.
  public func save(to url: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(self)
    do {
      try data.write(to: url, options: .atomic)
    } catch {
      throw SwiftDataError(
        .inputOutput,
        "The schema cannot be written to \(url.path); check the permissions of its folder.",
        underlying: error)
    }
  }

  /// Reads a schema from a file written by ``save(to:)``. The result equals the saved schema and
  /// has the same version. It has no model classes, so it cannot open a store.
  ///
  /// - Throws: ``SwiftDataError/inputOutput`` if the file cannot be read.
  ///   Throws ``SwiftDataError/invalidSchema`` if the file does not contain a schema.
  public static func load(from url: URL) throws -> Schema {
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw SwiftDataError(
        .inputOutput, "\(url.path) cannot be read; check the path.", underlying: error)
    }
    do {
      return try JSONDecoder().decode(Schema.self, from: data)
    } catch {
      throw SwiftDataError(
        .invalidSchema,
        "\(url.path) does not contain a schema that this library wrote; save the schema again.",
        underlying: error)
    }
  }
}

extension Schema.Entity: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, properties, uniquenessConstraints, indices
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(String.self, forKey: .name),
      declared: try container.decode([Property].self, forKey: .properties),
      uniquenessConstraints: try container.decode(
        [[String]].self, forKey: .uniquenessConstraints),
      indices: try container.decode([[String]].self, forKey: .indices))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(declared, forKey: .properties)
    try container.encode(uniquenessConstraints, forKey: .uniquenessConstraints)
    try container.encode(indices, forKey: .indices)
  }
}
