import CartographerCore
import CartographerPresentation
import Geodesy

/// What an operation would make of some paths: for the map, the profile and the numbers beside.
package final class TrialPreview: Sendable {
  package let plan: TrialPlan
  /// The paths as they are.
  package let subjects: [PathData]
  /// The changes that make it so; empty where nothing would change.
  package let edits: [LibraryEdit]
  package let before: TrialTotals
  package let after: TrialTotals
  /// Points that go, that are made, and of those that stay the ones that change, of all paths.
  package let gone: Int
  package let added: Int
  package let changed: Int
  /// How many points look wrong, by what is wrong with them.
  package let flaws: [TrackFlaw.Reason: Int]
  /// The new courses; the pieces of a path that is split.
  package let shapes: [PathShape]
  package let pieces: [TrackMeasures]
  /// Where it is cut.
  package let cuts: [Coordinate]
  /// Of the first path: the points before which it is cut, and the profile that it gets.
  package let cutsOfFirst: [Int]
  package let profile: ProfileData?
  /// Paths that would stay as they are.
  package let untouched: Int
  /// Of paths that are joined.
  package let join: JoinTrial?
  /// What answers other tolerances at once.
  package let simplifications: [ItemID: Simplification]

  init(_ request: TrialRequest, _ parts: TrialParts) {
    plan = request.plan
    subjects = request.subjects.map(\.path)
    edits = parts.edits
    before = TrialTotals(subjects.map { $0.measures })
    after = TrialTotals(parts.after)
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

extension TrialPreview: Equatable {
  /// Identity: a preview never changes.
  package static func == (lhs: TrialPreview, rhs: TrialPreview) -> Bool { lhs === rhs }
}

/// What comes of trying an operation.
package enum TrialOutcome: Sendable, Equatable {
  case preview(TrialPreview)
  /// Why it cannot be done.
  case refused(Failure)
}
