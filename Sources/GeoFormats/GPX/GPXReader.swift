import CExpat

/// A streaming reader for GPX 1.0 and 1.1, based on the XML parser expat.
///
/// A file can contain several documents in sequence, or items without a root element. The parser is
/// reset for each document, and the content of all documents is collected in one ``GPXScan``.
struct GPXReader {
  /// The input file, the options and the progress closure for reading a file.
  struct Context {
    let file: BufferedSource
    let options: GeoReadingOptions
    let progress: ((GeoProgress) throws -> Void)?
  }

  let text: RepairedText
  let context: Context
  let encoding: XMLEncoding
  let parser: XML_Parser
  let state: UnsafeMutablePointer<GPXScan>
  /// The last bytes read from ``text``, stored until the parser has received all of them. The first
  /// ``given`` bytes were already passed to the parser or skipped.
  var pending: [UInt8] = []
  var given = 0
  /// The number of bytes from the current document that have been passed to the parser.
  var fed = 0
  /// The cached result of the last call to ``placeOfNext()``. `start` is the parser's offset when
  /// the result was determined, and `count` is the number of bytes from this offset to the
  /// resulting position.
  var reached: (start: Int, count: Int, place: XMLOrigin)?
  /// The last byte that was passed to the parser.
  private var lastByte: UInt8 = 0
  /// The end tags to insert after the items of a file without a root element.
  var closing: StaticString?

  /// Reads a whole file.
  ///
  /// Problems in the file's content are reported as diagnostics.
  ///
  /// - Throws: `CancellationError` on cancellation.
  /// - Throws: Any error thrown by the source, the sink or the progress closure.
  /// - Complexity: O(n) in time and O(1) in memory, where n is the file's size in bytes.
  static func read(
    _ unpacking: Unpacking, into sink: any GeoSink, _ context: Context
  ) throws -> GeoReadReport {
    guard let parser = XML_ParserCreate("UTF-8") else {
      throw GeoFormatsError(code: .outOfMemory, message: "not enough memory for the XML parser")
    }
    defer { XML_ParserFree(parser) }
    let head = try unpacking.content.window(atLeast: FileSignature.headSize)
    let encoding = XMLEncoding(start: head)
    let state = UnsafeMutablePointer<GPXScan>.allocate(capacity: 1)
    state.initialize(to: GPXScan(parser: parser, sink: sink, options: context.options))
    defer {
      state.pointee.deallocate()
      state.deinitialize(count: 1)
      state.deallocate()
    }
    var reader = GPXReader(
      text: RepairedText(encoding.text(of: unpacking.content)), context: context,
      encoding: encoding,
      parser: parser, state: state)
    do {
      try reader.readDocuments(unpacking)
      try state.pointee.endFile()
    } catch let refusal as InputRefusal {
      state.pointee.refuse(refusal.code, element: nil, refusal.message, refusal.remedy)
    }
    return state.pointee.finish()
  }

  private mutating func readDocuments(_ unpacking: Unpacking) throws {
    state.pointee.report.encoding = encoding.name
    for diagnostic in encoding.diagnostics { state.pointee.log.add(diagnostic) }
    try begin()
    repeat { installHandlers() } while try readDocument(unpacking)
    if state.pointee.report.refusal == nil {
      for diagnostic in try unpacking.diagnostics() { state.pointee.log.add(diagnostic) }
    }
  }

  /// Reads one XML document from the file.
  ///
  /// Then advances the parser to the next document, if there is one.
  ///
  /// - Returns: Whether another document follows in the file.
  private mutating func readDocument(_ unpacking: Unpacking) throws -> Bool {
    let status = try parse()
    if let failure = state.pointee.parsing.error { throw failure }
    guard state.pointee.report.refusal == nil else { return false }
    if let limit = state.pointee.parsing.limit {
      state.pointee.stopAtLimit(limit)
      if let failure = state.pointee.parsing.error { throw failure }
      return false
    }
    if status != XML_STATUS_OK || state.pointee.parsing.isStopped {
      if state.pointee.document.isClosed {
        if try goToNextDocument() { return true }
      } else {
        let content = unpacking.content
        let unread = fed - Int(XML_GetCurrentByteIndex(parser))
        state.pointee.stopAtError(
          XML_GetErrorCode(parser), problem: unpacking.problem,
          at: InputPosition(content.consumed, of: content.byteCount),
          stop: InputPosition(content.consumed - unread, of: content.byteCount))
        if let failure = state.pointee.parsing.error { throw failure }
        return false
      }
    }
    if let problem = unpacking.problem { state.pointee.noteDamage(problem) }
    return false
  }

