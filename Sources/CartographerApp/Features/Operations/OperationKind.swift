import CartographerPresentation

/// The path operations that are previewed before they are applied.
package enum OperationKind: String, Sendable, CaseIterable {
  case simplify, crop, split, join, smooth, resample, clean, times, elevation

  /// The name of the command that starts the operation. The command `split` splits at one point.
  var command: String { self == .split ? "split-by" : rawValue }

  package var title: String {
    switch self {
    case .simplify: "Simplify"
    case .crop: "Crop"
    case .split: "Split"
    case .join: "Join"
    case .smooth: "Smooth"
    case .resample: "Resample"
    case .clean: "Clean"
    case .times: "Times"
    case .elevation: "Elevations"
    }
  }
}
