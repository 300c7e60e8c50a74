import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy

/// The drafts of forms, the drafts set aside for later, and the drafts most recently submitted for
/// writing to disk.
package struct DraftsState: Sendable, Equatable {
  /// The closed forms with changed input, at most one for each purpose.
  private(set) var forms: [FormState.Purpose: FormState] = [:]
  /// Whether drafts are written to disk, so that the next editor session can continue them.
  package private(set) var areWritten = false
  /// The drafts set aside for later, newest first. Contains drafts from earlier sessions that have
  /// not been continued yet, and unfinished input from this session that was replaced when the user
  /// continued another draft of the same kind.
  package private(set) var setAside: [Draft] = []
  /// The editor's start time, used to show the ages of drafts.
  private(set) var start: Date?
  /// The draft files that this version of the program cannot read.
  private(set) var unreadable: [String] = []
  /// The drafts that were most recently submitted for writing to disk.
  private var sent: [Draft] = []

  /// Starts writing drafts to disk, and sets aside the drafts from earlier sessions.
  mutating func recover(_ drafts: [Draft], unreadable: [String], at start: Date) {
    areWritten = true
    setAside = drafts.sorted { $0.changed ?? .distantPast > $1.changed ?? .distantPast }
    self.unreadable = unreadable
    self.start = start
    sent = setAside
  }

  /// Stops writing drafts to disk after a write error.
  mutating func endWriting() { areWritten = false }

  /// Stores a form's changed input as a draft that is restored when the form is next opened. If the
  /// input is unchanged, removes the draft.
  mutating func keep(_ form: FormState) {
    forms[form.purpose] = form.isChanged ? form : nil
  }

  mutating func drop(_ purpose: FormState.Purpose) { forms[purpose] = nil }

  mutating func keep(_ draft: Draft) { setAside.insert(draft, at: 0) }

  /// Removes a draft that the user continues or discards. Returns false if the draft was not set
  /// aside.
  @discardableResult
  mutating func remove(_ draft: Draft) -> Bool {
    guard let position = setAside.firstIndex(of: draft) else { return false }
    setAside.remove(at: position)
    return true
  }

  /// Records drafts as submitted for writing to disk. Returns true if the drafts must be written
  /// because they differ from the most recently submitted drafts.
  mutating func send(_ drafts: [Draft]) -> Bool {
    guard areWritten, drafts != sent else { return false }
    sent = drafts
    return true
  }

  /// Returns a draft's age as text: a time of day for a draft written today, `yesterday`, or a
  /// date. Returns nil for a draft that was typed in this session.
  func age(of draft: Draft, in zone: TimeZone) -> String? {
    guard let changed = draft.changed, let start else { return nil }
    let day = TimeText.day(changed, in: zone)
    let today = TimeText.day(start, in: zone)
    if day == today {
      return String(TimeText.clock(changed, in: zone).prefix(5))
    }
    // A day with a clock change does not last 24 hours, so dates are compared, not times.
    let dayBefore = CalendarDay(today)?.adding(days: -1).description
    return day == dayBefore ? "yesterday" : day
  }
}
