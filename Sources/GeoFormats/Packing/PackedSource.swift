/// What is inside a packed file, as it is unpacked.
protocol PackedSource: ByteSource {
  /// What the packing is called.
  var name: String { get }
  /// Why the bytes ended before the packing's own end, or nil; to be asked once they ended.
  var problem: String? { get }
  /// What else the file holds; to be asked once the bytes ended, as it reads on.
  func leftBehind() throws -> Diagnostic?
}

extension PackedSource {
  func leftBehind() throws -> Diagnostic? { nil }

  /// That something follows the packed bytes which is none.
  var trailing: Diagnostic {
    Diagnostic(
      code: .inputDamaged, action: .skipped,
      message: "what follows the \(name) data is no \(name), and was not read")
  }
}

extension BufferedSource {
  /// Whether anything follows but zeros, with which tapes are filled; reads them away.
  func holdsMore() throws -> Bool {
    while true {
      let window = try window(atLeast: 1)
      guard !window.isEmpty else { return false }
      guard window.allSatisfy({ $0 == 0 }) else { return true }
      take(window.count)
    }
  }
}

/// Counts what comes out of a layer of packing, all members of an archive together, and ends a
/// reading that grows beyond measure.
final class UnpackingMeter {
  /// Output below this is never too much, however little it came from.
  private static let grace = 64 * 1024

  private let limits: GeoReadingLimits
  /// The file itself, before any unpacking.
  private let file: BufferedSource
  private var produced = 0

  init(_ file: BufferedSource, _ limits: GeoReadingLimits) {
    self.file = file
    self.limits = limits
  }

  /// Counts bytes unpacked.
  ///
  /// - Throws: ``InputRefusal`` with `limit.unpacked` or `limit.ratio`.
  func add(_ count: Int) throws {
    produced += count
    if produced > limits.unpacked {
      throw InputRefusal(
        code: .limitUnpacked,
        message: """
          the packed file holds more than \(limits.unpacked) bytes; nothing of it is taken \
          (--no-limits lifts this limit)
          """)
    }
    let allowed = max(file.taken, 1).multipliedReportingOverflow(by: limits.ratio)
    if produced > Self.grace, !allowed.overflow, produced > allowed.partialValue {
      throw InputRefusal(
        code: .limitRatio,
        message: """
          the packed file grows to more than \(limits.ratio) times its size; nothing of it is \
          taken (--no-limits lifts this limit)
          """)
    }
  }
}
