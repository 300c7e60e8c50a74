import ArgumentParser
import CartographerPresentation
import Foundation
import Geodesy

/// The options of the commands `map` and `profile` for the drawn picture: the output file, its
/// format and its appearance.
struct PictureOptions: ParsableArguments {
  @Option(
    name: .output,
    help: ArgumentHelp(
      "The output file, whose extension chooses the format, such as map.svg (default: standard output).",
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
      Write one page for a browser, with a map to move and zoom, profiles, tables and the itinerary, as \
      --format html does.
      """)
  var html = false

  @Option(help: "The colours of an SVG or PNG picture: light or dark.")
  var theme = PictureTheme.light

  @Option(
    help: ArgumentHelp(
      "The units: metric, imperial or nautical (default: the setting `units`, else metric).",
      valueName: "units"))
  var units: UnitSystem?

  @Flag(help: "Replace an existing file.") var force = false

  /// The output file, or nil for standard output.
  var file: String? { output == "-" ? nil : output }

  /// Whether an output file, `--format` or `--html` is given.
  var isGiven: Bool { output != nil || format != nil || html }

  /// Returns the chosen output format: the format that `--html` or `--format` specifies, otherwise the
  /// format of the output file's extension. Without an output file, the format is text, with colours if
  /// the terminal supports colours.
  ///
  /// - Throws: ``Failure`` `usage` for an unknown format or extension.
  func chosenFormat(in session: Session) throws -> PictureFormat {
    let named = try format.map { word in
      guard let format = PictureFormat(rawValue: word.lowercased()) else {
        throw Failure.usage("'\(word)' is not a picture format. Use \(PictureFormat.list).")
      }
      return format
    }
    if html {
      guard named ?? .html == .html else {
        throw Failure.usage("`--html` and `--format \(format ?? "")` contradict each other.")
      }
      return .html
    }
    // A user who does not want colours gets text without them.
    if let named { return named == .ansi && session.global.colours == .never ? .text : named }
    guard let file else { return session.usesColour ? .ansi : .text }
    let ending = URL(filePath: file).pathExtension.lowercased()
    guard let format = PictureFormat.allCases.first(where: { $0.fileExtensions.contains(ending) })
    else {
      throw Failure.usage(
        "'\(file)' does not have the extension of a picture format.",
        remedy:
          "Use the extension .svg, .png, .html, .txt or .ans, or choose a format with `--format`.")
    }
    return format
  }

  /// Returns the units of the picture: the value of `--units` or, if the option is not given, the
  /// setting `units` (default: metric).
  func chosenUnits(in session: Session) -> UnitSystem {
    units ?? session.configuration.settings["units"].flatMap(UnitSystem.init(rawValue:)) ?? .metric
  }
}

/// The format of a picture.
enum PictureFormat: String, CaseIterable {
  case text, ansi, svg, png, html

  var fileExtensions: [String] {
    switch self {
    case .text: ["txt"]
    case .ansi: ["ans"]
    case .svg, .png: [rawValue]
    case .html: ["html", "htm"]
    }
  }

  /// Whether the picture consists of characters, so that its size is given in columns and rows.
  var isText: Bool { self == .text || self == .ansi }

  /// The names of all formats, for messages.
  static let list = "text, ansi, svg, png or html"
}

extension PictureTheme: ExpressibleByArgument {}
extension UnitSystem: ExpressibleByArgument {}
