import Geodesy

/// The tables of a GeoPackage.
enum GeoPackageSchema {
  /// A layer: a table of features.
  struct Layer {
    let table: String
    let title: String
    let geometryType: String
    /// The columns after `fid` and `geom`, with their types.
    let columns: [(name: String, type: String)]

    /// The SQL statement that inserts a feature. Its parameters are the feature's number (`fid`),
    /// its geometry and the layer's other columns, in this order.
    var insertion: String {
      let names = ["fid", "geom"] + columns.map(\.name)
      let marks = names.map { _ in "?" }
      return """
        INSERT INTO "\(table)" (\(names.map { "\"\($0)\"" }.joined(separator: ", "))) \
        VALUES (\(marks.joined(separator: ", ")))
        """
    }

    fileprivate var definition: String {
      let columns = columns.map { "\"\($0.name)\" \($0.type)" }.joined(separator: ", ")
      return """
        CREATE TABLE "\(table)" (fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, \
        geom \(geometryType), \(columns));
        """
    }
  }

  private static let texts = [
    "name", "description", "comment", "symbol", "type", "groups", "colour", "notes", "source",
    "links",
  ].map { (name: $0, type: "TEXT") }

  private static let measured: [(name: String, type: String)] =
    GeoSensor.allCases.map { (column(of: $0), "DOUBLE") } + [
      ("satellites", "MEDIUMINT"), ("fix", "TEXT"), ("hdop", "DOUBLE"), ("vdop", "DOUBLE"),
      ("pdop", "DOUBLE"), ("geoid_height", "DOUBLE"), ("magnetic_variation", "DOUBLE"),
      ("dgps_age", "DOUBLE"), ("dgps_station", "MEDIUMINT"), ("other_values", "TEXT"),
    ]

  /// Returns the name of the column for a sensor, such as `heart_rate`.
  private static func column(of sensor: GeoSensor) -> String {
    switch sensor {
    case .heartRate: "heart_rate"
    case .cadence: "cadence"
    case .airTemperature: "air_temperature"
    case .waterTemperature: "water_temperature"
    case .depth: "depth"
    case .speed: "speed"
    case .course: "course"
    case .bearing: "bearing"
    case .power: "power"
    case .distance: "distance"
    }
  }

  static let places = Layer(
    table: "places", title: "Places", geometryType: "POINT",
    columns: texts + [("elevation", "DOUBLE"), ("time", "DATETIME")] + measured)

  static let paths = Layer(
    table: "paths", title: "Paths", geometryType: "MULTILINESTRING",
    columns: [("kind", "TEXT")] + texts + [
      ("number", "INTEGER"), ("points", "INTEGER"), ("start_time", "DATETIME"),
      ("end_time", "DATETIME"), ("other_values", "TEXT"),
    ])

  static let pathPoints = Layer(
    table: "path_points", title: "Points of paths", geometryType: "POINT",
    columns: [
      ("path", "INTEGER"), ("segment", "INTEGER"), ("point", "INTEGER"), ("name", "TEXT"),
      ("description", "TEXT"), ("comment", "TEXT"), ("symbol", "TEXT"), ("type", "TEXT"),
      ("source", "TEXT"), ("links", "TEXT"), ("elevation", "DOUBLE"), ("time", "DATETIME"),
    ] + measured)

  static let layers = [places, paths, pathPoints]

  /// The SQL statements that create the database.
  ///
  /// Source: OGC GeoPackage 1.3, annex C, “Table Definition SQL”.
  static var creation: String {
    """
    PRAGMA application_id = 1196444487;
    PRAGMA user_version = 10300;
    PRAGMA encoding = 'UTF-8';
    BEGIN;
    CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY, \
    organization TEXT NOT NULL, organization_coordsys_id INTEGER NOT NULL, \
    definition TEXT NOT NULL, description TEXT);
    INSERT INTO gpkg_spatial_ref_sys VALUES \
    ('Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined', \
    'undefined Cartesian coordinate reference system'), \
    ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', \
    'undefined geographic coordinate reference system'), \
    ('WGS 84 geodetic', 4326, 'EPSG', 4326, '\(wgs84)', \
    'longitude/latitude coordinates in decimal degrees on the WGS 84 spheroid');
    CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, \
    identifier TEXT UNIQUE, description TEXT DEFAULT '', \
    last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')), \
    min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER, \
    CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
    CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, \
    geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL, z TINYINT NOT NULL, \
    m TINYINT NOT NULL, CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name), \
    CONSTRAINT uk_gc_table_name UNIQUE (table_name), \
    CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name), \
    CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));
    \(layers.map(\.definition).joined(separator: "\n"))
    """
  }

  /// The definition of WGS 84 in well-known text, with EPSG identifiers.
  private static let wgs84 = """
    GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,\
    AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,\
    AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],\
    AXIS["Latitude",NORTH],AXIS["Longitude",EAST],AUTHORITY["EPSG","4326"]]
    """

  static let contentsInsertion = """
    INSERT INTO gpkg_contents VALUES (?, 'features', ?, '', ?, ?, ?, ?, ?, 4326)
    """

  /// The SQL statement that registers the geometry column of a layer. The value 2 in the `z` column
  /// makes elevations optional.
  static let geometryInsertion = """
    INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', ?, 4326, 2, 0)
    """
}
