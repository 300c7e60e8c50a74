import Foundation
import Geodesy
import MapTiles

/// Fuzzes the readers of map files and vector tiles: no input may trap, and decoded lines must be
/// inside their tile.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTiles(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
  guard let id = TileID(zoom: 2, x: 1, y: 2) else { return 0 }
  if let tile = VectorTile(bytes) { checkShape(MapTile(tile, id)) }
  let file = FileManager.default.temporaryDirectory.appending(
    path: "fuzz-\(ProcessInfo.processInfo.processIdentifier).map")
  guard (try? Data(bytes).write(to: file)) != nil, let map = try? MapFiles.open(file) else {
    return 0
  }
  for zoom in [0, 1, 14] {
    guard let id = TileID(zoom: zoom, x: 0, y: 0), let content = try? map.content(of: id) else {
      continue
    }
    if let tile = VectorTile(content) { checkShape(MapTile(tile, id)) }
  }
  return 0
}

private func checkShape(_ tile: MapTile) {
  let (x, y, width) = (tile.id.origin.x, tile.id.origin.y, tile.id.width * (1 + 1e-9))
  for lines in tile.lines {
    check(lines.xs.count == lines.ys.count && lines.starts.first ?? 0 == 0)
    check(lines.starts.allSatisfy { $0 < lines.xs.count })
    check(lines.xs.allSatisfy { $0 >= x - 1e-12 && $0 <= x + width })
    check(lines.ys.allSatisfy { $0 >= y - 1e-12 && $0 <= y + width })
  }
}
