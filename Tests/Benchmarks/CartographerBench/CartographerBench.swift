import Foundation

/// The measurements of `make bench` that need the editor (docs/adr/0004).
@main
struct CartographerBench {
  static func main() {
    let seconds: Double
    switch Array(CommandLine.arguments.dropFirst()) {
    case ["frame"]: seconds = FrameBenchmark().percentile99(ofPans: 200)
    case ["preview"]: seconds = PreviewBenchmark().percentile99(ofKeys: 200)
    default:
      FileHandle.standardError.write(Data("usage: cartographer-bench frame|preview\n".utf8))
      exit(64)
    }
    print(String(format: "%.3f", seconds * 1000))
  }
}
