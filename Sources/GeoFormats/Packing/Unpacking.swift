/// The layers of packing around a file, undone one by one.
struct Unpacking {
  /// A file packed more often than this is an attack.
  private static let most = 4

  private let file: BufferedSource
  private let limits: GeoReadingLimits
  private var layers: [any PackedSource] = []
  private(set) var content: BufferedSource

  /// Looks at the start of a file and undoes what packing it has.
  ///
  /// - Throws: ``InputRefusal`` where it cannot be undone; what the source throws.
  init(_ file: BufferedSource, _ limits: GeoReadingLimits) throws {
    self.file = file
    self.limits = limits
    content = file
    while let layer = try layer() {
      guard layers.count < Self.most else {
        throw InputRefusal(
          code: .inputCompressed,
          message: "the file is packed more than \(Self.most) times; unpack it first")
      }
      layers.append(layer)
      content = BufferedSource(layer)
    }
  }

  private func layer() throws -> (any PackedSource)? {
    let head = Array(try content.window(atLeast: FileSignature.headSize))
    let meter = UnpackingMeter(file, limits)
    switch FileSignature(head) {
    case .packed(.gzip): return try GzipSource(content, meter)
    case .packed(.bzip2): return try Bzip2Source(content, meter)
    case .packed(.zip): return try ZipSource(content, meter)
    default: return nil
    }
  }

  /// Why the content ended too early, or nil; to be asked once it ended.
  var problem: String? { layers.lazy.compactMap(\.problem).first }

  /// What was done, and what else the file holds; to be asked once the content ended.
  func diagnostics() throws -> [Diagnostic] {
    guard let innermost = layers.last else { return [] }
    let names = layers.map(\.name).joined(separator: ", then ")
    let member = (innermost as? ZipSource).map { "; \($0.chosen) in it was read" } ?? ""
    let done = Diagnostic(
      code: .inputUnpacked, action: .kept, message: "the file is packed with \(names)\(member)")
    return try [done] + layers.compactMap { try $0.leftBehind() }
  }
}
