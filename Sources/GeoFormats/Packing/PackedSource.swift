/// The content of a compressed file, decompressed while reading.
protocol PackedSource: ByteSource {
  var packing: Packing { get }
  /// A description of the damage because of which the data ended too early, or nil. Valid after the
  /// last byte was read.
  var problem: String? { get }
  /// Returns a diagnostic about content of the file that was not read, or nil. Must be called after
  /// the last byte was read, because it reads further.
  func leftBehind() throws -> Diagnostic?
}

extension PackedSource {
  func leftBehind() throws -> Diagnostic? { nil }

  /// A diagnostic of uncompressed data after the compressed data.
  var trailing: Diagnostic {
    Diagnostic(
      code: .inputDamaged, action: .skipped,
      message: """
        the data after the \(packing.name) data are not in the \(packing.name) format and were not read
        """)
  }
}

extension BufferedSource {
  /// Returns whether the compressed data are followed by other bytes than zeros. Zeros are
  /// consumed, because they only pad the end of tapes.
  func holdsMore() throws -> Bool {
    while true {
      let window = try window(atLeast: 1)
      guard !window.isEmpty else { return false }
      guard window.allSatisfy({ $0 == 0 }) else { return true }
      consume(window.count)
    }
  }
}

/// Counts the output of a decompression layer for all files of an archive together, and throws an
/// error if it exceeds the limits.
final class UnpackingMeter {
  /// The output size below which the ratio is not checked, in bytes.
  private static let grace = 64 * 1024

  private let limits: GeoReadingLimits
  /// The file itself, before decompression.
  private let file: BufferedSource
  private var produced = 0

  init(_ file: BufferedSource, _ limits: GeoReadingLimits) {
    self.file = file
    self.limits = limits
  }

  /// Counts decompressed bytes.
  ///
  /// - Throws: ``InputRefusal`` with `limit.unpacked` or `limit.ratio`.
  func add(_ count: Int) throws {
    produced += count
    if produced > limits.unpacked {
      throw InputRefusal(
        code: .limitUnpacked,
        message: """
          the compressed file expands to more than \(limits.unpacked) bytes and was refused \
          (--no-limits lifts this limit)
          """)
    }
    let allowed = max(file.consumed, 1).multipliedReportingOverflow(by: limits.ratio)
    if produced > Self.grace, !allowed.overflow, produced > allowed.partialValue {
      throw InputRefusal(
        code: .limitRatio,
        message: """
          the compressed file expands to more than \(limits.ratio) times its size and was \
          refused (--no-limits lifts this limit)
          """)
    }
  }
}
