import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TestSupport
import Testing

@testable import CartographerApp
@testable import TerminalUI

/// The pictures of the manual: screens of the editor with the sample trip, as SVG files.
///
/// `make screenshots` draws the pictures again.
@Suite struct ScreenshotTests {
  struct Picture {
    let name: String
    let title: String
    /// The keys in the notation of `docs/manual/tasks.md`: words are keys, and text in quotes is
    /// typed letter by letter.
    let keys: String
    var size = Size(columns: 104, rows: 32)
    /// Whether the map shows the base map, whose credits then stand below the picture.
    var hasBaseMap = false
  }

  static let pictures = [
    Picture(
      name: "overview",
      title: "A path that is being edited, on the map, as points and as a profile",
      keys: "j j f enter : \"401\" enter"),
    Picture(name: "list", title: "The list of paths, the map and the details", keys: "j j f"),
    Picture(
      name: "map", title: "The map of the whole sample trip", keys: "j j F 2", hasBaseMap: true),
    Picture(
      name: "base-map", title: "The base map around Lake Geneva, below the sample trip",
      keys: "j j 2 / \"geneva\" enter enter - - z z", hasBaseMap: true),
    Picture(
      name: "map-80x24",
      title: "The map of the sample trip on a terminal of 80 columns and 24 rows",
      keys: "j j F 2 - -", size: Size(columns: 80, rows: 24), hasBaseMap: true),
    Picture(
      name: "map-120x40",
      title: "The map of the sample trip on a terminal of 120 columns and 40 rows",
      keys: "j j F 2 -", size: Size(columns: 120, rows: 40), hasBaseMap: true),
    Picture(
      name: "map-200x60", title: "The map of the Alps on a terminal of 200 columns and 60 rows",
      keys: "j j F 2 - - - - - -", size: Size(columns: 200, rows: 60), hasBaseMap: true),
    Picture(
      name: "editing", title: "The table of a path's points after a search",
      keys: "j j enter T / \"gap>10min\" enter"),
    Picture(
      name: "preview", title: "The preview of a simplified path", keys: "j j f S j l l l"),
    Picture(
      name: "itinerary", title: "The itinerary of a trip, with numbered stops on the map",
      keys: """
        g r g i a "day 1" ctrl-space enter a "miroir" ctrl-space enter > \
        a "day 2" ctrl-space enter a "yukimi" ctrl-space enter \
        a "day 3" ctrl-space enter > g g D
        """),
    Picture(name: "import", title: "Choosing a file to import", keys: "o i"),
    Picture(
      name: "history", title: "The history of changes", keys: "j j R C \"red\" enter j d g h j"),
    Picture(name: "settings", title: "The command line with the settings", keys: ": \"set \""),
    Picture(name: "statistics", title: "The statistics of a path", keys: "j j g s"),
    Picture(name: "keys", title: "The list of keys", keys: "?"),
  ]

  private static let sampleFiles = [
    "day-1-saint-evrard-refuge-du-neve.gpx", "day-2-refuge-du-neve-yukimi-goya.gpx",
    "day-3-yukimi-goya-champ-renaud.gpx", "huts-gpx10.gpx", "plan.gpx",
  ]

  /// Creates a library with the sample trip in one group.
  private static func sampleTrip(at location: StoreLocation) async throws -> Library {
    let library = try await Library.open(at: location, clock: { .distantPast })
    for file in sampleFiles {
      let options = ImportOptions(groups: ["Three days in the Alps"])
      _ = try await library.importFile(.file(PackageFiles.sample(file)), options: options)
    }
    return library
  }

  private static var baseMap: InstalledBaseMap {
    get throws {
      try InstalledBaseMap(
        ofProgram: PackageFiles.root.appending(path: ".build/debug/cartographer"))
    }
  }

  private static func file(_ name: String, _ theme: String) -> URL {
    PackageFiles.root.appending(path: "docs/manual/pictures/\(name)-\(theme).svg")
  }

  @Test func `the exported picture in the manual is up to date`() async throws {
    let library = try await Self.sampleTrip(at: .memory)
    let snapshot = try await library.snapshot()
    // The same picture as `cartographer map --group "Three days in the Alps" --size 800x560`.
    let (contents, view) = try await PictureContents.read(
      snapshot.places.map(\.id) + snapshot.paths.map(\.id), in: snapshot, from: library,
      title: "Three days in the Alps"
    ) { PictureView(fitting: $0, width: 800, height: 560) }
    for theme in PictureTheme.allCases {
      let svg = try contents.markup(
        .svg, in: view, units: .metric, zone: .gmt, notation: .decimalDegrees, base: Self.baseMap,
        theme: theme
      ) { Issue.record("\($0)") }
      try Golden.compare(svg, with: Self.file(Self.exportedPicture, theme.rawValue))
    }
    try await library.close()
  }

