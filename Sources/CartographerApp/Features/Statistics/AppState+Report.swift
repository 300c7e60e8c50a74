import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension AppState {
  /// The paths covered by the statistics. While an itinerary is open, these are the paths in its
  /// group; during path editing, the edited path; while the user browses, the marked or selected
  /// paths and the paths in marked or selected groups. If the groups column has the focus and no
  /// items are marked, the statistics cover the paths of the group under the cursor instead.
  var reportPaths: [ItemID] {
    if let openTrip {
      return index.members(of: openTrip).filter { $0.kind == .path }
    }
    if mode != .browse { return selected.map { $0.kind == .path ? [$0] : [] } ?? [] }
    if looksAtGroupColumn {
      let paths = index.snapshot.paths.filter { $0.trashed == nil }
      guard let group = columnGroup?.id else { return paths.map(\.id) }
      return paths.filter { $0.groups.contains(group) }.map(\.id)
    }
    let targets = targets
    let groups = Set(targets.filter { $0.kind == .group })
    guard !groups.isEmpty else { return targets.filter { $0.kind == .path } }
    let named = Set(targets)
    return index.snapshot.paths.filter { path in
      path.trashed == nil
        && (named.contains(path.id) || path.groups.contains(where: groups.contains))
    }.map(\.id)
  }

  /// Whether the statistics cover the group under the cursor in the groups column rather than the
  /// marked items.
  private var looksAtGroupColumn: Bool { isInGroupColumn && !actsOnMarks }

  mutating func openReport() -> [Effect] {
    let ids = reportPaths
    let subjects = ids.map { ReportRequest.Subject(id: $0, name: index[$0]?.name ?? "") }
    guard let first = subjects.first else {
      let source = openTrip == nil ? "selection" : "group"
      return warn("the \(source) contains no paths")
    }
    var range: Range<Int>?
    if case .pathEdit(let edit) = mode, edit.anchor != nil {
      range = edit.range.lowerBound..<edit.range.upperBound + 1
    }
    var title = subjects.count == 1 ? first.name : Numbers.counted(subjects.count, "path")
    if let range {
      title +=
        ", points \(Numbers.grouped(range.lowerBound + 1)) to \(Numbers.grouped(range.upperBound))"
    }
    if let openTrip {
      title = index.group(openTrip)?.name ?? title
    } else if looksAtGroupColumn {
      title = columnGroup?.name ?? title
    } else if mode == .browse, let selected, selected.kind == .group, !actsOnMarks {
      title = index.group(selected)?.name ?? title
    }
    let request = ReportRequest(
      number: operations.nextRequest(), subjects: subjects, range: range, units: settings.units,
      zone: settings.zone, thresholdMetres: settings.climbThresholdMetres)
    let planned = openTrip.flatMap(library.plan(of:))
    overlays.push(StatisticsBox(title: title, request: request, planned: planned))
    return [.report(request)]
  }
}
