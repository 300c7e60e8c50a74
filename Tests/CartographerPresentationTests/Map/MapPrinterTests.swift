import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TestSupport
import Testing

@Suite struct MapPrinterTests {
  private func columns(_ latitude: Double) -> TrackColumns {
    TrackColumns(
      latitudes: [latitude, latitude + 0.05], longitudes: [7, 7.2], elevations: [.nan, .nan],
      times: [.nan, .nan], segmentStarts: [0])
  }

  @Test func `the start and the end of a single path are marked, unlike those of several paths`() {
    func text(paths: Int, ascii: Bool = true, heat: Bool = false) -> String {
      var printer = MapPrinter()
      for number in 1...paths {
        printer.add(
          path: ItemID(.path, Int64(number)), columns(46 + Double(number) / 10), colour: nil)
      }
      printer.showsHeatMap = heat
      return printer.lines(columns: 60, rows: 16, colours: false, ascii: ascii) { _ in }
        .joined(separator: "\n")
    }
    for ascii in [true, false] {
      let single = text(paths: 1, ascii: ascii)
      #expect(single.contains("E") && single.contains("S"), "\(single)")
    }
    #expect(!text(paths: 2).contains("E"))
    #expect(!text(paths: 1, heat: true).contains("E"))
  }

  @Test func `a damaged base map of an installed program is reported, and the items are drawn`()
    throws
  {
    let folder = try TemporaryDirectory()
    var bytes = try Data(contentsOf: PackageFiles.root.appending(path: "Resources/world.basemap"))
    // The header states the size of the index, which the blocks follow.
    let start = 16 + bytes[8..<12].reversed().reduce(0) { $0 << 8 | Int($1) }
    bytes.replaceSubrange(start..., with: Data(count: bytes.count - start))
    let shared = folder.file("usr/share/cartographer")
    try FileManager.default.createDirectory(at: shared, withIntermediateDirectories: true)
    try bytes.write(to: shared.appending(path: "world.basemap"))
    let map = try InstalledBaseMap(ofProgram: folder.file("usr/bin/cartographer"))
    var printer = MapPrinter(baseMap: map)
    printer.add(
      place: ItemID(.location, 1), Coordinate(latitude: 46, longitude: 7), name: "Hut",
      colour: nil)
    var errors: [String] = []
    let lines = printer.lines(columns: 40, rows: 10, colours: false, ascii: true) {
      errors.append($0)
    }
    #expect(errors.count == 1)
    #expect(lines.joined().contains("Hut"))
  }
}
