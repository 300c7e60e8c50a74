import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy

/// The options of `map` and `profile` that specify the picture's output file, format and
/// appearance.
struct PictureOptions: ParsableArguments {
  @Option(
    name: .output,
    help: ArgumentHelp(
      "The output file, such as map.svg; its extension determines the format (default: standard output).",
      valueName: "file"),
    completion: .file(extensions: PictureFormat.allCases.flatMap(\.fileExtensions)))
  var output: String?

  @Option(
    help: ArgumentHelp(
      """
      The output format: text, ansi, svg, png or html (default: the format of the output's extension, \
      else ansi on a terminal, else text).
      """,
      valueName: "format"),
    completion: .list(PictureFormat.allCases.map(\.rawValue)))
  var format: String?

  @Flag(
    help: """
      Write one page for a browser, with a zoomable map, profiles, tables and the itinerary, like \
      --format html.
      """)
  var html = false

  @Option(
    help: ArgumentHelp(
      "The colours of an SVG or PNG image: light or dark (default: light).", valueName: "theme"))
  var theme: PictureTheme?

  @Option(
    help: ArgumentHelp(
      "The characters for drawing lines in text: braille or ascii (default: braille).",
      valueName: "glyphs"))
  var glyphs: Glyphs?

  enum Glyphs: String, CaseIterable, ExpressibleByArgument {
    case braille, ascii
  }

  @Flag(help: "Replace an existing file.") var force = false

  @Flag(
    name: .customLong("dry-run"),
    help: "With -o, show the result without writing the file.")
  var dryRun = false

  /// The output file, or nil for standard output.
  var file: String? { output == "-" ? nil : output }

  /// Whether the user specified an option for the output file or its format.
  var isGiven: Bool { output != nil || format != nil || html }

  /// Whether the user specified `--theme`, `--glyphs` or `--force`, which have no effect if nothing
  /// is drawn.
  var changesDrawing: Bool { theme != nil || glyphs != nil || force }

  /// Returns the picture format specified by `--html`, `--format` or the output file's extension.
  /// The default is text, coloured for terminals that support colours.
  ///
  /// - Throws: ``Failure`` with the code `usage` for an unknown format or extension.
  ///   The error is also thrown for options that the format does not support.
  func chosenFormat(in session: Session) throws -> PictureFormat {
    let format = try namedFormat(in: session)
    if theme != nil, format != .svg, format != .png {
      throw Failure.usage(
        "`--theme` applies only to SVG and PNG images, not to the format \(format.rawValue).",
        remedy: format == .html ? "An HTML page uses the browser's theme." : nil)
    }
    if glyphs != nil, !format.isText {
      throw Failure.usage(
        "`--glyphs` applies only to the formats text and ansi, not to \(format.rawValue).")
    }
    if let option = force ? "--force" : dryRun ? "--dry-run" : nil, file == nil {
      throw Failure.usage("`\(option)` needs an output file: `-o FILE`.")
    }
    return format
  }

  private func namedFormat(in session: Session) throws -> PictureFormat {
    let named = try format.map { word in
      guard let format = PictureFormat(rawValue: word.lowercased()) else {
        throw Failure.usage("'\(word)' is not a picture format. Use \(PictureFormat.list).")
      }
      return format
    }
    if html {
      guard named ?? .html == .html else {
        let word = format ?? ""
        throw Failure.usage("`--html` and `--format \(word)` contradict each other.")
      }
      if let file, let ending = PictureFormat(ofFile: file), ending != .html {
        throw Failure.usage(
          "`--html` and the extension of '\(file)' contradict each other.",
          remedy: "Use the extension .html, or omit `--html`.")
      }
      return .html
    }
    // A user who does not want colours gets text without them.
    if let named { return named == .ansi && session.global.colours == .never ? .text : named }
    guard let file else { return session.usesColour ? .ansi : .text }
    // The writer reports a folder.
    if file.hasSuffix("/") || FileManager.default.isFolder(file) { return .svg }
    guard let format = PictureFormat(ofFile: file) else {
      throw Failure.usage(
        "'\(file)' does not have the extension of a picture format.",
        remedy:
          "Use the extension .svg, .png, .html, .txt or .ans, or choose a format with `--format`.")
    }
    return format
  }
}

extension PictureTheme: ExpressibleByArgument {}
