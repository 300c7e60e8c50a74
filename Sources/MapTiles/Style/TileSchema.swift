/// A published definition of layers and attributes in vector tiles.
package enum TileSchema: String, Sendable, CaseIterable {
  case openMapTiles
  /// The Protomaps basemap schema, versions 1 to 4.
  case protomaps
  case shortbread
  /// Any other schema, for which all features are drawn in the same style.
  case unknown

  /// The names of the schema's layers.
  var layers: Set<String> {
    switch self {
    case .openMapTiles:
      [
        "water", "waterway", "landcover", "landuse", "mountain_peak", "park", "boundary",
        "aeroway", "transportation", "building", "water_name", "transportation_name", "place",
        "housenumber", "poi", "aerodrome_label",
      ]
    case .protomaps:
      [
        "water", "earth", "landcover", "landuse", "natural", "physical_line", "physical_point",
        "roads", "transit", "places", "pois", "buildings", "boundaries",
      ]
    case .shortbread:
      [
        "ocean", "water_polygons", "water_polygons_labels", "water_lines", "water_lines_labels",
        "land", "sites", "buildings", "streets", "street_polygons", "street_labels",
        "street_labels_points", "boundaries", "boundary_labels", "place_labels", "pois",
        "streets_polygons_labels", "public_transport", "aerialways", "ferries", "bridges",
        "addresses", "dam_lines", "dam_polygons", "pier_lines", "pier_polygons",
      ]
    case .unknown: []
    }
  }

  /// The minimum number of layer names that a tile must share with a schema for the schema to be
  /// recognised. A single name is weak evidence, because any map can have a layer named “water” or
  /// “roads”.
  private static let leastLayers = 3

  /// Returns the schema with the most matching layer names or, in case of a tie, the first such
  /// schema. If every schema contains at most two of the names, returns ``unknown``.
  package static func recognised(by names: some Collection<String>) -> TileSchema {
    var best = (schema: TileSchema.unknown, count: leastLayers - 1)
    for schema in allCases {
      let count = schema.layers.intersection(names).count
      if count > best.count { best = (schema, count) }
    }
    return best.schema
  }
}
