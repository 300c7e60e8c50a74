import GeoFormats

/// An action that resolves a problem in a file. Each user interface describes the action in its own
/// terms.
package enum ImportRemedy: Sendable, Equatable {
  /// An external program that converts files from other formats.
  package enum Converter: String, Sendable {
    case gpsbabel
    case ogr2ogr
  }

  /// Import the file without safety limits, provided that its source is trusted.
  case liftLimits
  /// Swap the latitude and longitude of all points.
  case swapCoordinates
  /// Specify which columns of the table contain the latitude and longitude.
  case chooseColumns
  /// Convert the file with another program.
  case convert(Converter)
  /// Open the file as a store instead of importing it.
  case openStore

  init(_ remedy: Diagnostic.Remedy) {
    self =
      switch remedy {
      case .liftLimits: .liftLimits
      case .swapCoordinates: .swapCoordinates
      case .chooseColumns: .chooseColumns
      case .convert(.gpsbabel): .convert(.gpsbabel)
      case .convert(.ogr2ogr): .convert(.ogr2ogr)
      case .openStore: .openStore
      }
  }
}
