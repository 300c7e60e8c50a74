extension GeoFormat {
  /// Reads a file in any known format, and passes each item to a ``GeoSink`` as soon as it is read.
  ///
  /// The format is recognised by the file's content, even inside compressed files and archives. The
  /// content of a file never makes this function throw. For a file that cannot be read,
  /// ``GeoReadReport/refusal`` is set in the result. If a file is truncated, is damaged or exceeds
  /// a limit, all complete elements before the damage or limit are read, and one diagnostic is
  /// reported.
  ///
  /// - Parameter source: The source for the file's bytes, which are read once, 64 KiB at a time.
  /// - Parameter sink: The object that receives the places and paths, in the file's order.
  /// - Parameter progress: A closure called after each chunk of the file. Reading stops if the
  ///   closure throws an error.
  /// - Throws: `CancellationError` on cancellation.
  /// - Throws: Any error thrown by the source, the sink or `progress`.
  /// - Complexity: O(n) in time and O(1) in memory, where n is the file's size in bytes.
  public static func read(
    _ source: any ByteSource, into sink: any GeoSink,
    options: GeoReadingOptions = GeoReadingOptions(),
    progress: ((GeoProgress) throws -> Void)? = nil
  ) throws -> GeoReadReport {
    let file = BufferedSource(source)
    var format: GeoFormat?
    var unpacked: Unpacking?
    var isBinary = FileHead.isBinary(Array(try file.window(atLeast: FileSignature.headSize)))
    do {
      let unpacking = try Unpacking(
        file, options.limits, damage: options.damage, name: options.name)
      unpacked = unpacking
      let bytes = Array(try unpacking.content.window(atLeast: FileSignature.headSize))
      isBinary = FileHead.isBinary(bytes)
      let head = FileHead(bytes, name: unpacking.contentName(options.name))
      guard let codec = codec(for: head, chosen: options.format) else {
        if let problem = unpacking.problem {
          // The catch clause below describes the limit.
          guard !problem.code.isLimit else {
            throw InputRefusal(code: problem.code, message: problem.message)
          }
          return refusal(
            .inputDamaged, "\(problem.message) before the first complete element",
            at: start(isBinary: isBinary))
        }
        return refusal(FileSignature(bytes), isBinary: isBinary)
      }
      format = codec.format
      var report = try codec.read(
        GeoInput(file: file, unpacking: unpacking, options: options, progress: progress), into: sink
      )
      report.unpackedBytes = unpacking.producedBytes
      return report
    } catch var refusal as InputRefusal {
      // A file that ends at a limit before its first element is not damaged.
      if let limit = unpacked?.problem, limit.code.isLimit, !refusal.code.isLimit {
        refusal = InputRefusal(code: limit.code, message: limit.message)
      }
      // A codec that knows no place states the first line.
      let place =
        isBinary && refusal.place == Self.start(isBinary: false)
        ? Self.start(isBinary: true) : refusal.place
      let message = refusal.message + (refusal.code.isLimit ? InputRefusal.rejected : "")
      var report = self.refusal(refusal.code, message, at: place, refusal.remedy)
      report.format = format?.id
      report.columnNames = refusal.columnNames
      report.unpackedBytes = unpacked?.producedBytes ?? 0
      return report
    }
  }

  /// The number of leading bytes that are used to recognise a file's format.
  public static let headSize = FileSignature.headSize

  /// Returns the format recognised from a file's first bytes. Returns nil for a file in an unknown
  /// format, a compressed file or an archive.
  ///
  /// - Parameter head: The first ``headSize`` bytes, or all bytes of a shorter file.
  public static func recognised(by head: [UInt8]) -> GeoFormat? {
    let head = FileHead(head, name: nil)
    return codecs.first { $0.format.canRead && $0.isCharacteristic(head) }?.format
  }

  /// Returns a writer for a new file in this format.
  ///
  /// - Throws: Any error thrown by the ``ByteSink``; ``GeoFormatsError`` if the format cannot be
  ///   written.
  public func writer(
    into sink: any ByteSink, options: GeoWritingOptions = GeoWritingOptions()
  ) throws -> any GeoWriter {
    guard let codec = Self.codecs.first(where: { $0.format == self }) else {
      throw GeoFormatsError(code: .unwritableValue, message: "the format \(id) is unknown")
    }
    return try codec.writer(into: sink, options)
  }

  /// Returns the codec for the chosen format or, if no format was chosen, the first codec that
  /// recognises the file.
  private static func codec(for head: FileHead, chosen: String?) -> (any GeoFormatCodec)? {
    let readers = codecs.filter(\.format.canRead)
    if let chosen { return readers.first { $0.format.id == chosen } }
    return readers.first { $0.recognises(head) }
  }

  /// Returns the format of a file in an archive. Returns nil if no codec recognises the file.
  ///
  /// An XML file in an archive is read as GPX only if it contains a `gpx` element or has the
  /// extension `.gpx`. An XML file outside an archive need not meet these conditions.
  static func ofMember(_ head: FileHead) -> GeoFormat? {
    if head.isNamed(as: .gpx) { return .gpx }
    return codecs.first {
      $0.format.canRead && $0.recognises(head) && ($0.format != .gpx || head.mentionsGPX)
    }?.format
  }

  /// Returns the position of a file's first byte.
  private static func start(isBinary: Bool) -> Diagnostic.Place {
    isBinary ? Diagnostic.Place(byteOffset: 0) : Diagnostic.Place(line: 1, column: 1)
  }

  private static func refusal(_ signature: FileSignature, isBinary: Bool) -> GeoReadReport {
    let place = start(isBinary: isBinary)
    switch signature {
    case .markup, .packed, .empty:
      return refusal(.inputEmpty, "the file is empty")
    case .compressed(let name):
      return refusal(
        .inputCompressed, "the file is a \(name) file; decompress it first and import its content",
        at: place)
    case .foreign(let format):
      let names = all.filter(\.canRead).map(\.name).joined(separator: ", ")
      guard let format else {
        return refusal(
          .inputUnknown, "the file's format is unknown; supported formats: \(names)", at: place)
      }
      return refusal(
        .inputUnknown,
        "the file is \(format.name), which cannot be imported"
          + (format.advice.map { "; \($0)" } ?? ""), at: place, format.remedy)
    }
  }

  private static func refusal(
    _ code: Diagnostic.Code, _ message: String,
    at place: Diagnostic.Place = Diagnostic.Place(line: 1, column: 1),
    _ remedy: Diagnostic.Remedy? = nil
  ) -> GeoReadReport {
    var report = GeoReadReport()
    report.refuse(
      Diagnostic(at: place, code: code, action: .refused, message: message, remedy: remedy))
    return report
  }
}
