extension GeoFormat {
  /// Reads a file in any known format, and passes each item to a ``GeoSink`` as soon as it is read.
  ///
  /// The format is recognised by the file's content, even inside compressed files and archives. The
  /// content of a file never makes this function throw. A file that cannot be read has
  /// ``GeoReadReport/refusal`` set. A truncated or damaged file yields all complete elements before
  /// the damage, and one diagnostic.
  ///
  /// - Parameter source: The source of the file's bytes, which are read once, 64 KiB at a time.
  /// - Parameter sink: The object that receives the places and paths, in the file's order.
  /// - Parameter progress: A closure called after each piece of the file.
  ///   It may throw an error to stop reading.
  /// - Throws: Any error thrown by the source, the sink or `progress`. If the task is cancelled,
  ///   `CancellationError` is thrown.
  /// - Complexity: O(number of bytes) in time, O(1) in memory.
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
          return refusal(.inputDamaged, "\(problem) before the first complete element")
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
        .inputCompressed, "the file is a \(name) file; decompress it first and import its content")
    case .foreign(let format):
      let names = all.map(\.name).joined(separator: ", ")
      guard let format else {
        return refusal(
          .inputUnknown, "the file's format is unknown; supported formats: \(names)")
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
