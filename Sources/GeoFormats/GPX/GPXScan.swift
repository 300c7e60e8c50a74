import CExpat
import Foundation
import Geodesy

/// The state of reading one GPX file: what the XML parser's callbacks work on.
///
/// A plain value behind a pointer, since the callbacks run several million times a second. It
/// holds no more than one batch of points, the element being read and what is kept of the elements
/// around it; the depth of the document costs one byte an element and no recursion.
struct GPXScan {
  /// How many points go to the sink at once.
  static let batch = 8192
  /// How many bytes of texts go to the sink at once, where there are fewer points.
  static let batchSize = 4 << 20
  /// The most elements of the structure that are open at once, and the document.
  static let levelCount = 5

  let parser: XML_Parser
  let sink: any GeoSink
  /// What no file may exceed.
  let limits: GeoReadingLimits
  /// Where the parser's text stands in the file.
  var origin = XMLOrigin()
  /// How many documents of the file began.
  var documents = 1
  /// How many elements are open.
  var nesting = 0
  /// How many of them were made up, as the file has no root.
  var madeUp = 0

  var report = GeoReadReport()
  var log = DiagnosticLog()
  var unknown = ElementTally()
  var namespaces = GPXNamespaces()
  var templates = KeptTemplates()
  var fileHeader = GeoFileHeader()
  /// The outermost coordinates of the points read, degrees.
  var south = Double.infinity
  var north = -Double.infinity
  var west = Double.infinity
  var east = -Double.infinity

  /// The error that ends the reading.
  var failure: (any Error)?
  /// Set with `failure` or a refusal; later callbacks do nothing.
  var stopped = false
  var rootClosed = false
  var inDoctype = false
  /// Whether what follows up to the next XML declaration is of a document that is not read.
  var leavesDocumentOut = false

  /// The innermost open element of the structure.
  var context = GPXName.document
  /// How many elements of the structure are open.
  var depth = 0
  /// What is gathered of each, and of the document at 0.
  let levels: UnsafeMutablePointer<GPXLevel>
  /// What stood before the element just opened and goes with it.
  var before: [UInt8] = []

  /// The field being read inside the innermost element.
  var field = GPXField.none
  /// Where its hole begins in the kept text, whether that says its tag, and whether anything but
  /// text is in it.
  var fieldStart = 0
  var fieldHasTag = false
  var fieldIsMixed = false
  var text: TextBuffer

  /// The open elements that are taken as they stand, outermost first.
  var literals: [GPXName] = []
  /// Where the outermost of them begins in the kept text.
  var literalStart = 0
  /// Whether the start tag last written waits for its end.
  var tagIsOpen = false
  /// Whether kept text was needed before it.
  var wasNeeded = false
  /// What the outermost is looked at for once it is complete.
  var capture = GPXField.none
  /// The sensor whose value is being read, and where its hole begins.
  var sensor: GeoSensor?
  var sensorStart = 0

  /// Blanks since the last tag, and whether other text has followed them.
  var blanks: TextBuffer
  var isInText = false

  var latitude = Double.nan
  var longitude = Double.nan
  var elevation = Double.nan
  var time = Double.nan
  var format = GeoPointFormat()
  var fields = GeoPointFields()
  var hasFields = false
  /// The place among the links of the one that GPX 1.0's `url` made.
  var urlIndex = 0
  /// The values of the sensors by number, and the bits of those that are there.
  var sensorValues = [Double](repeating: .nan, count: GeoSensor.allCases.count)
  var sensorsSeen: UInt32 = 0
  var header = GeoPathHeader(kind: .track)
  var points = GeoPoints(capacity: Self.batch)
  /// The bytes of the texts in ``points``.
  var batchBytes = 0
  var segment = -1
  /// The bytes of the kept text of the path's segments, and of the prefixes that nothing declares.
  var segmentBytes = 0
  var undeclaredBytes = 0
  /// What was repeated of declarations around kept text, bytes.
  var repeatedBytes = 0
  /// How many items were begun.
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

  /// What the root's own fields were.
  var rootFieldsSeen: Set<String> = []
  /// Whether the end of the root's items is marked in what is kept of it.
  var rootHasTail = false
  /// Whether the file is to be read by the rules of GPX 1.0.
  var is10 = false

  /// Where the parser stands in the file: the start of the tag being handled.
  var position: (line: Int, column: Int) {
    let (line, column) = parserPosition
    return origin.place(line: line, column: column)
  }

  /// Where the parser stands in what it got of this document, both from 1.
  var parserPosition: (line: Int, column: Int) {
    (
      Int(XML_GetCurrentLineNumber(parser)), Int(XML_GetCurrentColumnNumber(parser)) + 1
    )
  }

  /// Reports something at the parser's place.
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
