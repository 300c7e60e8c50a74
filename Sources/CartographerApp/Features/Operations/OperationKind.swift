import CartographerPresentation

/// The path operations that are previewed before they are applied.
package enum OperationKind: String, Sendable, CaseIterable {
  case simplify, crop, split, join, smooth, resample, clean, times, elevation

  /// The name of the command that starts the operation. For a split, the name is `split-by`,
  /// because `split` is the command that splits a path at a single point.
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
