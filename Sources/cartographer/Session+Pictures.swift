import CartographerCore
import CartographerPresentation
import TerminalUI

extension Session {
  /// Returns a map as the text of an SVG file or an HTML page. If the base map is damaged, the user is told, and the
  /// map is drawn without the base map.
  func picture(
    _ contents: PictureContents, _ format: PictureFormat, _ size: CellSize,
    _ options: PictureOptions, _ baseMap: InstalledBaseMap?
  ) throws -> String {
    func drawn(on base: InstalledBaseMap?) throws -> String {
      let units = options.chosenUnits(in: self)
      let view = PictureView(fitting: contents, width: size.columns, height: size.rows)
      guard format == .html else {
        return try MapPicture(contents, view: view, units: units, base: base).svg(options.theme)
      }
      return try PicturePage(
        contents, view: view, units: units, zone: zone, notation: notation, base: base
      ).html
    }
    do {
      return try drawn(on: baseMap)
    } catch {
      console.say(DisplayText(String(describing: error)))
      return try drawn(on: nil)
    }
  }
}
