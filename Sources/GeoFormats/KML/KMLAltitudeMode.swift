/// The meaning of a geometry's altitudes.
enum KMLAltitudeMode {
  /// The geometry is on the ground or the sea floor, and its altitudes are ignored. This is the default.
  case clampToGround
  /// The altitudes are heights above the ground or the sea floor.
  case relative
  case absolute

  /// Reads the text of `altitudeMode`. Of an unknown mode, the altitudes are read as absolute.
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
