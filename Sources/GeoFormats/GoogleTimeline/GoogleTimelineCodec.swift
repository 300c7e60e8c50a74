/// The codec for Google's location history. It reads the Timeline exports of Android and iOS
/// devices, and Takeout's `Records.json` and `Semantic Location History`.
struct GoogleTimelineCodec: GeoFormatCodec {
  static let id = "google-timeline"

  let format = GeoFormat(
    id: Self.id, name: "Google Timeline", fileExtensions: ["json"], canRead: true, canWrite: false,
    options: [
      GeoFormat.Option(
        name: "accuracy",
        meaning:
          "the maximum accuracy radius of imported positions, in metres (default: no limit)")
    ])

  func recognises(_ head: FileHead) -> Bool {
    let text = head.text
    func contains(_ keys: String...) -> Bool {
      keys.contains { text.containsBytes(Array("\"\($0)\"".utf8)) }
    }
    switch text.first {
    case UInt8(ascii: "{"):
      return contains("semanticSegments", "timelineObjects", "rawSignals")
        || contains("locations") && contains("latitudeE7", "timestampMs", "deviceTag")
    case UInt8(ascii: "["):
      return contains("startTime")
        && contains("visit", "activity", "timelinePath", "timelineMemory")
    default: return false
    }
  }

  func read(_ input: GeoInput, into sink: any GeoSink) throws -> GeoReadReport {
    let reader = try JSONReader(input)
    let timeline = TimelineReader(reader, GeoFeed(input, into: sink, format))
    do {
      try timeline.read()
      return try timeline.finish(nil)
    } catch let fault as JSONFault {
      return try timeline.finish(fault)
    }
  }
}
