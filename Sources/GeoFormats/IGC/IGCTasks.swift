import Geodesy

/// The tasks that a flight log declares in C records. Each one becomes a route.
struct IGCTasks {
  private struct DeclaredTask {
    var name: String?
    /// The values of the task declaration, other than the task's name.
    var values: [ForeignValue] = []
    var points: [(coordinate: Coordinate, name: String?, line: Int)] = []
    /// The line number of the task's first C record.
    let line: Int
    /// The number of C records that do not become points: the declaration and points without a
    /// position.
    var recordsWithoutPoint = 1
  }

  /// The maximum total number of points in all tasks.
  static let mostPoints = 10_000

  /// The tasks that have not yet been passed to the ``GeoFeed``.
  private var tasks: [DeclaredTask] = []
  private var points = 0
  /// The number of C records in tasks without any position, and the line number of the first such
  /// record.
  private(set) var ignored: (count: Int, line: Int)?

  /// Reads a C record. Such a record either begins and names a task, or contains a point of the
  /// last task.
  ///
  /// - Returns: False if the record is a point and the tasks already have ``mostPoints`` points,
  ///   otherwise true.
  mutating func read(_ line: [UInt8], _ number: Int, _ feed: GeoFeed) -> Bool {
    guard let position = IGCRecord.position(line) else {
      if IGCRecord.isDeclaration(line) {
        let name = line.count > 25 ? IGCRecord.string(line[25...]) : ""
        tasks.append(
          DeclaredTask(
            name: name.isEmpty ? nil : name, values: IGCRecord.declarationValues(line), line: number
          ))
      } else {
        feed.diagnose(
          .igcRecord, .skipped, at: Diagnostic.Place(line: number, column: 1),
          "the C record “\(Excerpt.of(IGCRecord.string(line)))” is not valid")
      }
      return true
    }
    // A task without a declared take-off or landing has zeros in its place.
    guard position.latitude != 0 || position.longitude != 0 else {
      if tasks.isEmpty {
        tasks.append(DeclaredTask(line: number))
      } else {
        tasks[tasks.count - 1].recordsWithoutPoint += 1
      }
      return true
    }
    guard points < Self.mostPoints else { return false }
    points += 1
    if tasks.isEmpty { tasks.append(DeclaredTask(line: number)) }
    let name = IGCRecord.string(line.dropFirst(18))
    tasks[tasks.count - 1].points.append(
      (
        Coordinate(latitude: position.latitude, longitude: position.longitude),
        name.isEmpty ? nil : name, number
      ))
    return true
  }

  /// Passes the newly read tasks to the ``GeoFeed``. Counts the C records of tasks without any
  /// position.
  ///
  /// - Precondition: No path is open.
  mutating func deliver(to feed: GeoFeed) throws {
    for task in tasks {
      guard !task.points.isEmpty else {
        ignored = (
          (ignored?.count ?? 0) + task.recordsWithoutPoint, ignored?.line ?? task.line
        )
        continue
      }
      try feed.beginPath(.route)
      for point in task.points {
        guard
          let coordinate = feed.coordinate(
            latitude: point.coordinate.latitude, longitude: point.coordinate.longitude,
            at: Diagnostic.Place(line: point.line, column: 1))
        else {
          feed.report.counts.skipped.routePoints += 1
          continue
        }
        try feed.point(coordinate)
        var fields = GeoPointFields()
        fields.name = point.name
        feed.set(fields)
      }
      var header = GeoPathHeader(kind: .route, name: task.name ?? "Task")
      header.segments = 1
      if !task.values.isEmpty { header.kept = PreservedMarkup.keeping(task.values) }
      try feed.endPath(header)
    }
    tasks = []
  }
}
