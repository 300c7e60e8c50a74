/// The decompressed content of a file in bzip2, xz, Zstandard or `compress` (`.Z`) format.
final class FilterSource: PackedSource {
  let byteCount: Int? = nil
  let packing: Packing
  private(set) var problem: InputDamage?
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
    case .truncated: problem = InputDamage("the \(packing.name) data are truncated")
    case .damaged, .unreadable: problem = InputDamage("the \(packing.name) data are damaged")
    case .limited(let limit): problem = limit
    }
    isOver = true
  }

  func leftBehind() throws -> Diagnostic? {
    try isOver && problem == nil && reader.hasUnprocessedBytes() ? trailing : nil
  }
}
