import CartographerPresentation

/// The operations on paths that are previewed before they are applied.
package enum OperationKind: String, Sendable, CaseIterable {
  case simplify, crop, split, join, smooth, resample, clean, times, elevation

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
