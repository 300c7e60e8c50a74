import Foundation

/// The measurement of `make bench` that needs the editor (docs/adr/0004).
@main
struct CartographerBench {
  static func main() {
    guard CommandLine.arguments.dropFirst().elementsEqual(["frame"]) else {
      FileHandle.standardError.write(Data("usage: cartographer-bench frame\n".utf8))
      exit(64)
    }
    let milliseconds = FrameBenchmark().percentile99(ofPans: 200) * 1000
    print(String(format: "%.3f", milliseconds))
  }
}
