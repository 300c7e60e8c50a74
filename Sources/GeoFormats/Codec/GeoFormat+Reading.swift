extension GeoFormat {
  /// Reads a file of any known format and hands its content to a sink as it goes.
  ///
  /// The format is recognised by the content, also inside gzip, bzip2 and ZIP. Nothing in the file
  /// makes this throw: a file that cannot be taken has ``GeoReadReport/refusal`` set, and a file
  /// that breaks off gives all that stood complete before and one diagnostic where it broke.
  ///
  /// - Parameters:
  ///   - source: The bytes, read once, 64 KiB at a time.
  ///   - sink: Gets places and paths in the file's order.
  ///   - progress: Called after each piece; may throw to end the reading.
  /// - Throws: What the source, the sink or `progress` throws; `CancellationError` when the task
  ///   is cancelled.
  /// - Complexity: O(bytes) in time, O(1) in memory.
  public static func read(
    _ source: any ByteSource, into sink: any GeoSink,
    options: GeoReadingOptions = GeoReadingOptions(),
    progress: ((GeoProgress) throws -> Void)? = nil
  ) throws -> GeoReadReport {
    let file = BufferedSource(source)
    do {
      let unpacking = try Unpacking(file, options.limits)
      let head = Array(try unpacking.content.window(atLeast: FileSignature.headSize))
      guard FileSignature(head) == .markup else {
        if let problem = unpacking.problem {
          return refusal(.inputDamaged, "\(problem), before anything that could be read")
        }
        return refusal(FileSignature(head))
      }
      return try GPXReader.read(
        unpacking, into: sink,
        GPXReader.Context(file: file, limits: options.limits, progress: progress))
    } catch let refusal as InputRefusal {
      return self.refusal(refusal.code, refusal.message)
    }
  }

  private static func refusal(_ signature: FileSignature) -> GeoReadReport {
    switch signature {
    case .markup, .packed, .empty:
      return refusal(.inputEmpty, "the file is empty")
    case .compressed(let name):
      return refusal(
        .inputCompressed, "the file is a \(name) file; unpack it first and import what is in it")
    case .foreign(let format):
      let names = all.map(\.name).joined(separator: ", ")
      guard let format else {
        return refusal(.inputUnknown, "the file is of no format known here; known are \(names)")
      }
      return refusal(.inputUnknown, "the file is \(format.name), not GPX; \(format.advice)")
    }
  }

  private static func refusal(_ code: Diagnostic.Code, _ message: String) -> GeoReadReport {
    var report = GeoReadReport()
    report.refuse(
      Diagnostic(line: 1, column: 1, code: code, action: .refused, message: message))
    return report
  }
}
