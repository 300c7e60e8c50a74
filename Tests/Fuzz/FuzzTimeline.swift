import Foundation
import GeoFormats

/// Fuzzes Google's timelines: no input may trap, and the delivered items must match the counts of the
/// report.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTimeline(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let collector = GeoDocumentCollector()
  var options = GeoReadingOptions()
  options.format = "google-timeline"
  options.maximumAccuracy = 100
  let source = MemorySource(UnsafeBufferPointer(start: start, count: count))
  guard let report = try? GeoFormat.read(source, into: collector, options: options) else {
    fatalError("the reader threw an error")
  }
  if report.isRefused { return 0 }
  let document = collector.document
  let points = document.paths.reduce(0) { $0 + $1.points.count }
  guard document.places.count == report.counts.waypoints,
    document.paths.count == report.counts.tracks, points == report.counts.trackPoints,
    document.paths.allSatisfy({ path in
      path.points.segments.allSatisfy { $0 >= 0 && $0 < path.header.segments }
    }), report.isComplete || !report.diagnostics.isEmpty
  else { fatalError("the report does not match the items") }
  return 0
}
