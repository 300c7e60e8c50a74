import Foundation
import Geodesy

/// A handler for the elements of a TCX file, which passes places and paths to the ``GeoFeed``.
///
/// An activity becomes a track with a segment for each lap. A lap with several tracks becomes
/// several segments, one for each track. A course becomes a route, and its course points become
/// places.
final class TCXScan: XMLStreamHandler {
  /// The values of the current trackpoint or course point. Absent numbers are NaN.
  struct PointValues {
    var latitude = Double.nan
    var longitude = Double.nan
    var hasPosition = false
    /// Whether the latitude or longitude has a decimal comma.
    var hasDecimalComma = false
    /// A message about the first latitude or longitude that is not a number.
    var positionFault: String?
    var elevation = Double.nan
    var time = Double.nan
    var heartRate = Double.nan
    var cadence = Double.nan
    var runCadence = Double.nan
    var distance = Double.nan
    var speed = Double.nan
    var power = Double.nan
    var name: String?
    var notes: String?
    var type: String?
    /// The values that are preserved as extension values. ``valueSize`` is their total size in
    /// bytes.
    var values: [ForeignValue] = []
    var valueSize = 0
  }

  /// The activity or course that is being read.
  struct Item {
    var isCourse = false
    var sport: String?
    var identifier: String?
    var name: String?
    var notes: [String] = []
    var lapNotes: [String] = []
    var lapValues: [ForeignValue] = []
    /// The kinds of cadence sensors named in the trackpoints.
    var cadenceSensors: [String] = []
    /// The values in extensions of the activity or course, or of its tracks.
    var values: [ForeignValue] = []
    /// The total size of ``values`` and of the values in extensions of laps, in bytes.
    var valueSize = 0
    /// The number of segments: one for each lap, and one for each additional track in a lap.
    var segments = 0
    /// The number of tracks in the current lap.
    var tracks = 0
    var places: [GeoPlace] = []
  }

  let stream: XMLStream
  let feed: GeoFeed
  var tally = TCXTally()
  var item: Item?
  var point = PointValues()
  /// The totals of the current lap, each as text of the form `name=value`.
  var totals: [String] = []
  var lapNotes: String?
  /// The values in extensions of the current lap, each as text of the form `name=value`.
  var lapExtras: [String] = []
  /// The open elements that other programs define.
  var foreign: [ForeignElement] = []
  /// The item to which the values of the elements in ``foreign`` belong.
  var owner = ForeignOwner.path
  private(set) var stack: [TCXElement] = [.document]
  /// Bit masks of the child elements read so far in the most recent element of each kind.
  var seen = [UInt32](repeating: 0, count: TCXElement.tables.count)
  /// The name of the element that encloses the heart rate or lap total being read.
  private var total = ""
  var text: TextBuffer
  var collects = false

  /// The maximum number of laps that are stored for one activity or course. The same limit applies
  /// to places.
  static let maximum = 50_000
  /// The earliest time that a device could have recorded. Earlier times, from before navigation
  /// satellites existed, are placeholders written by route planners.
  static let firstTime = -725_846_400.0

  init(_ stream: XMLStream, _ feed: GeoFeed, textLimit: Int) {
    self.stream = stream
    self.feed = feed
    text = TextBuffer(limit: textLimit)
  }

  deinit { text.deallocate() }

  // MARK: XMLStreamHandler

  override func start(_ tag: XMLTag, _ attributes: XMLAttributes) throws {
    collects = false
    let parent = stack[stack.count - 1]
    if parent == .heartRate { reportStrayText() }
    let element = element(tag, in: parent)
    stack.append(element)
    switch element {
    case .field:
      text.clear()
      collects = true
      if parent == .lap || parent == .lapExtensions { total = tag.localText }
    case .heartRate:
      total = tag.localText
      text.clear()
      collects = true
    case .trackpoint: point = PointValues()
    case .coursePoint: point = PointValues()
    case .position:
      point.hasPosition = true
      point.hasDecimalComma = false
    case .list: if tag.isLocal("MultiSportSession") { tally.sessions += 1 }
    case .lap: beginLap(attributes)
    case .track:
      item?.tracks += 1
      if let tracks = item?.tracks, tracks > 1 { item?.segments += 1 }
    case .activity:
      item = Item(sport: attributes.text("Sport") ?? (isTransition(tag) ? "Transition" : nil))
      if isTransition(tag) { beginLap(attributes) }
    case .course: item = Item(isCourse: true)
    case .unnamed:
      // The extensions follow the name.
      if stack[stack.count - 3] == .course { item?.name = nil } else { point.name = nil }
    case .extensions: if tag.isLocal("TPX") { readCadenceSensor(attributes) }
    case .foreign: beginForeign(tag, attributes)
    case .unread:
      if parent != .unread { tally.addUnread(tag, isInFolders: parent == .folders, stream) }
    default: break
    }
  }

