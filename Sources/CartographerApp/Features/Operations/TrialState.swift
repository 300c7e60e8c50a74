import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

/// The state of an operation on paths while it is previewed.
package struct TrialState: Sendable, Equatable {
  /// The paths to change; the first one is shown.
  package var paths: [ItemID]
  /// The range of points to which the operation on a single path is limited, or nil for all points.
  package var range: Range<Int>?
  /// The state of path editing from which the operation was started, or nil if it was started while
  /// browsing.
  package var origin: PathEditState?
  package var form: TrialForm
  /// The map's view before the operation and during its preview.
  var view: TrialView?
  /// The places at which the path can be split, nearest first.
  package var places: [NearPlace] = []
  /// The previous text of the field that is being typed into, or nil if no field is.
  package var textBefore: String?

  /// The plan that the form describes, or nil if the form is not valid.
  package var plan: TrialPlan?
  package var preview: TrialPreview?
  /// The reason why the operation is not possible, or nil.
  package var refusal: String?
  /// The pending preview request, or nil.
  package var asked: TrialRequest?
  /// The progress of the pending preview, or nil if it is fast.
  package var progress: JobProgress?
  /// Whether the operation is to be applied as soon as its preview is ready.
  package var isConfirmed = false
  /// Whether map and profile show the paths before the operation.
  package var showsBefore = false

  package init(
    paths: [ItemID], range: Range<Int>?, origin: PathEditState?, form: TrialForm
  ) {
    self.paths = paths
    self.range = range
    self.origin = origin
    self.form = form
  }

  /// The preview, or nil while the form is not valid.
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
