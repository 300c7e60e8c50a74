import CartographerCore

extension ImportRemedy {
  /// A clause that tells users of the editor how to import the file.
  var editorClause: String {
    switch self {
    case .liftLimits: "to lift this limit, import the file on the command line"
    case .exchangeCoordinates:
      "to exchange latitude and longitude, import the file on the command line"
    case .chooseColumns: "specify the columns"
    case .convert(.gpsbabel): "convert the file to GPX with GPSBabel first"
    case .convert(.ogr2ogr): "convert the file to GPX or GeoJSON with ogr2ogr first"
    case .openStore: "to open a Cartographer store, start the program with --store"
    }
  }
}
