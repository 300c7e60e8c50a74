import CartographerCore
import CartographerPresentation
import Foundation

extension EffectRunner {
  /// Writes a picture of the map as SVG, PNG or HTML, depending on the extension of the path.
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
      let contents = try await contents(of: request)
      // The editor has already reported a damaged base map.
      let text =
        try (try? picture(contents, request, target.format, on: baseMap))
        ?? picture(contents, request, target.format, on: nil)
      var bytes = Data(text.utf8)
      if target.format == .png {
        guard let pngConverter else {
          throw EditorFailure("PNG pictures are not available; end the name in .svg instead.")
        }
        bytes = try await pngConverter(text)
      }
      try FileSink.write(bytes, to: target.url, isReplacing: isReplacing)
      return .pictureWritten(job: job, path: target.path)
    }
  }

  /// Returns the description in words of the map in a picture request, sentence by sentence.
  func lines(describing request: PictureRequest, _ summary: String) async throws -> [String] {
    let contents = try await contents(of: request)
    let description = ViewDescription(
      contents, view: request.view.bounds, towns: try? baseMap?.towns(), units: request.units)
    // The summary names the numbers of paths and places.
    return [summary] + description.sentences.dropFirst()
  }

  /// Reads the items that are visible in a requested picture of the map.
  private func contents(of request: PictureRequest) async throws -> PictureContents {
    let snapshot = try await library.snapshot(of: request.ids)
    let geometries = try await library.geometries(of: request.ids.filter { $0.kind == .path })
    var contents = PictureContents(
      of: request.ids, in: snapshot, geometries, title: request.title
    ).inView(request.view)
    if let group = request.group {
      contents.itinerary = try await library.itinerary(of: group).plan
    }
    return contents
  }

  private func picture(
    _ contents: PictureContents, _ request: PictureRequest, _ format: PictureTarget.Format,
    on base: InstalledBaseMap?
  ) throws -> String {
    let view = request.view
    let base = request.layers.isEmpty ? nil : base
    guard format == .html else {
      return try MapPicture(
        contents, view: view, units: request.units, base: base, layers: request.layers
      ).svg(.light)
    }
    return try PicturePage(
      contents, view: view, units: request.units, zone: request.zone,
      notation: request.notation, base: base, layers: request.layers
    ).html
  }
}

/// The file to which a picture is written.
private struct PictureTarget {
  enum Format: String, CaseIterable {
    case svg, png, html
  }

  /// The typed path, with the extension `svg` appended if the path had none.
  let path: String
  let url: URL
  let format: Format

  /// Creates the target for a typed path, and adds the extension `svg` if the path has none.
  ///
  /// - Parameter expand: A closure that returns the absolute path for a typed path.
  /// - Throws: ``EditorFailure`` if no picture can be written at the path.
  init(_ typed: String, expand: (String) -> String) throws(EditorFailure) {
    if FileManager.default.isFolder(expand(typed)) {
      throw EditorFailure("\(typed) is a folder; add a file name.")
    }
    path = ExportName.hasExtension(typed) ? typed : "\(typed).svg"
    url = URL(filePath: expand(path))
    let ending = url.pathExtension.lowercased()
    guard let format = Format(rawValue: ending == "htm" ? "html" : ending) else {
      throw EditorFailure(
        "“\(ending)” is not a picture format; end the name in .svg, .png or .html.")
    }
    self.format = format
    let folder = url.deletingLastPathComponent().path
    guard FileManager.default.isFolder(folder) else {
      throw EditorFailure("There is no folder \(folder); create it, or type another path.")
    }
  }
}
