import Foundation

/// Builders of GPX text.
package enum GPXText {
  /// Returns a GPX 1.1 file with the given elements.
  ///
  /// - Parameter root: Additional attributes of the root element, such as a namespace.
  package static func file(_ items: String..., root: String = "", creator: String = "t") -> String {
    "<gpx version=\"1.1\" creator=\"\(creator)\" xmlns=\"http://www.topografix.com/GPX/1/1\" \(root)>"
      + items.joined() + "</gpx>"
  }

  package static func place(
    _ name: String?, _ latitude: Double, _ longitude: Double = 7, _ more: String = ""
  ) -> String {
    "<wpt lat=\"\(latitude)\" lon=\"\(longitude)\">"
      + (name.map { "<name>\($0)</name>" } ?? "") + more + "</wpt>"
  }

  package static func route(_ name: String?, _ latitudes: [Double]) -> String {
    "<rte>" + (name.map { "<name>\($0)</name>" } ?? "")
      + latitudes.map { "<rtept lat=\"\($0)\" lon=\"7\"/>" }.joined() + "</rte>"
  }

  /// - Parameter hour: The hour of the first point, with one point per minute; nil for no times.
  package static func track(
    _ name: String?, _ latitudes: [Double], hour: Int? = nil, _ more: String = ""
  ) -> String {
    let points = latitudes.enumerated().map { index, latitude in
      let time = hour.map { hour in
        "<time>2026-07-11T\(String(format: "%02d:%02d", hour, index % 60)):00Z</time>"
      }
      return "<trkpt lat=\"\(latitude)\" lon=\"7\">\(time ?? "")</trkpt>"
    }
    return "<trk>" + (name.map { "<name>\($0)</name>" } ?? "")
      + more + "<trkseg>" + points.joined() + "</trkseg></trk>"
  }

  /// Returns latitudes from a start northwards, about 111 m apart.
  package static func latitudes(from latitude: Double, _ count: Int = 6) -> [Double] {
    (0..<count).map { ((latitude + Double($0) * 0.001) * 1e4).rounded() / 1e4 }
  }
}
