import CartographerCore
import CartographerPresentation
import Geodesy

extension ProfileQuantity {
  /// Returns the quantities for which a path has data.
  package static func all(of path: PathData, _ series: PathSeries?) -> [ProfileQuantity] {
    var all: [ProfileQuantity] = [.elevation]
    if path.measures.durationSeconds != nil { all.append(.speed) }
    if path.measures.elevationMin != nil { all.append(.slope) }
    guard let series else { return all }
    return all
      + PointColumn.sensors.filter { series.sensors.columns[$0] != nil }.map(
        ProfileQuantity.sensor)
  }

  /// Returns the quantity's value at each point of a path. Returns nil if the path has no values or
  /// its series has not been loaded.
  func values(of path: PathData, _ series: PathSeries?) -> [Double]? {
    let values: [Double]? =
      switch self {
      case .elevation: path.geometry.columns.elevations
      case .speed: series?.speeds
      case .slope: series?.slopes
      case .sensor(let quantity): series?.sensors.columns[quantity]
      }
    return values?.count == path.count ? values : nil
  }
}