  override func end(_ tag: XMLTag) throws {
    let element = stack.removeLast()
    let parent = stack[stack.count - 1]
    switch element {
    case .field: setField(TCXField(tag), in: parent)
    case .heartRate: reportStrayText()
    case .trackpoint: try endTrackpoint()
    case .coursePoint: endCoursePoint()
    case .lap: endLap()
    case .activity, .course: try endItem()
    case .foreign: endForeign()
    default: break
    }
    // Text after a child element belongs to the parent.
    collects = element == .foreign && parent == .foreign || parent == .heartRate
  }

  override func text(_ piece: UnsafeBufferPointer<UInt8>) throws {
    guard collects, let start = piece.baseAddress else { return }
    guard text.append(UnsafeRawPointer(start), count: piece.count) else {
      throw InputRefusal(
        code: .limitText,
        message: "the text of an element is longer than the limit", place: stream.place())
    }
  }

  /// Returns the kind of the given child element.
  private func element(_ tag: XMLTag, in parent: TCXElement) -> TCXElement {
    switch parent {
    case .document: return .database
    case .irrelevant: return .irrelevant
    case .foreign: return .foreign
    default: break
    }
    for (index, child) in TCXElement.tables[Int(parent.rawValue)].enumerated()
    where tag.isLocal(child.name) {
      countRepetition(tag, child.element, index, in: parent)
      return child.element
    }
    switch parent {
    case .extensions, .lapExtensions, .itemExtensions: return .foreign
    default: return .unread
    }
  }

  private func isTransition(_ tag: XMLTag) -> Bool { tag.isLocal("Transition") }

  // MARK: Fields

  private func setField(_ field: TCXField, in parent: TCXElement) {
    switch parent {
    case .trackpoint, .coursePoint, .position, .extensions: setPointField(field)
    case .heartRate:
      if stack[stack.count - 2] == .trackpoint {
        point.heartRate = byteValue("HeartRateBpm")
      } else {
        addTotal()
      }
      text.clear()
    case .lap:
      if field == .notes { lapNotes = trimmed } else { addTotal() }
    case .lapExtensions: addTotal()
    case .activity, .course:
      switch field {
      case .name: item?.name = trimmed
      case .notes: if let notes = trimmed { item?.notes.append(notes) }
      case .identifier: item?.identifier = trimmed
      default: break
      }
    case .creator: tally.creator = tally.creator ?? trimmed
    case .author: tally.author = tally.author ?? trimmed
    default: break
    }
  }

  private func setPointField(_ field: TCXField) {
    switch field {
    case .latitude: point.latitude = degrees("latitude", bound: 90)
    case .longitude: point.longitude = degrees("longitude", bound: 180)
    case .altitude: point.elevation = altitude()
    case .distance: point.distance = number("DistanceMeters")
    case .time: point.time = time()
    case .cadence: point.cadence = byteValue("Cadence")
    case .runCadence: point.runCadence = byteValue("RunCadence")
    // A speed of 1000 m/s is impossible, so that 3,215 is not 3215.
    case .speed: point.speed = number("Speed", bound: 999)
    case .power: point.power = number("Watts")
    case .name: point.name = trimmed
    case .notes: point.notes = trimmed
    case .pointType: point.type = trimmed
    case .heartRate, .identifier, .total: break
    }
  }

  /// The text of the current element without surrounding white space. Nil if the text is empty.
  var trimmed: String? {
    let content = text.string.trimmingCharacters(in: .whitespacesAndNewlines)
    return content.isEmpty ? nil : content
  }

  /// Reports and discards any text that is outside the `Value` element of a heart rate. The text of
  /// `Value` was already read and cleared.
  private func reportStrayText() {
    guard !text.isBlank, let content = trimmed else { return text.clear() }
    text.clear()
    feed.diagnose(
      .valueInvalid, .repaired, at: stream.place(total),
      "“\(Excerpt.of(content))” is outside the Value element and is ignored")
  }

  private func time() -> Double {
    let value = Timestamp.parse(text.start, count: text.count)
    if value.isNaN {
      feed.diagnose(
        .timeUnreadable, .repaired, at: stream.place("Time"),
        "“\(Excerpt.of(text.string))” is not a valid time")
    } else if Timestamp.hasNoZone(text.start, count: text.count) {
      tally.timesWithoutZone += 1
    }
    return value
  }

  private func addTotal() {
    guard let value = trimmed else { return }
    guard totals.count < 32 else {
      tally.lapTotalsLeftOut += 1
      return
    }
    totals.append("\(total)=\(value.prefix(100))")
  }
}
