import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy

/// A request to preview an operation in the background.
package struct PreviewRequest: Sendable, Equatable {
  package struct Subject: Sendable, Equatable {
    package var path: PathData
    package var name: String
    package var kind: PathKind
  }

  /// The request's number, which is used to recognise outdated answers.
  package let number: Int
  package let plan: OperationPlan
  package let subjects: [Subject]
  /// The range of points to change in an operation on a single path. Nil if the operation applies
  /// to all points.
  package let range: Range<Int>?
  package let thresholdMetres: Double
  /// An earlier preview of the same paths, whose results can be reused. Nil if there is no such
  /// preview.
  package let known: PathsPreview?

  /// Computes the preview, using only data in memory and the files of the terrain model. If the
  /// task is cancelled, the function returns early, and its outcome must be ignored.
  ///
  /// - Parameter home: A closure that expands a leading `~` in a folder path.
  /// - Parameter progress: A closure called repeatedly with the completed fraction, from 0 to 1.
  /// - Complexity: O(*n* log *n*) for *n* points, or O(*n*) if only the tolerance changed.
  package func outcome(
    expanding home: (String) -> String = { $0 }, progress: (Double) -> Void = { _ in }
  ) -> PreviewOutcome {
    var parts = PreviewParts()
    let plan = plan.expanding(home)
    do {
      if case .join(let order, let gap) = plan {
        try parts.join(order, gap, self)
      } else {
        for (position, subject) in subjects.enumerated() {
          try parts.add(subject, plan, isFirst: position == 0, of: self) { share in
            try Task.checkCancellation()
            progress((Double(position) + share) / Double(subjects.count))
          }
        }
      }
      if case .cut = plan, parts.edits.isEmpty, let reason = parts.reason { throw reason }
      return .preview(PathsPreview(self, parts))
    } catch {
      return .refused(EditorFailure(error))
    }
  }
}

extension OperationPlan {
  /// Returns a copy of the plan in which a leading `~` in the terrain folder's path is expanded.
  fileprivate func expanding(_ home: (String) -> String) -> OperationPlan {
    guard case .perform(.terrain(let folder, let rule, let offset)) = self else { return self }
    let path = home(folder.relativePath)
    return .perform(
      .terrain(
        folder: URL(filePath: path, directoryHint: .isDirectory), rule, offsetMetres: offset))
  }
}

/// The partial results of a preview that is being computed path by path.
struct PreviewParts {
  var edits: [LibraryEdit] = []
  var after: [TrackMeasures] = []
  var gone = 0
  var added = 0
  var changed = 0
  var flaws: [TrackFlaw.Reason: Int] = [:]
  var shapes: [PathShape] = []
  var pieces: [TrackMeasures] = []
  var cuts: [Coordinate] = []
  var cutsOfFirst: [Int] = []
  var profile: ProfileData?
  var untouched = 0
  var simplifications: [ItemID: Simplification] = [:]
  /// The reason why a path cannot be split. If several paths cannot be split, the reason refers to
  /// the first of them. Nil if all paths can be split.
  var reason: LibraryError?
  var join: JoinPreview?

  /// The maximum number of pieces to draw; additional pieces are only counted.
  private static let drawnPieces = 500

  mutating func add(
    _ subject: PreviewRequest.Subject, _ plan: OperationPlan, isFirst: Bool,
    of request: PreviewRequest,
    reportProgress: (Double) throws -> Void
  ) throws {
    switch plan {
    case .perform(let operation): try perform(operation, subject, isFirst, request, reportProgress)
    case .cut(let cut): try self.cut(cut, subject, isFirst, request, reportProgress)
    case .join: break
    }
    try reportProgress(1)
  }

  fileprivate mutating func join(
    _ order: TrackJoin.Order, _ gap: TrackJoin.Gap, _ request: PreviewRequest
  ) throws {
    let paths = request.subjects.map {
      JoinPreview.InputPath(
        id: $0.path.id, name: $0.name, kind: $0.kind, columns: $0.path.geometry.columns)
    }
    let operation = try JoinPreview(
      paths, order: order, gap: gap, thresholdMetres: request.thresholdMetres)
    join = operation
    edits = [.join(paths.map(\.id), order: order, gap: gap)]
    after = [operation.measures]
    gone = paths.reduce(0) { $0 + $1.columns.count } - operation.columns.count
    shapes = [PathShape(operation.columns)]
    cutsOfFirst = operation.joints
    cuts = operation.joints.prefix(Self.drawnPieces).map {
      operation.columns.coordinate(at: TrackPlace($0))
    }
    profile = ProfileData(operation.columns)
  }

  private mutating func perform(
    _ operation: TrackOperation, _ subject: PreviewRequest.Subject, _ isFirst: Bool,
    _ request: PreviewRequest, _ reportProgress: (Double) throws -> Void
  ) throws {
    let (path, range) = (subject.path, request.range)
    var simplification: Simplification?
    if case .simplify = operation {
      simplification =
        try request.known?.simplifications[path.id]
        ?? Simplification(cancellable: path.geometry.columns, points: range)
      simplifications[path.id] = simplification
      try reportProgress(0.4)
    }
    let preview = try operation.preview(
      of: path.geometry, in: range, named: subject.name, thresholdMetres: request.thresholdMetres,
      knowing: simplification)
    try reportProgress(0.7)
    if preview.changesNothing { untouched += 1 }
    if !preview.changesNothing { edits.append(.perform(operation, on: path.id, in: range)) }
    after.append(preview.measures)
    gone += preview.gone.count
    added += preview.added
    changed += preview.changed
    shapes.append(PathShape(preview.columns))
    try reportProgress(0.8)
    if case .clean(let cleaning) = operation, range == nil {
      for flaw in try cleaning.flaws(of: path.geometry.columns) {
        flaws[flaw.reason, default: 0] += 1
      }
    }
    guard isFirst else { return }
    profile = ProfileData(preview.columns)
  }

  private mutating func cut(
    _ cut: TrackCut, _ subject: PreviewRequest.Subject, _ isFirst: Bool, _ request: PreviewRequest,
    _ reportProgress: (Double) throws -> Void
  ) throws {
    let columns = subject.path.geometry.columns
    if isFirst { profile = subject.path.profile }
    let spans: [TrackSpan]
    do {
      spans = try cut.preview(of: subject.path.geometry, named: subject.name)
    } catch let error as LibraryError where request.subjects.count > 1 {
      // With several paths, paths that cannot be split are left unchanged.
      untouched += 1
      reason = reason ?? error
      after.append(subject.path.measures)
      shapes.append(subject.path.shape)
      return
    }
    edits.append(.cut(subject.path.id, cut))
    for (number, span) in spans.enumerated() {
      try reportProgress(0.2 + 0.8 * Double(number) / Double(spans.count))
      let piece = columns.columns(in: span)
      let measures = TrackMeasures(piece, thresholdMetres: request.thresholdMetres)
      pieces.append(measures)
      after.append(measures)
      if shapes.count < Self.drawnPieces { shapes.append(PathShape(piece)) }
    }
    for span in spans.dropFirst().prefix(Self.drawnPieces) {
      cuts.append(columns.coordinate(at: span.start))
      if isFirst { cutsOfFirst.append(span.start.index) }
    }
  }
}
