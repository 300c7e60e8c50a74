extension StyleRule {
  /// Returns the style rules for a schema. The first rule that matches a feature determines how it
  /// is drawn.
  ///
  /// Sources: OpenMapTiles schema 3.15 (openmaptiles.org/schema), Protomaps basemap layers versions
  /// 3 and 4 (docs.protomaps.com/basemaps/layers), Shortbread 1.0
  /// (shortbread-tiles.org/schema/1.0).
  static func rules(of schema: TileSchema) -> [StyleRule] {
    switch schema {
    case .openMapTiles: contours + openMapTiles + additions
    case .protomaps: contours + protomaps + additions
    case .shortbread: contours + shortbread + additions
    case .unknown: contours + unknown
    }
  }

  private static let area: Set<VectorTile.Kind> = [.polygon]
  private static let line: Set<VectorTile.Kind> = [.line]
  private static let lineOrArea: Set<VectorTile.Kind> = [.line, .polygon]
  private static let point: Set<VectorTile.Kind> = [.point]
  private static let any: Set<VectorTile.Kind> = [.point, .line, .polygon]

  private static let countries: Set<String> = ["2", "2.0"]
  private static let regions: Set<String> = ["3", "4", "3.0", "4.0"]
  private static let smallPlaces: Set<String> = [
    "hamlet", "isolated_dwelling", "farm", "locality", "neighbourhood", "quarter", "square",
  ]

  /// The style rules for contour lines. None of the schemas defines contours, but map makers add
  /// them in these layers.
  private static let contours: [StyleRule] = [
    StyleRule(
      ["contour", "contours"], lineOrArea, ["nth_line", "div", "index"],
      ["5", "10", "100", "200", "250", "500", "1000", "true"], .shape(.mainContour), from: 10),
    StyleRule(["contour", "contours"], lineOrArea, .shape(.contour), from: 12),
  ]

  private static let openMapTiles: [StyleRule] = [
    StyleRule(["water"], area, ["class"], ["swimming_pool"], .nothing),
    StyleRule(["water"], area, .shape(.water)),
    StyleRule(["waterway"], line, ["class"], ["river"], .shape(.waterway), from: 8),
    StyleRule(["waterway"], line, ["class"], ["canal"], .shape(.waterway), from: 10),
    StyleRule(["waterway"], line, .shape(.waterway), from: 13),
    StyleRule(
      ["landcover", "landuse"], area, ["class"], ["wood", "forest"], .shape(.woods), from: 7),
    StyleRule(["building"], area, .shape(.building), from: 15),
    StyleRule(
      ["transportation"], line, ["class"], ["motorway", "trunk"], .shape(.motorway), from: 5),
    StyleRule(["transportation"], line, ["class"], ["primary"], .shape(.majorRoad), from: 8),
    StyleRule(["transportation"], line, ["class"], ["secondary"], .shape(.majorRoad), from: 10),
    StyleRule(["transportation"], line, ["class"], ["tertiary"], .shape(.minorRoad), from: 11.5),
    StyleRule(["transportation"], line, ["class"], ["path", "track"], .shape(.path), from: 13.5),
    StyleRule(["transportation"], line, ["class"], ["rail"], .shape(.railway), from: 10),
    StyleRule(["transportation"], line, ["class"], ["transit"], .shape(.railway), from: 13),
    StyleRule(["transportation"], line, ["class"], ["ferry"], .nothing),
    StyleRule(["transportation"], line, ["class"], ["service"], .shape(.minorRoad), from: 15),
    StyleRule(["transportation"], line, ["class"], ["minor"], .shape(.minorRoad), from: 13),
    StyleRule(["boundary"], line, ["maritime"], ["1", "true"], .nothing),
    StyleRule(["boundary"], line, ["admin_level"], countries, .shape(.border)),
    StyleRule(["boundary"], line, ["admin_level"], regions, .shape(.region), from: 5),
    StyleRule(["place"], point, ["class"], ["country"], .name(.country)),
    StyleRule(["place"], point, ["class"], ["state", "province"], .name(.region)),
    StyleRule(["place"], point, ["class"], ["city"], .name(.city)),
    StyleRule(["place"], point, ["class"], ["town"], .name(.town)),
    StyleRule(["place"], point, ["class"], ["village", "suburb"], .name(.village)),
    StyleRule(["place"], point, ["class"], smallPlaces, .name(.hamlet)),
    StyleRule(["mountain_peak"], point, .name(.peak)),
    StyleRule(["water_name"], any, .name(.water)),
    StyleRule(["transportation_name"], line, .name(.street)),
  ]

  private static let kind = ["kind", "pmap:kind"]

  private static let protomaps: [StyleRule] = [
    StyleRule(["water"], area, ["kind", "leisure"], ["swimming_pool"], .nothing),
    StyleRule(["water"], area, .shape(.water)),
    StyleRule(
      ["water", "physical_line"], line, kind + ["waterway"], ["river"], .shape(.waterway), from: 8),
    StyleRule(
      ["water", "physical_line"], line, kind + ["waterway"], ["canal"], .shape(.waterway), from: 10),
    StyleRule(
      ["water", "physical_line"], line, kind, ["stream", "ditch", "drain", "waterway"],
      .shape(.waterway), from: 13),
    StyleRule(
      ["landuse", "landcover", "natural", "land"], area, kind + ["landuse", "natural"],
      ["forest", "wood"], .shape(.woods), from: 7),
    StyleRule(["buildings"], area, ["kind"], ["building_part"], .nothing),
    StyleRule(["buildings"], area, .shape(.building), from: 15),
    StyleRule(["roads"], line, kind, ["highway"], .shape(.motorway), from: 5),
    StyleRule(["roads"], line, ["highway"], ["trunk", "trunk_link"], .shape(.motorway), from: 8),
    StyleRule(
      ["roads"], line, ["kind_detail", "pmap:kind_detail", "highway"],
      ["tertiary", "tertiary_link"], .shape(.minorRoad), from: 11.5),
    StyleRule(
      ["roads"], line, ["kind_detail", "pmap:kind_detail", "highway"],
      ["secondary", "secondary_link"], .shape(.majorRoad), from: 10),
    StyleRule(["roads"], line, kind, ["major_road"], .shape(.majorRoad), from: 8),
    StyleRule(["roads"], line, kind, ["medium_road"], .shape(.minorRoad), from: 11.5),
    StyleRule(
      ["roads"], line, ["kind_detail", "pmap:kind_detail", "highway"], ["service"],
      .shape(.minorRoad), from: 15),
    StyleRule(["roads"], line, kind, ["minor_road"], .shape(.minorRoad), from: 13),
    StyleRule(
      ["roads"], line, ["highway", "kind_detail", "pmap:kind_detail"], ["track", "path"],
      .shape(.path), from: 13.5),
    StyleRule(["roads"], line, ["highway"], ["pedestrian"], .shape(.minorRoad), from: 14),
    StyleRule(["roads"], line, kind, ["path"], .shape(.path), from: 15),
    StyleRule(
      ["roads"], line, ["highway"], ["footway", "cycleway", "bridleway", "steps"], .shape(.path),
      from: 16),
    StyleRule(["roads"], line, ["kind_detail"], ["tram"], .shape(.railway), from: 13),
    StyleRule(["roads"], line, kind, ["rail"], .shape(.railway), from: 10),
    StyleRule(
      ["transit"], line, ["railway"], ["disused", "abandoned", "tram", "subway"], .nothing),
    StyleRule(["transit"], line, ["service"], ["yard", "siding", "crossover"], .nothing),
    StyleRule(["transit"], line, kind, ["rail", "railway"], .shape(.railway), from: 10),
    StyleRule(["boundaries"], line, ["kind"], ["country"], .shape(.border)),
    StyleRule(["boundaries"], line, ["kind"], ["region"], .shape(.region), from: 5),
    StyleRule(
      ["boundaries"], line, ["pmap:min_admin_level", "min_admin_level"], countries, .shape(.border)),
    StyleRule(
      ["boundaries"], line, ["pmap:min_admin_level", "min_admin_level"], regions, .shape(.region),
      from: 5),
    StyleRule(["places"], point, kind, ["country"], .name(.country)),
    StyleRule(["places"], point, kind, ["region", "state"], .name(.region)),
    StyleRule(["places"], point, ["capital"], ["2", "4", "yes"], .name(.city)),
    StyleRule(
      ["places"], point, ["kind_detail", "pmap:kind_detail", "place"], ["city"], .name(.city)),
    StyleRule(
      ["places"], point, ["kind_detail", "pmap:kind_detail", "place"], ["town"], .name(.town)),
    StyleRule(
      ["places"], point, ["kind_detail", "pmap:kind_detail", "place"], ["village", "suburb"],
      .name(.village)),
    StyleRule(["places"], point, ["kind", "pmap:kind", "place"], smallPlaces, .name(.hamlet)),
    StyleRule(
      ["physical_point", "pois"], point, kind + ["natural"], ["peak", "volcano"], .name(.peak)),
    StyleRule(
      ["physical_point", "water"], point, kind,
      ["ocean", "sea", "bay", "strait", "lake", "water", "river", "reservoir"], .name(.water)),
    StyleRule(["roads"], line, .name(.street)),
  ]

  private static let shortbread: [StyleRule] = [
    StyleRule(["ocean"], area, .shape(.water)),
    StyleRule(
      ["water_polygons"], area, ["kind"], ["glacier", "swimming_pool"], .nothing),
    StyleRule(["water_polygons"], area, .shape(.water)),
    StyleRule(["water_lines"], line, ["kind"], ["river"], .shape(.waterway), from: 8),
    StyleRule(["water_lines"], line, ["kind"], ["canal"], .shape(.waterway), from: 10),
    StyleRule(["water_lines"], line, .shape(.waterway), from: 13),
    StyleRule(["land"], area, ["kind"], ["forest", "wood"], .shape(.woods), from: 7),
    StyleRule(["buildings"], area, .shape(.building), from: 15),
    StyleRule(["streets"], line, ["service"], ["yard", "siding", "crossover", "spur"], .nothing),
    StyleRule(["streets"], line, ["kind"], ["tram", "subway", "bus_guideway"], .nothing),
    StyleRule(["streets"], line, ["rail"], ["true", "1"], .shape(.railway), from: 10),
    StyleRule(
      ["streets"], line, ["kind"],
      ["rail", "narrow_gauge", "light_rail", "funicular", "monorail"], .shape(.railway), from: 10),
    StyleRule(["streets"], line, ["kind"], ["motorway", "trunk"], .shape(.motorway), from: 5),
    StyleRule(["streets"], line, ["kind"], ["primary"], .shape(.majorRoad), from: 8),
    StyleRule(["streets"], line, ["kind"], ["secondary"], .shape(.majorRoad), from: 10),
    StyleRule(["streets"], line, ["kind"], ["tertiary"], .shape(.minorRoad), from: 11.5),
    StyleRule(["streets"], line, ["kind"], ["track", "path"], .shape(.path), from: 13.5),
    StyleRule(
      ["streets"], line, ["kind"], ["footway", "cycleway", "bridleway", "steps"], .shape(.path),
      from: 15),
    StyleRule(["streets"], line, ["kind"], ["taxiway", "runway", "platform"], .nothing),
    StyleRule(["streets"], line, ["kind"], ["service"], .shape(.minorRoad), from: 15),
    StyleRule(["streets"], line, .shape(.minorRoad), from: 13),
    StyleRule(["boundaries"], line, ["maritime"], ["true", "1"], .nothing),
    StyleRule(["boundaries"], line, ["admin_level"], countries, .shape(.border)),
    StyleRule(["boundaries"], line, ["admin_level"], regions, .shape(.region), from: 5),
    StyleRule(["boundary_labels"], point, ["admin_level"], countries, .name(.country)),
    StyleRule(["boundary_labels"], point, .name(.region)),
    StyleRule(
      ["place_labels"], point, ["kind"], ["capital", "state_capital", "city"], .name(.city)),
    StyleRule(["place_labels"], point, ["kind"], ["town"], .name(.town)),
    StyleRule(["place_labels"], point, ["kind"], ["village", "suburb"], .name(.village)),
    StyleRule(["place_labels"], point, ["kind"], smallPlaces, .name(.hamlet)),
    StyleRule(["water_polygons_labels"], point, .name(.water)),
    StyleRule(["pois"], point, ["natural"], ["peak", "volcano"], .name(.peak)),
    StyleRule(["street_labels"], line, .name(.street)),
  ]

  /// The rules for additional layers in map files whose schema is known. Areas are not drawn,
  /// because their outlines would hide the map.
  private static let additions: [StyleRule] = [
    StyleRule([], line, .shape(.other)),
    StyleRule([], point, .name(.other)),
  ]

  private static let unknown: [StyleRule] = [
    StyleRule([], lineOrArea, .shape(.other)),
    StyleRule([], point, .name(.other)),
  ]
}
