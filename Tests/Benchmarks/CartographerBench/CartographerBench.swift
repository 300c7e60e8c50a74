import Foundation

/// The measurements of `make bench` that use the editor's code (docs/adr/0004).
@main
struct CartographerBench {
  static func main() async throws {
    let seconds: [Double]
    let words = Array(CommandLine.arguments.dropFirst())
    switch (words.first, words.count) {
    case ("frame", 1): seconds = [FrameBenchmark().percentile99(ofPans: 200)]
    case ("basemap", 1): seconds = [try BaseMapBenchmark().percentile99(ofPans: 210)]
    case ("mapfile", 2): seconds = try MapFileBenchmark(words[1]).frameTimes()
    case ("export-mapfile", 3):
      return try MapFileBenchmark(words[1]).export(to: URL(filePath: words[2]))
    case ("preview", 1): seconds = [PreviewBenchmark().percentile99(ofKeys: 200)]
    case ("start", 2): seconds = [try await LibraryBenchmark.start(store: words[1])]
    case ("edit", 2): seconds = [try await LibraryBenchmark.edit(store: words[1])]
    default:
      FileHandle.standardError.write(
        Data(
          """
          usage: cartographer-bench frame|basemap|mapfile FILE|export-mapfile FILE FOLDER|preview|\
          start STORE|edit STORE

          """.utf8))
      exit(64)
    }
    print(seconds.map { String(format: "%.3f", $0 * 1000) }.joined(separator: " "))
  }
}
