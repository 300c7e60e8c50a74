extension Diagnostic {
  /// The action that resolves a problem in a file.
  ///
  /// Each user interface describes the remedy in terms of its own options, keys or commands, so
  /// diagnostic messages omit it.
  public enum Remedy: Hashable, Sendable {
    /// A program that converts files from unsupported formats.
    public enum Converter: Hashable, Sendable {
      case gpsbabel
      case ogr2ogr
    }

    /// Read the file without safety limits, if the file is from a trusted source.
    case liftLimits
    /// Swap the latitude and longitude of all points.
    case swapCoordinates
    /// Specify which table columns contain the latitude and longitude.
    case chooseColumns
    /// Convert the file with another program.
    case convert(Converter)
    /// Open the file as a store instead of importing it.
    case openStore
  }
}

extension Diagnostic.Remedy {
  /// Returns the usual remedy for diagnostics with the given code and action. Returns nil if none
  /// exists.
  static func implied(by code: Diagnostic.Code, _ action: Diagnostic.Action) -> Self? {
    switch code {
    case .limitToken, .limitText, .limitDepth, .limitFragment, .limitUnpacked, .limitRatio:
      action == .repaired ? nil : .liftLimits
    case .limitEmptyPaths: .liftLimits
    default: nil
    }
  }
}
