import Foundation

/// The measurements of the library (docs/adr/0004).
///
/// Each command makes one run in this process and prints its figures on one line. `run.sh`
/// alternates the peers and compares the figures.
@main
struct SwiftDataBench {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 2 else { usage() }
    let store = URL(filePath: arguments[1])
    switch (arguments[0], arguments.count) {
    case ("migrate", 2): try MigrationBenchmark(store: store).run()
    case ("make", 3): try BenchmarkStore(url: store).make(pointCount: number(arguments[2]))
    case ("fetch", 3):
      guard let peer = FetchBenchmark.Peer(rawValue: arguments[2]) else { usage() }
      let measured = try FetchBenchmark(store: store).run(peer)
      print(
        String(
          format: "%.4f %.1f %d", measured.seconds, measured.bytesPerObject,
          FetchBenchmark.bytesOfFields))
    case ("insert", 3): print(try InsertBenchmark(store: store).ours(number(arguments[2])))
    case ("insert-records", 3):
      print(try InsertBenchmark(store: store).records(number(arguments[2])))
    case ("append", 3): print(try AppendBenchmark(store: store).run(number(arguments[2])))
    case ("open", 3):
      let medians = try OpenBenchmark(store: store).medians(ofRounds: number(arguments[2]))
      print(String(format: "%.3f %.3f", medians.ours * 1000, medians.pool * 1000))
    case ("fault", 2):
      let measured = try FaultBenchmark(store: store).run()
      print(String(format: "%d %.3f", measured.statements, measured.seconds * 1000))
    case ("grow", 3):
      guard let work = GrowthBenchmark.Work(rawValue: arguments[1]) else { usage() }
      let measured = try GrowthBenchmark().run(work, number(arguments[2]))
      print(String(format: "%.3f %.3f", measured.once * 1000, measured.tenfold * 1000))
    default: usage()
    }
  }

  private static func number(_ text: String) -> Int {
    guard let number = Int(text), number >= 0 else { usage() }
    return number
  }

  private static func usage() -> Never {
    FileHandle.standardError.write(
      Data(
        """
        usage: swiftdata-bench migrate STORE
               swiftdata-bench make STORE POINTS
               swiftdata-bench fetch STORE models|classes|codable
               swiftdata-bench insert|insert-records|append STORE ROWS
               swiftdata-bench open STORE ROUNDS
               swiftdata-bench fault STORE
               swiftdata-bench grow cascade|append|insert|end SIZE

        """.utf8))
    exit(64)
  }
}
