import CartographerCore
import CartographerPresentation
import Foundation

extension EffectRunner {
  /// Writes a picture of the map as SVG, PNG or HTML, depending on the path's extension.
  func draw(_ job: Int, _ request: PictureRequest, _ path: String, _ isReplacing: Bool) {
    start(job) { [self] in
      let target: PictureTarget
      do throws(EditorFailure) {
        target = try PictureTarget(path, expand: files.expanded)
      } catch {
        return .pathRejected(job: job, command: "picture", path: path, error)
      }
      if !isReplacing, FileManager.default.fileExists(atPath: target.url.path) {
        return .pictureExists(job: job, request, path: target.path)
      }
      mailbox.post(.jobProgress(id: job, JobProgress(fraction: nil, detail: "")))
      let contents = try await contents(
        of: request, in: request.view,
        readsPoints: !request.showsHeatMap || target.format == .html)
      var colouring: MapColouring?
      if let (id, quantity) = request.colours.first {
        colouring = try await contents.colouring(
          of: [id], by: quantity, request.units, from: library)
      }
      var tiles: MapTilesScene?
      if !request.userMapLayers.isEmpty {
        // The editor has already reported the problems of map files.
        var problems: [String] = []
        tiles = try userMaps.scene(
          for: request.view.tileWindow(isPage: target.format == .html), relief: request.relief,
          problems: &problems, isCancelled: { Task.isCancelled })
        tiles?.shown = request.userMapLayers
      }
      // The editor has already reported a damaged base map.
      let text = try contents.markup(
        target.format, in: request.view, units: request.units, zone: request.zone,
        notation: request.notation, base: request.layers.isEmpty ? nil : baseMap,
        layers: request.layers, showsHeatMap: request.showsHeatMap, colouring: colouring,
        userMaps: tiles, reporting: { _ in })
      var bytes = Data(text.utf8)
      if target.format == .png {
        guard let pngConverter else {
          throw EditorFailure(
            "This editor cannot write PNG images; use a name that ends in .svg.")
        }
        bytes = try await pngConverter(text)
      }
      try Task.checkCancellation()
      try FileSink.write(bytes, to: target.url, isReplacing: isReplacing)
      return .pictureWritten(job: job, path: target.path)
    }
  }

  /// Returns sentences that describe the map in a requested picture.
  func lines(
    describing request: PictureRequest, _ focus: ViewDescription.Focus
  ) async throws -> [String] {
    let contents = try await contents(of: request, in: request.paneView)
    return ViewDescription(
      contents, view: request.paneView, focus: focus, towns: try? baseMap?.towns(),
      units: request.units
    ).sentences
  }

  /// Reads the items of a requested picture that are visible in a view.
  private func contents(
    of request: PictureRequest, in view: PictureView, readsPoints: Bool = true
  ) async throws -> PictureContents {
    let snapshot = try await library.snapshot(of: request.ids)
    var contents = try await PictureContents.read(
      request.ids, in: snapshot, from: library, title: request.title, readsPoints: readsPoints,
      needed: request.colours.keys.first, coloursByGroup: request.coloursByGroup
    ) { _ in view }.contents.inView(view)
    if let group = request.group {
      contents.itinerary = try await library.itinerary(of: group).plan
      if request.coloursByDay { contents.colourByDay() }
    }
    return contents
  }
}

/// The destination file of a picture.
private struct PictureTarget {
  /// The entered path, with `.svg` appended if the path has no extension.
  let path: String
  let url: URL
  let format: PictureFormat

  /// Creates the destination for an entered path. If the path has no extension, appends `.svg`.
  ///
  /// - Parameter expand: A closure that returns the absolute path for an entered path.
  /// - Throws: ``EditorFailure`` if no picture can be written at the path.
  init(_ typed: String, expand: (String) -> String) throws(EditorFailure) {
    if FileManager.default.isFolder(expand(typed)) {
      throw EditorFailure("\(typed) is a folder; add a file name.")
    }
    path = ExportName.hasExtension(typed) ? typed : "\(typed).svg"
    url = URL(filePath: expand(path))
    guard let format = PictureFormat(ofFile: path), !format.isText else {
      throw EditorFailure(
        "“\(url.pathExtension)” is not a supported picture format; "
          + "use a name that ends in .svg, .png or .html."
      )
    }
    self.format = format
    let folder = url.deletingLastPathComponent().path
    guard FileManager.default.isFolder(folder) else {
      throw EditorFailure("There is no folder \(folder); create it, or type another path.")
    }
  }
}
