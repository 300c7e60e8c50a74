import CartographerCore

extension ImportRemedy {
  /// A clause that describes the remedy in terms of command-line options.
  var clause: String {
    switch self {
    case .liftLimits: "to lift this limit for a file that you trust, import it with `--no-limits`"
    case .swapCoordinates: "import the file with `--swap`"
    case .chooseColumns: "name the columns, for example with `--columns lat=3,lon=4,name=1`"
    case .convert(.gpsbabel): "to convert the file with GPSBabel, import it with `--via gpsbabel`"
    case .convert(.ogr2ogr): "to convert the file with ogr2ogr, import it with `--via ogr2ogr`"
    case .openStore: "to open a Cartographer store, use `--store`"
    }
  }

  /// The clause as a sentence.
  var sentence: String { clause.prefix(1).uppercased() + clause.dropFirst() + "." }
}
