/// The meaning of the altitudes in a geometry, according to KML's `altitudeMode`.
enum KMLAltitudeMode {
  /// The geometry is on the ground or the sea floor, and its altitudes are ignored. This mode is
  /// the default.
  case clampToGround
  /// The altitudes are heights above the ground or the sea floor.
  case relative
  case absolute

  /// Creates an altitude mode from the text of KML's `altitudeMode` element. If the mode is
  /// unknown, altitudes are read as absolute.
  init(_ text: String) {
    if text.hasPrefix("clampTo") {
      self = .clampToGround
    } else if text.hasPrefix("relativeTo") {
      self = .relative
    } else {
      self = .absolute
    }
  }
}
