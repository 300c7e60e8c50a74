import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

/// A request for a picture or a description of the map, with the items and the view to show.
package struct PictureRequest: Sendable, Equatable {
  /// The places and paths whose bounding boxes intersect the picture's view.
  package var ids: [ItemID]
  /// The open group. Nil if no group is open.
  package var group: ItemID?
  package var title: String?
  package var viewport: MapViewport
  /// The size of the map pane, in cells.
  package var pane: Size
  package var units: UnitSystem
  package var zone: TimeZone
  package var notation: CoordinateNotation
  /// The base-map layers that are shown.
  package var layers: Set<BaseMapScene.Layer>
  /// The visible layers of the user's own maps. Empty if none of these maps are shown.
  package var userMapLayers: Set<BaseMapScene.Layer> = []
  /// The folder with the terrain model for contours and shading. Nil if no contours or shading are
  /// drawn.
  package var relief: String?
  /// Whether an SVG or PNG image shows the tracks as a heat map.
  package var showsHeatMap = false
  /// The selected path's ID and the quantity by which the path is coloured. Empty if the path
  /// is drawn in a single colour.
  package var colours: [ItemID: PathColour] = [:]
  /// Whether items are drawn in the colours of their groups.
  package var coloursByGroup = false
  /// Whether paths are drawn in the colours of the days in the open group's itinerary.
  package var coloursByDay = false

  /// The file name that the editor suggests for a picture of the map.
  static let name: @Sendable (AppState) -> String? = { $0.pictureName }

  /// The width of the picture, in pixels.
  private static let width = 1_200

  /// The picture's view, with about the same aspect ratio as the map pane.
  var view: PictureView {
    let share = Double(pane.rows * 4) / Double(max(pane.columns * 2, 1))
    let height = min(max(Int(Double(Self.width) * share), 400), 2_000)
    return PictureView(viewport, pane: pane, width: Self.width, height: height)
  }

  /// A view that covers exactly the area shown in the map pane, for the map's description in words.
  package var paneView: PictureView { PictureView(viewport, pane: pane) }
}

extension AppState {
  /// The request for a picture of the current map.
  var pictureRequest: PictureRequest {
    let group = list.scope.flatMap { index.group($0) }
    var request = PictureRequest(
      ids: [], group: group?.id, title: group?.name,
      viewport: map.viewport, pane: layout.mapSize, units: settings.units, zone: settings.zone,
      notation: settings.notation, layers: map.base.isInstalled ? settings.mapLayers : [])
    request.ids = request.view.ids(in: map.contents)
    request.userMapLayers = settings.mapLayers
    request.relief = settings.reliefFolder
    request.showsHeatMap = settings.showsHeatMap
    request.coloursByGroup = settings.pathColour == .group
    request.coloursByDay = settings.pathColour == .day
    if let colouring = mapScene.colouring, let path = selectedPath {
      request.colours = [path.id: colouring.scale.quantity]
    }
    if settings.showsHeatMap, let listed = list.listedTracks.map({ Set($0) }) {
      request.ids.removeAll { index.path($0)?.kind == .track && !listed.contains($0) }
    }
    return request
  }

  /// The file name that the editor suggests for a picture of the map.
  var pictureName: String {
    ExportName.fileName(
      list.scope.flatMap { index.group($0)?.name } ?? "map", fileExtension: "svg")
  }

  /// Writes a picture of the map to a file. If no path is given, uses the suggested file name.
  mutating func drawPicture(to path: String) -> [Effect] {
    draw(pictureRequest, to: path.isEmpty ? pictureName : path)
  }

  /// Writes a picture to a file.
  ///
  /// - Parameter isReplacing: Whether an existing file may be replaced without asking the user.
  mutating func draw(
    _ request: PictureRequest, to path: String, replacing isReplacing: Bool = false
  ) -> [Effect] {
    let job = startJob("picture \(path.lastComponent)", isWriting: false)
    if !isReplacing { jobs.awaitAnswer(of: job) }
    return [.picture(job: job, request, path: path, replacing: isReplacing)]
  }

  mutating func finishPicture(_ job: Int, _ path: String) -> [Effect] {
    let text = "Wrote the picture \(path.lastComponent)"
    jobs.finish(job, text)
    return say(text, .success)
  }
}
