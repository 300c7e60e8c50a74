import CExpat
import Foundation
import Geodesy

/// The state of the GPX reader for one file. The XML parser's callbacks modify this state.
///
/// For speed, the state is a structure that is accessed through a pointer, because the callbacks
/// run several million times a second. It holds at most one batch of points, the current element,
/// and the preserved markup of the enclosing elements. Each further open element takes only one
/// byte of memory, and there is no recursion.
struct GPXScan {
  /// The maximum number of open structural elements (`gpx`, `trk`, `trkseg` and `trkpt`), plus one
  /// for the document.
  static let levelCount = 5

  let parser: XML_Parser
  let sink: any GeoSink
  /// The size limits for the file. Reading stops at the position where the file exceeds a limit.
  let limits: GeoReadingLimits
  /// Whether the latitude and longitude of each point are swapped.
  let swapsCoordinates: Bool
  /// The mapping from positions in the parser's input to positions in the file.
  var origin = XMLOrigin()

  var report = GeoReadReport()
  var log = DiagnosticLog()
  var findings = Findings()
  var namespaces = GPXNamespaces()
  var templates = PreservedMarkup.Templates()
  var fileHeader = GeoFileHeader()
  var extent = GeoExtent()

  var parsing = ParsingState()
  var document = DocumentState()

  /// The innermost open structural element, such as `trkseg`.
  var context = GPXName.document
  /// The number of open structural elements, such as `gpx` and `trk`.
  var depth = 0
  /// The states of the open structural elements, such as `gpx` and `trk`. Index 0 is the document.
  let levels: UnsafeMutablePointer<GPXLevel>
  /// The markup that precedes the current element and is preserved with it.
  var before: [UInt8] = []

  var field = FieldState()
  var literal = LiteralState()
  var stray = StrayText()
  /// The text of the field or sensor that is being read.
  var text: TextBuffer

  var root = RootState()
  var path = PathState(.track)
  var point = PointState()
  var batch = PointBatch()
  /// The number of items read so far.
  var itemCount = 0
  var bindingSizes = BindingSizes()

  init(parser: XML_Parser, sink: any GeoSink, options: GeoReadingOptions) {
    self.parser = parser
    self.sink = sink
    limits = options.limits
    swapsCoordinates = options.swapsCoordinates
    text = TextBuffer(limit: limits.text)
    levels = .allocate(capacity: Self.levelCount)
    for level in 0..<Self.levelCount { (levels + level).initialize(to: GPXLevel()) }
    report.format = GPXCodec.id
  }

  /// Frees the state's memory. The state must not be used afterwards.
  mutating func deallocate() {
    for level in 0..<Self.levelCount { levels[level].markup.deallocate() }
    levels.deinitialize(count: Self.levelCount)
    levels.deallocate()
    text.deallocate()
    stray.blanks.deallocate()
  }

  /// The line and column in the file at which the current tag starts.
  var position: (line: Int, column: Int) {
    let (line, column) = parserPosition
    return origin.place(line: line, column: column)
  }

  /// The line and column of the parser's position in the current document, both counted from 1.
  var parserPosition: (line: Int, column: Int) {
    (
      Int(XML_GetCurrentLineNumber(parser)), Int(XML_GetCurrentColumnNumber(parser)) + 1
    )
  }

  /// Adds a diagnostic at the parser's position.
  mutating func note(
    _ code: Diagnostic.Code, _ action: Diagnostic.Action, element: @autoclosure () -> String?,
    _ message: @autoclosure () -> String
  ) {
    guard log.admits(code) else { return }
    let (line, column) = position
    log.keep(
      Diagnostic(
        line: line, column: column, element: element(), code: code, action: action,
        message: message()))
  }

  /// Stops reading because of an error.
  mutating func fail(_ error: any Error) {
    parsing.stop(because: error)
    XML_StopParser(parser, 0)
  }

  /// Stops reading and rejects the file.
  mutating func refuse(
    _ code: Diagnostic.Code, element: String?, _ message: String,
    _ remedy: Diagnostic.Remedy? = nil
  ) {
    let (line, column) = position
    let diagnostic = Diagnostic(
      line: line, column: column, element: element, code: code, action: .refused, message: message,
      remedy: remedy)
    log.add(diagnostic)
    report.refusal = diagnostic
    report.isComplete = false
    parsing.stop()
    XML_StopParser(parser, 0)
  }
}
