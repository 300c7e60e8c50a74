import CartographerCore

extension ImportRemedy {
  /// A clause that tells users of the editor how to import the file.
  var editorClause: String {
    switch self {
    case .liftLimits: "to lift this limit, import the file on the command line"
    case .swapCoordinates:
      "latitude and longitude can be swapped in the import dialog"
    case .chooseColumns: "specify the columns"
    case .convert(.gpsbabel):
      "to convert the file with GPSBabel, import it with :import --via gpsbabel"
    case .convert(.ogr2ogr):
      "to convert the file with ogr2ogr, import it with :import --via ogr2ogr"
    case .openStore: "to open a Cartographer store, start the program with --store"
    }
  }
}
