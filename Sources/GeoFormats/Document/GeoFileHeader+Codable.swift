import Geodesy

extension GeoFileHeader {
  private enum CodingKeys: String, CodingKey {
    case version, creator, metadata, namespaces, schemaLocations, kept, templates, bounds, itemCount
    case groups
    case path, importRecords, predecessors, supersededImports
  }

  /// Decodes a file header. Absent keys get default values, so that headers stored by any version
  /// of the program can be read.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    version = try container.decodeIfPresent(String.self, forKey: .version)
    creator = try container.decodeIfPresent(String.self, forKey: .creator)
    metadata = try container.decodeIfPresent(GeoMetadata.self, forKey: .metadata) ?? GeoMetadata()
    namespaces = try container.decodeIfPresent([GeoNamespace].self, forKey: .namespaces) ?? []
    schemaLocations =
      try container.decodeIfPresent([GeoNamespace].self, forKey: .schemaLocations) ?? []
    kept = try container.decodeIfPresent(String.self, forKey: .kept)
    templates = try container.decodeIfPresent([String].self, forKey: .templates) ?? []
    groups = try container.decodeIfPresent([GeoGroup].self, forKey: .groups) ?? []
    bounds = try container.decodeIfPresent(GeoBounds.self, forKey: .bounds)
    itemCount = try container.decodeIfPresent(Int.self, forKey: .itemCount)
    path = try container.decodeIfPresent(String.self, forKey: .path)
    importRecords = try container.decodeIfPresent([Int64].self, forKey: .importRecords) ?? []
    predecessors = try container.decodeIfPresent([Int64].self, forKey: .predecessors) ?? []
    supersededImports =
      try container.decodeIfPresent([SupersededImport].self, forKey: .supersededImports) ?? []
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(version, forKey: .version)
    try container.encodeIfPresent(creator, forKey: .creator)
    try container.encode(metadata, forKey: .metadata)
    try container.encode(namespaces, forKey: .namespaces)
    try container.encode(schemaLocations, forKey: .schemaLocations)
    try container.encodeIfPresent(kept, forKey: .kept)
    try container.encode(templates, forKey: .templates)
    if !groups.isEmpty { try container.encode(groups, forKey: .groups) }
    try container.encodeIfPresent(bounds, forKey: .bounds)
    try container.encodeIfPresent(itemCount, forKey: .itemCount)
    try container.encodeIfPresent(path, forKey: .path)
    if !importRecords.isEmpty { try container.encode(importRecords, forKey: .importRecords) }
    if !predecessors.isEmpty { try container.encode(predecessors, forKey: .predecessors) }
    if !supersededImports.isEmpty {
      try container.encode(supersededImports, forKey: .supersededImports)
    }
  }
}
