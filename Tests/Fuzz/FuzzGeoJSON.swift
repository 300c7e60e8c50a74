import Foundation
import GeoFormats
import Geodesy

/// Fuzzes GeoJSON: no input may trap, and a file that was read must survive being written and read
/// again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzGeoJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let (first, _) = read(UnsafeBufferPointer(start: start, count: count), as: "geojson")
  else { return 0 }
  let output = written(first, as: "geojson")
  let second = readBack(output, as: "geojson").document
  check(second.places.count == first.places.count, output)
  check(second.paths.count == first.paths.count, output)
  for (place, old) in zip(second.places, first.places) {
    check(place.coordinate == old.coordinate, output)
    check(place.time == old.time, output)
  }
  let again = written(second, as: "geojson")
  check(written(readBack(again, as: "geojson").document, as: "geojson") == again, again)
  return 0
}
