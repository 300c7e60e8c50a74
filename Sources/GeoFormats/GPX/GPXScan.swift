import CExpat
import Foundation
import Geodesy

/// The state of reading one GPX file, on which the XML parser's callbacks operate.
///
/// The state is a value behind a pointer, because the callbacks run several million times a second.
/// It holds at most one batch of points, the current element, and the preserved markup of the
/// enclosing elements. The depth of the document costs one byte per element and no recursion.
struct GPXScan {
  /// The maximum number of points passed to the sink at once.
  static let batch = 8192
  /// The maximum number of text bytes passed to the sink at once.
  static let batchSize = 4 << 20
  /// The maximum number of open structure elements, plus one for the document.
  static let levelCount = 5

  let parser: XML_Parser
  let sink: any GeoSink
  /// The limits that no file may exceed.
  let limits: GeoReadingLimits
  /// The mapping from the parser's positions to the file's.
  var origin = XMLOrigin()
  /// The number of documents read so far.
  var documents = 1
  /// The number of open elements.
  var nesting = 0
  /// The number of open elements that were inserted because the file has no root element.
  var madeUp = 0

  var report = GeoReadReport()
  var log = DiagnosticLog()
  var unknown = ElementTally()
  var namespaces = GPXNamespaces()
  var templates = KeptTemplates()
  var fileHeader = GeoFileHeader()
  /// The bounds of the points read, in degrees.
  var south = Double.infinity
  var north = -Double.infinity
  var west = Double.infinity
  var east = -Double.infinity

  /// The error that ends the reading.
  var failure: (any Error)?
  /// Whether the reading has stopped because of `failure` or a refusal; later callbacks do nothing.
  var stopped = false
  var rootClosed = false
  var inDoctype = false
  /// Whether a document is being skipped, up to the next XML declaration.
  var leavesDocumentOut = false

  /// The innermost open element of the structure.
  var context = GPXName.document
  /// The number of open structure elements.
  var depth = 0
  /// The states of the open structure elements; index 0 is the document.
  let levels: UnsafeMutablePointer<GPXLevel>
  /// The markup before the element just opened, which belongs to that element.
  var before: [UInt8] = []

  /// The field being read inside the innermost element.
  var field = GPXField.none
  /// The start of the field's hole in the preserved markup, whether the hole contains a tag, and
  /// whether the field contains other markup.
  var fieldStart = 0
  var fieldHasTag = false
  var fieldIsMixed = false
  var text: TextBuffer

  /// The open elements that are preserved as markup, outermost first.
  var literals: [GPXName] = []
  /// The start of the outermost preserved element in the markup.
  var literalStart = 0
  /// Whether the last start tag still lacks its `>`.
  var tagIsOpen = false
  /// Whether preserved markup was already necessary before the element.
  var wasNeeded = false
  /// The purpose for which the outermost preserved element is read when complete.
  var capture = GPXField.none
  /// The sensor whose value is being read, and the start of its hole.
  var sensor: GeoSensor?
  var sensorStart = 0

  /// The white space since the last tag, and whether other text has followed it.
  var blanks: TextBuffer
  var isInText = false

  var latitude = Double.nan
  var longitude = Double.nan
  var elevation = Double.nan
  var time = Double.nan
  var format = GeoPointFormat()
  var fields = GeoPointFields()
  var hasFields = false
  /// The index of the link made by GPX 1.0's `url`.
  var urlIndex = 0
  /// The sensor values by number, and the bits of those present.
  var sensorValues = [Double](repeating: .nan, count: GeoSensor.allCases.count)
  var sensorsSeen: UInt32 = 0
  var header = GeoPathHeader(kind: .track)
  var points = GeoPoints(capacity: Self.batch)
  /// The number of text bytes in ``points``.
  var batchBytes = 0
  var segment = -1
  /// The number of bytes in the path's preserved segments, and in undeclared prefixes.
  var segmentBytes = 0
  var undeclaredBytes = 0
  /// The number of bytes of repeated namespace declarations.
  var repeatedBytes = 0
  /// The number of items read so far.
  var itemCount = 0

  var elevationLow = Double.infinity
  var elevationHigh = -Double.infinity
  var timeLow = Double.infinity
  var timeHigh = -Double.infinity

  init(parser: XML_Parser, sink: any GeoSink, limits: GeoReadingLimits) {
    self.parser = parser
    self.sink = sink
    self.limits = limits
    text = TextBuffer(limit: limits.text)
    blanks = TextBuffer(limit: 1 << 16)
    levels = .allocate(capacity: Self.levelCount)
    for level in 0..<Self.levelCount { (levels + level).initialize(to: GPXLevel()) }
    report.format = GeoFormat.gpx.id
  }

  /// Frees the memory; the value must not be used afterwards.
  mutating func deallocate() {
    for level in 0..<Self.levelCount { levels[level].markup.deallocate() }
    levels.deinitialize(count: Self.levelCount)
    levels.deallocate()
    text.deallocate()
    blanks.deallocate()
  }

  /// The names of the root's own fields that were read.
  var rootFieldsSeen: Set<String> = []
  /// Whether the end of the items is marked in the preserved markup of the root.
  var rootHasTail = false
  /// Whether the file is read by the rules of GPX 1.0.
  var is10 = false

  /// The parser's position in the file: the start of the current tag.
  var position: (line: Int, column: Int) {
    let (line, column) = parserPosition
    return origin.place(line: line, column: column)
  }

  /// The parser's position in the current document, line and column from 1.
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

  /// Ends the reading with an error.
  mutating func fail(_ error: any Error) {
    failure = error
    stopped = true
    XML_StopParser(parser, 0)
  }

  /// Ends the reading and refuses the file.
  mutating func refuse(_ code: Diagnostic.Code, element: String?, _ message: String) {
    let (line, column) = position
    let diagnostic = Diagnostic(
      line: line, column: column, element: element, code: code, action: .refused, message: message)
    log.add(diagnostic)
    report.refusal = diagnostic
    report.isComplete = false
    stopped = true
    XML_StopParser(parser, 0)
  }
}
