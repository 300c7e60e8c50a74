import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

/// The state of a path operation while it is being previewed.
package struct OpenOperation: Sendable, Equatable {
  /// The paths to change. While the operation is open, the first path counts as the selected path.
  package private(set) var paths: [ItemID]
  /// The range of points to change in an operation on a single path. Nil if the operation applies
  /// to all points.
  package private(set) var range: Range<Int>?
  /// The path-editing state in which the operation was started. Nil if the operation was started
  /// while browsing.
  package private(set) var origin: PathEditState?
  package private(set) var form: OperationForm
  /// The form with the default values of all parameters.
  private let defaults: OperationForm
  /// The map views before the operation and during its preview.
  private(set) var view: PreviewViewport?
  /// The places at which the path can be split, sorted by their distance from the path.
  package let places: [NearPlace]
  /// The focused field's text before the user began to type. Nil if the user is not typing.
  package private(set) var textBefore: String?

  /// The operation and the parameter values entered in the form. Nil if the form is not valid.
  package private(set) var plan: OperationPlan?
  package private(set) var preview: PathsPreview?
  /// The reason why the operation is not possible. Nil if no reason is known.
  package private(set) var refusal: String?
  /// The pending preview request. Nil if no request is pending.
  package private(set) var pending: PreviewRequest?
  /// The pending preview's progress. Nil if no progress has been reported.
  package private(set) var progress: JobProgress?
  /// Whether the operation will be applied as soon as its preview is ready.
  package private(set) var isConfirmed = false
  /// Whether the map and the profile show the paths as they were before the operation.
  package private(set) var showsBefore = false

  init(
    paths: [ItemID], range: Range<Int>?, origin: PathEditState?, form: OperationForm,
    places: [NearPlace], view: PreviewViewport
  ) {
    self.paths = paths
    self.range = range
    self.origin = origin
    self.form = form
    defaults = form
    self.places = places
    self.view = view
  }

  /// The preview to show. Nil if no preview is ready or the form is not valid.
  package var shownPreview: PathsPreview? { plan == nil ? nil : preview }

  package var kind: OperationKind { form.kind }
  package var isTyping: Bool { textBefore != nil }

  // MARK: Values

  /// An operation and the points to which it applies. Operations with equal subjects have the same
  /// default values.
  package struct Subject: Sendable, Equatable {
    package let kind: OperationKind
    /// The paths to which the operation applies. For a join, the paths are in the order of joining;
    /// otherwise, the paths are sorted by ID.
    package let paths: [ItemID]
    package let range: Range<Int>?
    /// The selected point in the path being edited. Nil if no path is being edited.
    package let point: Int?

    package init(kind: OperationKind, paths: [ItemID], range: Range<Int>?, point: Int?) {
      self.kind = kind
      self.paths = kind == .join ? paths : paths.sorted()
      self.range = range
      self.point = point
    }
  }

  var subject: Subject { Subject(kind: kind, paths: paths, range: range, point: origin?.point) }

  /// The form's current values and default values, as stored in a draft.
  var draftFields: [DraftPreview.Field] {
    let defaults = defaults.texts
    return form.fields.map {
      DraftPreview.Field(
        kind: $0.name, label: $0.label, initial: defaults[$0.name] ?? "", text: $0.text)
    }
  }

  var hasChangedValues: Bool { form.texts != defaults.texts }

  /// Sets the form's values from a draft.
  mutating func restore(_ draft: DraftPreview) {
    form.restore(draft.texts)
    // The unit system may have changed since a number was typed without a unit.
    for field in draft.fields { form.keepUnit(of: field.label, field.kind) }
  }

  /// Resets all parameters to their default values, and ends text input.
  mutating func restoreDefaults() {
    form.restore(defaults.texts)
    textBefore = nil
  }

  /// Fills in the form with the argument that was entered after the operation's command.
  mutating func setArgument(_ text: String) { form.setArgument(text) }

  mutating func moveFocus(by step: Int) { form.moveFocus(by: step) }

  /// Changes the focused parameter's value by the given number of steps.
  mutating func step(by steps: Int, _ stepper: OperationStepper) { form.step(by: steps, stepper) }

  // MARK: Typing

  /// Enters typed text as a parameter's value. If the user is already typing a value, the text is
  /// inserted into that value; otherwise, the text replaces the parameter's whole value. Returns
  /// false if the form has no such parameter.
  mutating func type(_ text: String) -> Bool {
    guard form.focusTypedField() else { return false }
    if textBefore == nil {
      textBefore = form.field.text
      form.setText("")
    }
    form.edit(.insert(text))
    return true
  }

  /// Edits the value that is being typed. Returns false if the user is not typing.
  mutating func edit(_ edit: TextField.Edit) -> Bool {
    guard isTyping else { return false }
    form.edit(edit)
    return true
  }

  /// Starts text input for the focused parameter's value. Returns false if the parameter is a
  /// choice.
  mutating func startTyping() -> Bool {
    guard form.field.isTyped else { return false }
    textBefore = form.field.text
    form.prefill()
    return true
  }

  /// Ends text input for a parameter, and keeps the entered value.
  mutating func keepValue() { textBefore = nil }

  /// Ends text input for a parameter, and restores the parameter's previous value. Returns false if
  /// the user is not typing.
  mutating func restoreValue() -> Bool {
    guard let before = textBefore else { return false }
    form.setText(before)
    textBefore = nil
    return true
  }

  // MARK: Paths

  /// Keeps only the paths that meet a condition, for example to remove deleted paths.
  mutating func removePaths(except isKept: (ItemID) -> Bool) { paths = paths.filter(isKept) }

  /// Removes the point range if it extends beyond the last point of a path with `count` points.
  mutating func checkRange(count: Int) {
    if let range, range.upperBound > count { self.range = nil }
  }

  /// Changes the path-editing state that is restored after the operation.
  mutating func changeOrigin(_ change: (inout PathEditState) -> Void) {
    guard var origin else { return }
    change(&origin)
    self.origin = origin
  }

  // MARK: Requests

  /// Sets ``plan`` to the operation and the parameters entered in the form. If a form value is not
  /// valid, shows an error in the form.
  mutating func readPlan(_ reading: OperationParsing) {
    form.setProblem(nil)
    refusal = nil
    do throws(OperationProblem) {
      plan = try form.plan(reading)
    } catch {
      plan = nil
      form.setProblem(error)
    }
  }

  /// Starts a preview request, and invalidates earlier requests.
  mutating func request(_ request: PreviewRequest) {
    pending = request
    progress = nil
  }

  /// Stores the pending request's progress. Returns false if the progress belongs to an outdated
  /// request.
  mutating func updateProgress(_ progress: JobProgress, of number: Int) -> Bool {
    guard pending?.number == number else { return false }
    self.progress = progress
    return true
  }

  /// Stores the pending request's outcome, and returns the request. Returns nil if the outcome
  /// belongs to an outdated request.
  mutating func receive(_ outcome: PreviewOutcome, of number: Int) -> PreviewRequest? {
    guard let request = pending, request.number == number else { return nil }
    pending = nil
    progress = nil
    switch outcome {
    case .preview(let preview): self.preview = preview
    case .refused(let failure):
      // The old preview must not look like the result of the new request.
      preview = nil
      refusal = failure.message
    }
    return request
  }

  mutating func removeRefusal() { refusal = nil }

  /// Discards the pending preview request and the user's confirmation. Called after the paths have
  /// changed.
  mutating func restart() {
    pending = nil
    progress = nil
    isConfirmed = false
  }

  /// Shows why the store rejected the change, and removes the preview.
  mutating func refuse(_ reason: String) {
    refusal = reason
    preview = nil
  }

  // MARK: Applying and comparing

  /// Ends text input for a parameter, and revokes the operation's confirmation, so that the
  /// operation must be confirmed again.
  mutating func endTyping() {
    textBefore = nil
    isConfirmed = false
  }

  /// Marks the operation as confirmed, so that it is applied as soon as its preview is ready.
  mutating func confirm() { isConfirmed = true }

  mutating func toggleComparison() { showsBefore.toggle() }

  mutating func fitted(_ viewport: MapViewport) { view?.fitted = viewport }

  // MARK: Map

  /// Adds the operation's previewed result to a map scene.
  func show(in scene: inout MapScene) {
    scene.pointCursor = nil
    scene.crosshair = nil
    scene.pathMarks = nil
    scene.colouring = nil
    scene.emphasised = Set(paths)
    scene.marked = []
    // Place names would cover the preview.
    scene.places = []
    guard let preview = shownPreview, !showsBefore else {
      scene.showsHandles = true
      return
    }
    let isCut = if case .cut = preview.plan { true } else { false }
    let isJoin = preview.join != nil
    scene.preview = MapPreview(
      before: isCut ? [] : preview.subjects.map(\.shape), after: preview.shapes,
      alternates: isCut, showsPoints: !isCut && !isJoin,
      marks: preview.cuts)
  }
}

/// The map views before and during an operation's preview.
struct PreviewViewport: Sendable, Equatable {
  let before: MapViewport
  let followedContents: Bool
  /// The map view that was fitted to the operation's paths for the preview. Nil if the view was not
  /// changed.
  var fitted: MapViewport?
}
