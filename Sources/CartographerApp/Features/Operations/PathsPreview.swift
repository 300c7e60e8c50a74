import CartographerCore
import CartographerPresentation
import Geodesy

/// An operation's preview: the resulting paths, their profile and their statistics.
package final class PathsPreview: Sendable {
  package let plan: OperationPlan
  /// The paths before the operation.
  package let subjects: [PathData]
  /// The edits that apply the operation. Empty if the operation would change nothing.
  package let edits: [LibraryEdit]
  package let before: PreviewTotals
  package let after: PreviewTotals
  /// The total number of points removed by the operation. The properties ``added`` and ``changed``
  /// count the added and changed points.
  package let gone: Int
  package let added: Int
  package let changed: Int
  /// The number of points that look like recording errors, by reason.
  package let flaws: [TrackFlaw.Reason: Int]
  /// The shapes of the resulting paths. For a split path, contains the shape of each piece.
  package let shapes: [PathShape]
  package let pieces: [TrackMeasures]
  /// The coordinates at which paths are split.
  package let cuts: [Coordinate]
  /// The indexes of the first path's points at which new pieces begin.
  package let cutsOfFirst: [Int]
  /// The first path's profile after the operation. Nil if no profile was computed.
  package let profile: ProfileData?
  /// The number of paths that the operation leaves unchanged.
  package let untouched: Int
  /// The preview of joining the paths. Nil for operations other than a join.
  package let join: JoinPreview?
  /// Each path's cached simplification, which speeds up the next preview if only the tolerance
  /// changes.
  package let simplifications: [ItemID: Simplification]

  init(_ request: PreviewRequest, _ parts: PreviewParts) {
    plan = request.plan
    subjects = request.subjects.map(\.path)
    edits = parts.edits
    before = PreviewTotals(subjects.map { $0.measures })
    after = PreviewTotals(parts.after)
    gone = parts.gone
    added = parts.added
    changed = parts.changed
    flaws = parts.flaws
    shapes = parts.shapes
    pieces = parts.pieces
    cuts = parts.cuts
    cutsOfFirst = parts.cutsOfFirst
    profile = parts.profile
    untouched = parts.untouched
    join = parts.join
    simplifications = parts.simplifications
  }
}

extension PathsPreview: Equatable {
  /// Compares two previews by identity, since previews are immutable.
  package static func == (lhs: PathsPreview, rhs: PathsPreview) -> Bool { lhs === rhs }
}

/// The outcome of a preview request.
package enum PreviewOutcome: Sendable, Equatable {
  case preview(PathsPreview)
  /// The reason why the operation cannot be performed.
  case refused(EditorFailure)
}
