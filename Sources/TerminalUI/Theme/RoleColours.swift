/// The colours of all roles for one kind of background, as indexes into the 256-colour palette.
struct RoleColours: Sendable {
  let dim: UInt8
  let border: UInt8
  let graticule: UInt8
  let accent: UInt8
  let warning: UInt8
  let error: UInt8
  let success: UInt8
  let selectedPath: UInt8
  let water: UInt8
  let sea: UInt8
  let coast: UInt8
  let boundary: UInt8
  let region: UInt8
  /// The colours for features of detailed maps, in the order of ``Role/Ground``.
  let ground: [UInt8]
  /// The colours of ``Role/scale(_:)``, from the lowest level to the highest.
  let scale: [UInt8]
  /// The colours of paths. Consecutive colours in the array differ in hue and lightness.
  let paths: [UInt8]

  static func on(_ background: Theme.Background) -> RoleColours {
    switch background {
    case .dark: dark
    case .light: light
    case .unknown: unknown
    }
  }

  private static let dark = RoleColours(
    dim: 248, border: 244, graticule: 240, accent: 81, warning: 220, error: 210, success: 114,
    selectedPath: 226, water: 25, sea: 24, coast: 66, boundary: 95, region: 238,
    ground: [101, 240, 94, 60, 237, 22, 58, 133],
    scale: [75, 141, 205, 214, 229],
    paths: [39, 214, 84, 213, 180, 51, 209, 147, 154, 223, 75, 216])

  private static let light = RoleColours(
    dim: 240, border: 244, graticule: 248, accent: 25, warning: 94, error: 160, success: 22,
    selectedPath: 161, water: 67, sea: 152, coast: 73, boundary: 138, region: 252,
    ground: [137, 249, 180, 103, 252, 151, 180, 133],
    scale: [31, 62, 127, 160, 52],
    paths: [26, 130, 28, 127, 94, 23, 160, 55, 58, 88, 25, 90])

  private static let unknown = RoleColours(
    dim: 244, border: 244, graticule: 244, accent: 31, warning: 130, error: 160, success: 28,
    selectedPath: 162, water: 67, sea: 245, coast: 66, boundary: 95, region: 245,
    ground: [101, 244, 137, 103, 245, 65, 137, 133],
    scale: [31, 62, 127, 160, 130],
    paths: [27, 130, 28, 162, 100, 31, 160, 98, 64, 95, 67, 166])
}
