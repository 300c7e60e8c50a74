/// The decompressed content of a file in bzip2, xz, Zstandard or `compress` (`.Z`) format.
final class FilterSource: PackedSource {
  let byteCount: Int? = nil
  let packing: Packing
  private(set) var problem: String?
  private let reader: ArchiveReader
  private var isOver = false

  init(_ packing: Packing, _ input: BufferedSource, _ meter: UnpackingMeter) throws {
    self.packing = packing
    reader = try ArchiveReader(packing, input, meter)
    note(try reader.open())
    if !isOver { isOver = try reader.nextMember() == nil }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    guard !isOver else { return 0 }
    let (count, outcome) = try reader.read(into: buffer)
    note(outcome)
    return count
  }

  private func note(_ outcome: ArchiveReader.Outcome) {
    switch outcome {
    case .more: return
    case .ended: break
    case .truncated: problem = "the \(packing.name) data are truncated"
    case .damaged, .unreadable: problem = "the \(packing.name) data are damaged"
    }
    isOver = true
  }

  func leftBehind() throws -> Diagnostic? {
    try problem == nil && reader.hasUnprocessedBytes() ? trailing : nil
  }
}
