import CartographerCore
import CartographerPresentation
import TerminalUI

extension Session {
  /// Returns a map as an SVG file or an HTML page. If the base map is damaged, the user is told,
  /// and the map is drawn without the base map.
  func picture(
    _ contents: PictureContents, _ format: PictureFormat, in view: PictureView,
    _ options: PictureOptions, _ baseMap: InstalledBaseMap?, heat: Bool = false,
    colouring: MapColouring? = nil, userMaps: MapTilesScene? = nil
  ) throws -> String {
    try contents.markup(
      format, in: view, units: units, zone: zone, notation: notation,
      base: baseMap, showsHeatMap: heat, colouring: colouring, userMaps: userMaps,
      theme: options.theme ?? .light,
      reporting: { console.say(DisplayText(String(describing: $0))) })
  }
}

extension Failure {
  /// Creates the error for a command that found nothing to draw and wrote no file.
  static func nothingToDraw(_ message: String) -> Failure {
    Failure(
      .noInput, code: "notFound", message, remedy: "Choose other items. See: cartographer list")
  }
}
