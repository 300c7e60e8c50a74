import CartographerCore
import CartographerPresentation
import TerminalUI

extension Session {
  /// Returns a map as SVG for the formats SVG and PNG, or as a page. If the base map is damaged, this is
  /// reported, and the map is drawn without it.
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
