import CartographerCore
import CartographerPresentation
import Geodesy

extension ProfileQuantity {
  /// Returns the quantities for which a path has data.
  package static func all(of path: PathData, _ series: PathSeries?) -> [ProfileQuantity] {
    var all: [ProfileQuantity] = [.elevation]
    if path.measures.timeFirst != nil { all.append(.speed) }
    if path.measures.elevationMin != nil { all.append(.slope) }
    guard let series else { return all }
    return all
      + PointColumn.sensors.filter { series.sensors.columns[$0] != nil }.map(
        ProfileQuantity.sensor)
  }
}
