import CartographerCore
import Foundation
import Geodesy

/// The format of a picture.
package enum PictureFormat: String, CaseIterable, Sendable {
  case text, ansi, svg, png, html

  package var fileExtensions: [String] {
    switch self {
    case .text: ["txt"]
    case .ansi: ["ans"]
    case .svg, .png: [rawValue]
    case .html: ["html", "htm"]
    }
  }

  /// Creates the picture format for a file's extension, or returns nil for an unknown extension.
  package init?(ofFile path: String) {
    let ending = URL(filePath: path).pathExtension.lowercased()
    guard let format = Self.allCases.first(where: { $0.fileExtensions.contains(ending) }) else {
      return nil
    }
    self = format
  }

  /// Whether the picture consists of text characters. Its size is then given in columns and rows.
  package var isText: Bool { self == .text || self == .ansi }

  /// The names of all formats, for messages.
  package static let list = "text, ansi, svg, png or html"
}

extension PictureContents {
  /// Returns an HTML page for the HTML format, or the map as an SVG file for the SVG and PNG
  /// formats. If the base map is damaged, the map is drawn without it.
  ///
  /// - Parameter showsHeatMap: Whether an SVG or PNG image shows the tracks as a heat map.
  /// - Parameter colouring: The point-by-point path colours, or nil for a single colour per path.
  /// - Parameter report: A closure that is called with the error if the base map is damaged.
  /// - Throws: `CancellationError` if the task is cancelled.
  package func markup(
    _ format: PictureFormat, in view: PictureView, units: UnitSystem, zone: TimeZone,
    notation: CoordinateNotation, base: InstalledBaseMap?,
    layers: Set<BaseMapScene.Layer> = Set(BaseMapScene.Layer.allCases), showsHeatMap: Bool = false,
    colouring: MapColouring? = nil, userMaps: MapTilesScene? = nil, theme: PictureTheme = .light,
    reporting report: (any Error) -> Void
  ) throws -> String {
    func draw(on base: InstalledBaseMap?) throws -> String {
      guard format == .html else {
        return try MapPicture(
          self, view: view, units: units, base: base, layers: layers, showsHeatMap: showsHeatMap,
          colouring: colouring, userMaps: userMaps
        ).svg(theme)
      }
      return try PicturePage(
        self, view: view, units: units, zone: zone, notation: notation, base: base,
        layers: layers, colouring: colouring, userMaps: userMaps
      ).html
    }
    do {
      return try draw(on: base)
    } catch  where !(error is CancellationError) {
      report(error)
      return try draw(on: nil)
    }
  }
}
