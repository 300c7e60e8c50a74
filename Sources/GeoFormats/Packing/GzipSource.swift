/// The decompressed content of a gzip file with one or more members.
///
/// Decompression uses zlib, because libarchive ignores gzip's checksums and drops up to 64 KiB of
/// content before damaged or missing data (docs/adr/0014).
final class GzipSource: PackedSource {
  let packing = Packing.gzip
  let byteCount: Int? = nil
  private(set) var problem: InputDamage?
  private let input: BufferedSource
  private let inflater: Inflater
  private let meter: UnpackingMeter
  private var isOver = false

  init(_ input: BufferedSource, _ meter: UnpackingMeter) throws {
    self.input = input
    self.meter = meter
    inflater = try Inflater()
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    while !isOver {
      let (count, outcome) = try inflater.inflate(input, into: buffer)
      let (kept, limit) = meter.add(count)
      if let limit {
        (problem, isOver) = (limit, true)
        return kept
      }
      switch outcome {
      case .more: break
      case .ended:
        if try input.window(atLeast: 2).starts(with: [0x1F, 0x8B]) {
          inflater.reset()
        } else {
          isOver = true
        }
      case .truncated:
        problem = InputDamage("the gzip data are truncated")
        isOver = true
      case .damaged:
        problem = InputDamage("the gzip data are damaged")
        isOver = true
      }
      if count > 0 { return count }
    }
    return 0
  }

  func leftBehind() throws -> Diagnostic? {
    try isOver && problem == nil && input.holdsMore() ? trailing : nil
  }
}
