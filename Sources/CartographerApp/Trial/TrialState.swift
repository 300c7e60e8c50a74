import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

/// An operation on paths while it is looked at and not yet done.
package struct TrialState: Sendable, Equatable {
  /// The paths, the one that shows first.
  package var paths: [ItemID]
  /// The points of the only path that it is confined to; nil for all.
  package var range: Range<Int>?
  /// The editing of a path that it came from; nil for browsing.
  package var origin: PathEditState?
  package var form: TrialForm
  /// The map's view before the operation and during its preview.
  var view: TrialView?
  /// The places to split at, the nearest first.
  package var places: [NearPlace] = []
  /// What stood in the field before it was typed into; nil while nothing is typed.
  package var textBefore: String?

  /// What the form asks for; nil where it cannot be read.
  package var plan: TrialPlan?
  package var preview: TrialPreview?
  /// Why the store would not take it.
  package var refusal: String?
  /// The question that is on its way, and what it asks for.
  package var asked: TrialRequest?
  /// How far that is, where it takes long.
  package var progress: JobProgress?
  /// Whether it is to be done as soon as it is known what it does.
  package var isConfirmed = false
  /// Whether map and profile show the paths as they are.
  package var showsBefore = false

  package init(
    paths: [ItemID], range: Range<Int>?, origin: PathEditState?, form: TrialForm
  ) {
    self.paths = paths
    self.range = range
    self.origin = origin
    self.form = form
  }

  /// What it would do, where the form says what that is.
  package var shownPreview: TrialPreview? { plan == nil ? nil : preview }

  package var kind: TrialKind { form.kind }
  package var isTyping: Bool { textBefore != nil }
}

/// The map's view before the preview of an operation and during it.
struct TrialView: Sendable, Equatable {
  let before: MapViewport
  let followedContents: Bool
  /// The view that shows all of the operation's paths beside its panel; nil if the view was not
  /// changed.
  var fitted: MapViewport?
}
