import CartographerCore

extension ImportRemedy {
  /// The remedy in words, as a clause for users of the editor.
  var editorClause: String {
    switch self {
    case .liftLimits: "only the command line can lift this limit"
    case .exchangeCoordinates: "only the command line can exchange them in such a file"
    case .chooseColumns: "specify the columns"
    case .convert(.gpsbabel): "convert the file to GPX with GPSBabel first"
    case .convert(.ogr2ogr): "convert the file to GPX or GeoJSON with ogr2ogr first"
    case .openStore: "to open a Cartographer store, start the program with it"
    }
  }
}
