/// The open popups and prompts, and the library revision on which the user's edit is based.
///
/// The stack maintains these invariants:
///
/// - Only the top popup receives keys.
/// - ``basis`` is nil unless a popup is open or an item is being moved.
///   ``basis`` is the revision at which the first popup opened or the move began, until
///   ``rebase(to:)`` sets a newer revision whose values the user sees. An edit contains the
///   revision in ``basis``, so that the edit cannot overwrite changes that the user has not seen.
/// - ``submitted`` is the prompt whose change is being saved, or nil.
///   When saving ends, successfully or not, ``submitted`` is cleared; after a rejected change, the
///   prompt is opened again first.
/// - ``awaitsReload`` is true only while a prompt with a rejected change waits for a reload.
///   While it is true, the prompt is open, and the library has not been loaded since the rejection.
/// - Popups in ``waiting`` are opened in order, one at a time, whenever no other popup is open.
struct OverlayStack: Sendable {
  /// The open popups; the last one is on top.
  private(set) var all: [any Overlay] = []
  /// The popups that open after the currently open popups are closed, such as further questions at
  /// startup.
  private(set) var waiting: [any Overlay] = []
  private(set) var basis: Int64?
  private(set) var submitted: (any Overlay)?
  private(set) var awaitsReload = false

  // MARK: The stack

  var isEmpty: Bool { all.isEmpty }

  var top: (any Overlay)? { all.last }

  /// Returns the top popup, cast to the given type. Returns nil if the top popup has a different
  /// type, or if no popup is open.
  func top<Popup: Overlay>(as type: Popup.Type) -> Popup? { all.last as? Popup }

  /// Returns the open popups of the given type, from bottom to top.
  func open<Popup: Overlay>(_ type: Popup.Type) -> [Popup] { all.compactMap { $0 as? Popup } }

  mutating func push(_ popup: any Overlay) { all.append(popup) }

  /// Adds a popup to the queue of waiting popups. The popup opens when no other popup is open.
  /// Popups that the editor opens without user input are queued, so that they appear one after
  /// another.
  mutating func enqueue(_ popup: any Overlay) {
    waiting.append(popup)
    openNext()
  }

  /// Opens the first waiting popup if no popup is open.
  mutating func openNext() {
    if all.isEmpty, !waiting.isEmpty { all.append(waiting.removeFirst()) }
  }

  /// Closes the top popup, if any is open.
  mutating func close() {
    _ = all.popLast()
    if all.isEmpty { awaitsReload = false }
  }

  /// Removes the open popups of the given type, regardless of their position in the stack.
  mutating func remove<Popup: Overlay>(_ type: Popup.Type) {
    all.removeAll { $0 is Popup }
    if all.isEmpty { awaitsReload = false }
  }

  /// Replaces the top popup. Does nothing if no popup is open.
  mutating func replaceTop(_ popup: any Overlay) {
    guard !all.isEmpty else { return }
    all[all.count - 1] = popup
  }

  /// Applies a change to every open or waiting popup of the given type.
  mutating func update<Popup: Overlay>(_ type: Popup.Type, _ change: (inout Popup) -> Void) {
    for position in all.indices {
      guard var popup = all[position] as? Popup else { continue }
      change(&popup)
      all[position] = popup
    }
    for position in waiting.indices {
      guard var popup = waiting[position] as? Popup else { continue }
      change(&popup)
      waiting[position] = popup
    }
  }

  // MARK: The basis of decisions

  /// Records the library's revision when a popup opens or a move begins, and clears the recorded
  /// revision when no popup is open and no item is being moved.
  mutating func settleBasis(isGrabbing: Bool, revision: Int64) {
    basis = isGrabbing || !all.isEmpty ? basis ?? revision : nil
  }

  /// Bases later edits on the given revision, because the user has seen its values.
  mutating func rebase(to revision: Int64) { basis = revision }

  // MARK: Submitted prompts

  /// Keeps a prompt while its change is being saved.
  mutating func submit(_ prompt: any Overlay) { submitted = prompt }

  /// Removes the submitted prompt after its change was saved or rejected.
  mutating func endSubmission() { submitted = nil }

  /// Reopens the prompt for a change rejected by the store, and bases later edits on the given
  /// revision.
  ///
  /// - Returns: The reopened prompt. Nil if no prompt was submitted.
  mutating func reopenSubmitted(at revision: Int64) -> (any Overlay)? {
    guard let prompt = submitted else { return nil }
    submitted = nil
    basis = revision
    awaitsReload = true
    all.append(prompt)
    return prompt
  }

  /// Stops waiting for the library reload that follows a rejected change, and bases later edits on
  /// the given revision. Returns false if no prompt was waiting.
  mutating func endReload(at revision: Int64) -> Bool {
    guard awaitsReload else { return false }
    awaitsReload = false
    basis = revision
    return true
  }
}

extension OverlayStack: Equatable {
  static func == (left: OverlayStack, right: OverlayStack) -> Bool {
    left.all.elementsEqual(right.all) { $0.isEqual(to: $1) } && left.basis == right.basis
      && left.waiting.elementsEqual(right.waiting) { $0.isEqual(to: $1) }
      && left.awaitsReload == right.awaitsReload
      && isSame(left.submitted, right.submitted)
  }

  private static func isSame(_ left: (any Overlay)?, _ right: (any Overlay)?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return left.isEqual(to: right)
  }
}
