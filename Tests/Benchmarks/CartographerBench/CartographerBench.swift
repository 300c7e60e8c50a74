import Foundation

/// The measurements of `make bench` that only Swift can make (docs/adr/0004).
@main
struct CartographerBench {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    switch (arguments.first, arguments.dropFirst().first) {
    case ("frame", nil):
      let milliseconds = FrameBenchmark().percentile99(ofPans: 200) * 1000
      print(String(format: "%.3f", milliseconds))
    case ("migrate", let path?):
      try MigrationBenchmark(store: URL(filePath: path)).run()
    default:
      FileHandle.standardError.write(
        Data("usage: cartographer-bench frame | migrate STORE\n".utf8))
      exit(64)
    }
  }
}
