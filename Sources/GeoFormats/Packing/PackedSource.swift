import Geodesy

/// The content of a compressed file, which is decompressed while it is read.
protocol PackedSource: ByteSource {
  var packing: Packing { get }
  /// The damage or the exceeded limit that truncated the decompressed data. Nil if the data are
  /// complete. The value is valid only after the last byte has been read.
  var problem: InputDamage? { get }
  /// Returns a diagnostic about unread content in the compressed file. Returns nil if all content
  /// was read, or if the decompressed data were not read to their end. This method may read further
  /// input.
  func leftBehind() throws -> Diagnostic?
}

extension PackedSource {
  func leftBehind() throws -> Diagnostic? { nil }

  /// The diagnostic about data that follow the compressed data but are in a different format.
  var trailing: Diagnostic {
    Diagnostic(
      code: .inputDamaged, action: .skipped,
      message: """
        the data after the \(packing.name) data are not in the \(packing.name) format and were not read
        """)
  }
}

extension BufferedSource {
  /// Returns whether any nonzero byte follows the compressed data. Zero bytes are consumed, because
  /// they are only padding, as at the end of a tape.
  func holdsMore() throws -> Bool {
    while true {
      let window = try window(atLeast: 1)
      guard !window.isEmpty else { return false }
      guard window.allSatisfy({ $0 == 0 }) else { return true }
      consume(window.count)
    }
  }
}

/// A counter of the bytes that one decompression layer has produced. For an archive, the counter
/// includes the bytes of all files. The counter truncates the output at the limits.
final class UnpackingMeter {
  /// The size of the output, in bytes, above which the compression ratio is checked.
  private static let grace = 64 * 1024

  private let limits: GeoReadingLimits
  /// The source of the compressed file's bytes.
  private let file: BufferedSource
  private(set) var produced = 0

  init(_ file: BufferedSource, _ limits: GeoReadingLimits) {
    self.file = file
    self.limits = limits
  }

  /// Resets the number of produced bytes to an earlier value, to exclude a file that exceeds a
  /// limit.
  func restore(_ earlier: Int) { produced = min(produced, earlier) }

  /// Adds a number of decompressed bytes to the count.
  ///
  /// - Returns: The number of added bytes within the limits, and the limit that the remaining bytes
  ///   exceed. After a limit is exceeded, the caller must not decompress any more data.
  func add(_ count: Int) -> (count: Int, limit: InputDamage?) {
    produced += count
    let ratio = max(file.consumed, 1).multipliedReportingOverflow(by: limits.ratio)
    let mostByRatio = ratio.overflow ? .max : max(ratio.partialValue, Self.grace)
    let most = min(limits.unpacked, mostByRatio)
    guard produced > most else { return (count, nil) }
    let limit =
      produced > limits.unpacked
      ? InputDamage(
        "the compressed file expands to more than \(Numbers.grouped(limits.unpacked)) bytes",
        code: .limitUnpacked)
      : InputDamage(
        "the compressed file expands to more than \(Numbers.grouped(limits.ratio)) times its size",
        code: .limitRatio)
    return (max(count - (produced - most), 0), limit)
  }
}