  /// Passes input to the parser until the input ends, an error occurs or a limit is exceeded.
  private mutating func parse() throws -> XML_Status {
    var status = feedPending()
    var isFinal = false
    while true {
      guard status == XML_STATUS_OK, !state.pointee.parsing.isStopped else { return status }
      try Task.checkCancellation()
      try context.progress?(
        GeoProgress(bytesRead: context.file.consumed, bytesTotal: context.file.byteCount))
      if isFinal { return status }
      let unfinished = fed - Int(XML_GetCurrentByteIndex(parser))
      guard unfinished <= context.options.limits.token else {
        state.pointee.limitToken()
        return XML_STATUS_ERROR
      }
      if let next = try feedNext(atLeast: unfinished / 2) {
        status = next
      } else {
        if let closing, isBetweenElements { status = feed(closing) }
        isFinal = true
        if status == XML_STATUS_OK { status = XML_Parse(parser, nil, 0, 1) }
      }
    }
  }

  /// Passes the next chunk of the file's text to the parser. For a long tag, several chunks are
  /// combined, because the parser rescans an incomplete tag with each chunk.
  ///
  /// - Returns: The parser's status, or nil at the end of the text.
  private mutating func feedNext(atLeast wanted: Int) throws -> XML_Status? {
    var piece = try nextPiece()
    if piece.count >= wanted || piece.isEmpty { return piece.isEmpty ? nil : feed(piece) }
    while !piece.isEmpty, pending.count < wanted {
      pending += piece
      piece = try nextPiece()
    }
    pending += piece
    defer { pending = [] }
    return feed(pending)
  }

  /// Passes the bytes in ``pending`` to the parser. The first piece of a second or later document
  /// is small, because the document may be short and the bytes after its end must be parsed again.
  private mutating func feedPending() -> XML_Status {
    var size = state.pointee.document.number > 1 ? Self.firstPiece : pending.count
    var status = XML_STATUS_OK
    let bytes = pending
    while given < pending.count, status == XML_STATUS_OK, !state.pointee.parsing.isStopped {
      let end = min(given + size, pending.count)
      status = bytes.withUnsafeBufferPointer {
        feed(UnsafeBufferPointer(rebasing: $0[given..<end]))
      }
      given = end
      size *= 2
    }
    if given == pending.count {
      pending = []
      given = 0
    }
    return status
  }

  private static let firstPiece = 2_048

  private mutating func nextPiece() throws -> UnsafeBufferPointer<UInt8> {
    let piece = try text.next()
    if !text.repairs.isEmpty { noteRepairs(text.repairs, in: piece) }
    return piece
  }

  private mutating func feed(_ piece: UnsafeBufferPointer<UInt8>) -> XML_Status {
    guard let last = piece.last else { return XML_STATUS_OK }
    fed += piece.count
    lastByte = last
    return piece.withMemoryRebound(to: CChar.self) {
      XML_Parse(parser, $0.baseAddress, Int32(truncatingIfNeeded: $0.count), 0)
    }
  }

  private mutating func feed(_ bytes: [UInt8]) -> XML_Status {
    bytes.withUnsafeBufferPointer { feed($0) }
  }

  private mutating func feed(_ text: StaticString) -> XML_Status {
    feed(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Whether all elements read from the file are closed. Elements inserted by the reader can still
  /// be open.
  private var isBetweenElements: Bool {
    state.pointee.document.nesting == state.pointee.document.synthesizedDepth
      && (fed == Int(XML_GetCurrentByteIndex(parser)) || lastByte <= UInt8(ascii: " "))
  }

  /// Returns the bytes that the parser has received but not yet processed, without the first
  /// `count` bytes.
  func unparsed(after count: Int = 0) -> [UInt8] {
    var offset: Int32 = 0
    var size: Int32 = 0
    guard let bytes = XML_GetInputContext(parser, &offset, &size), Int(offset) + count < Int(size)
    else { return [] }
    return Array(UnsafeRawBufferPointer(start: bytes, count: Int(size))[(Int(offset) + count)...])
  }

  /// Returns the line and column of the first byte after ``pending``.
  ///
  /// - Complexity: O(n), where n is the number of bytes read since the last call.
  ///   If the parser has moved since then, n is the number of unparsed bytes.
  mutating func placeOfNext() -> XMLOrigin {
    var (place, walked) = (XMLOrigin(), 0)
    let start = Int(XML_GetCurrentByteIndex(parser))
    if let known = reached, known.start == start {
      (place, walked) = (known.place, known.count)
    } else {
      (place.line, place.column) = state.pointee.parserPosition
    }
    let behind = fed - start
    place.advance(over: unparsed(after: walked))
    place.advance(over: pending.dropFirst(max(walked - behind, 0)))
    reached = (start, behind + pending.count, place)
    return place
  }
}