  private static let exportedPicture = "exported"

  @Test func `the pictures of the manual are up to date, and there are no others`() async throws {
    let samples = try TemporaryDirectory()
    let template = samples.file("trip.store")
    try await Self.sampleTrip(at: .file(template)).close()
    for picture in Self.pictures {
      var editor = try await LiveEditor(copying: template)
      editor.storeName = "trip.store"
      if picture.hasBaseMap {
        editor.baseMap = try Self.baseMap
      }
      for file in Self.sampleFiles {
        let copy = editor.folder.file(file)
        try FileManager.default.copyItem(at: PackageFiles.sample(file), to: copy)
        let date = Date(timeIntervalSinceReferenceDate: 805_000_000)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: copy.path)
      }
      let strokes = try #require(Self.strokes(picture.keys), "\(picture.keys)")
      var screen: Surface?
      let problem = await editor.press(strokes, size: picture.size) { state, _ in
        // How many frames were drawn before depends on the time that the effects took, and labels
        // stay where the last frame had them.
        var state = state
        state.keepLabels(of: Frame(surface: Surface(size: state.size), labels: MapLabelMemory()))
        screen = render(state).surface
      }
      #expect(problem == nil, "\(picture.name)")
      let surface = try #require(screen).withFixedTimes
      for background in [Theme.Background.dark, .light] {
        let svg = SurfaceSVG(
          surface, background: background, title: picture.title,
          caption: picture.hasBaseMap ? Credit.mapLine : nil)
        try Golden.compare(svg.text, with: Self.file(picture.name, background.rawValue))
      }
      try await editor.library.close()
    }
    let folder = PackageFiles.root.appending(path: "docs/manual/pictures").path
    let pictures = try FileManager.default.contentsOfDirectory(atPath: folder)
    let drawn = (Self.pictures.map(\.name) + [Self.exportedPicture]).flatMap {
      ["\($0)-dark.svg", "\($0)-light.svg"]
    }
    #expect(Set(pictures) == Set(drawn))
  }

  @Test func `a picture draws frames, dots and bars as shapes and other characters as text`() {
    var surface = Surface(size: Size(columns: 12, rows: 2))
    surface.put("┌─ A & <b>", at: Point(column: 0, row: 0))
    surface.put("⣿▄雪", at: Point(column: 0, row: 1), style: Style(.pathSelected))
    let svg = SurfaceSVG(surface, background: .dark, title: "Test").text
    #expect(svg.contains("d=\"M4 8H16M4 8V16\""))
    #expect(svg.contains("<text x=\"24\" y=\"12\" textLength=\"56\">A &amp; &lt;b></text>"))
    #expect(svg.contains("M2 18h0M2 22h0M2 26h0M6 18h0"))
    #expect(svg.contains("M8 24h8v8h-8z"))
    #expect(svg.contains("<text x=\"16\" y=\"28\" textLength=\"16\">雪</text>"))
    #expect(svg.contains("#ffff00"), "the colour of the selected path")
  }

  /// Returns the keys of a sequence with quoted text, or nil if it contains an unknown key.
  private static func strokes(_ keys: String) -> [KeyStroke]? {
    var strokes: [KeyStroke] = []
    for (position, part) in keys.split(separator: "\"", omittingEmptySubsequences: false)
      .enumerated()
    {
      if position.isMultiple(of: 2) {
        for word in part.split(separator: " ") {
          guard let stroke = KeyStroke(notation: String(word)) else { return nil }
          strokes.append(stroke)
        }
      } else {
        strokes += part.map { KeyStroke($0) }
      }
    }
    return strokes
  }
}

extension Surface {
  /// The surface with the current date and time replaced by a fixed one, because the store records
  /// the time of each change.
  fileprivate var withFixedTimes: Surface {
    var fixed = self
    let days = [-86_400, 0, 86_400.0].map {
      Date(timeIntervalSinceNow: $0).formatted(.iso8601.year().month().day())
    }
    let replacement = Array("2026-07-20 18:30")
    for row in 0..<rows where columns >= replacement.count {
      for column in 0...columns - replacement.count {
        let text = (0..<10).compactMap { self[column + $0, row]?.text }.joined()
        guard days.contains(text) else { continue }
        for (offset, character) in replacement.enumerated() {
          fixed.cells[row * columns + column + offset].text = String(character)
        }
      }
    }
    return fixed
  }
}
