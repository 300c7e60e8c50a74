/// A sink that adds details from an activity list to a file's paths, and passes all items on to
/// another sink.
public final class ActivityNamer: GeoSink {
  private let target: any GeoSink
  private let activities: ActivityCatalogue
  /// The activity's details, which are added to every path in the file. Nil if the file's name does
  /// not identify the activity.
  private let details: ActivityDetails?
  private var start = Double.nan
  private var pathCount = 0

  /// Creates a sink that adds details to the paths in the given file.
  ///
  /// - Parameter file: The file's path, as written in the activity list.
  public init(_ target: any GeoSink, _ activities: ActivityCatalogue, file: String) {
    self.target = target
    self.activities = activities
    details = activities.activity(of: file)
    activities.noteReadFile()
  }

  public func place(_ place: GeoPlace) throws { try target.place(place) }

  public func pathBegins(_ kind: GeoPathHeader.Kind) throws {
    start = .nan
    try target.pathBegins(kind)
  }

  public func points(_ points: borrowing GeoPoints) throws {
    if start.isNaN, let time = points.times.first(where: { !$0.isNaN }) { start = time }
    try target.points(points)
  }

  public func pathEnds(_ header: GeoPathHeader) throws {
    var header = header
    if let details = details ?? activities.activity(startingAt: start) {
      activities.note(joined: details)
      pathCount += 1
      details.apply(to: &header, number: self.details == nil ? 1 : pathCount)
    }
    try target.pathEnds(header)
  }

  public func fileEnds(_ header: GeoFileHeader) throws { try target.fileEnds(header) }
}
