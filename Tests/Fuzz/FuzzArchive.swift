import Foundation
import GeoFormats

/// Fuzzes archives and lists of activities: no input may trap, and each file that the survey counts
/// must be found again by the walk.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzArchive(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  var list = ActivityCatalogue()
  if list.add(bytes, of: "a/activities.csv") {
    for file in list.files where list.activity(of: file) == nil {
      fatalError("a listed activity is not found by its file")
    }
    _ = list.activity(startingAt: 0)
  }
  guard let survey = try? ArchiveSurvey(MemorySource(bytes), name: "a"),
    let walk = try? ArchiveWalk(MemorySource(bytes))
  else { return 0 }
  var selected = 0
  var buffer = [UInt8](repeating: 0, count: 4_096)
  do {
    while let member = try walk.next() {
      guard survey.selects(member) else { continue }
      selected += 1
      while try buffer.withUnsafeMutableBytes({ try walk.read(into: $0) }) > 0 {}
    }
  } catch {
    fatalError("the walk threw an error: \(error)")
  }
  // The files after a limit are not visited, and reading the files reaches a limit earlier.
  if selected < survey.count, walk.leftOut.isEmpty {
    fatalError("the walk found fewer files than the survey")
  }
  return 0
}
