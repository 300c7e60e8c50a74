import GeoFormats
import Testing

@Suite struct GPXSensorTests {
  private static func document(_ extensions: String, root: String = "") -> String {
    """
    <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1" \(root)><trk><trkseg>
    <trkpt lat="1" lon="2"><extensions>\(extensions)</extensions></trkpt>
    <trkpt lat="1" lon="2"/></trkseg></trk></gpx>
    """
  }

  private static let garmin = "http://www.garmin.com/xmlschemas/TrackPointExtension"

  @Test(
    arguments: [
      (
        "<t:TrackPointExtension><t:atemp>21.0</t:atemp><t:wtemp>9</t:wtemp><t:depth>1.5</t:depth>"
          + "<t:hr>140</t:hr><t:cad>80</t:cad></t:TrackPointExtension>", "xmlns:t=\"\(garmin)/v1\"",
        [
          GeoSensor.airTemperature: 21, .waterTemperature: 9, .depth: 1.5, .heartRate: 140,
          .cadence: 80,
        ]
      ),
      (
        "<ns3:TrackPointExtension><ns3:hr>99</ns3:hr><ns3:speed>2.5</ns3:speed>"
          + "<ns3:course>359.5</ns3:course><ns3:bearing>1</ns3:bearing></ns3:TrackPointExtension>",
        "xmlns:ns3=\"\(garmin)/v2\"",
        [.heartRate: 99, .speed: 2.5, .course: 359.5, .bearing: 1]
      ),
      ("<power>250</power>", "", [.power: 250]),
      (
        "<p:PowerExtension><p:PowerInWatts>310</p:PowerInWatts></p:PowerExtension>",
        "xmlns:p=\"http://www.garmin.com/xmlschemas/PowerExtension/v1\"", [.power: 310]
      ),
      (
        "<d:hr>70</d:hr><d:cadence>60</d:cadence><d:distance>12.5</d:distance><d:temp>-3</d:temp>",
        "xmlns:d=\"http://www.cluetrust.com/XML/GPXDATA/1/0\"",
        [.heartRate: 70, .cadence: 60, .distance: 12.5, .airTemperature: -3]
      ),
      // An undeclared prefix, as written by some programs.
      (
        "<gpxtpx:TrackPointExtension><gpxtpx:hr>77</gpxtpx:hr></gpxtpx:TrackPointExtension>", "",
        [.heartRate: 77]
      ),
      // Not a number, and an element that is a sensor only in Garmin's namespace.
      (
        "<t:TrackPointExtension><t:hr>high</t:hr></t:TrackPointExtension>",
        "xmlns:t=\"\(garmin)/v1\"", [:]
      ),
      ("<x:hr>140</x:hr>", "xmlns:x=\"urn:other\"", [:]),
    ] as [(String, String, [GeoSensor: Double])])
  func `sensor values in the formats of common programs are read`(
    extensions: String, root: String, expected: [GeoSensor: Double]
  ) throws {
    let points = try Reading.text(Self.document(extensions, root: root)).document.paths[0].points
    var found: [GeoSensor: Double] = [:]
    for sensor in GeoSensor.allCases where !points.sensors[sensor.rawValue].isEmpty {
      found[sensor] = points.sensors[sensor.rawValue][0]
      #expect(points.sensors[sensor.rawValue][1].isNaN)
    }
    #expect(found == expected)
  }

  @Test func `repeated markup around sensor values is stored once`() throws {
    let point = """
      <trkpt lat="1" lon="2"><extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>9</gpxtpx:hr>
      </gpxtpx:TrackPointExtension></extensions></trkpt>
      """
    let text = """
      <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"
        xmlns:gpxtpx="\(Self.garmin)/v1"><trk><trkseg>\(String(repeating: point, count: 5))
      </trkseg></trk></gpx>
      """
    let document = try Reading.text(text).document
    #expect(document.header.templates.count == 1)
    #expect(Set((0..<5).compactMap { document.paths[0].points.kept[$0] }).count <= 2)
  }
}
