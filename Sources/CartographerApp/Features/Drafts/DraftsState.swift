import CartographerCore
import Foundation
import Geodesy

/// The drafts from earlier sessions, and the drafts that were last written to disk.
package struct DraftsState: Sendable, Equatable {
  /// Whether drafts are written to disk, so that the next editor session can continue them.
  package private(set) var areWritten = false
  /// The drafts that were set aside, newest first: drafts from earlier sessions that have not been continued
  /// yet, and drafts that another draft replaced on the screen.
  package private(set) var setAside: [Draft] = []
  /// The time at which the editor started; the drafts' times are compared with it.
  private(set) var start: Date?
  /// The files whose drafts this version cannot read.
  private(set) var unreadable: [String] = []
  /// The drafts that were last sent to be written to disk.
  private var sent: [Draft] = []

  /// Starts writing drafts to disk, and sets aside the drafts from earlier sessions.
  mutating func recover(_ drafts: [Draft], unreadable: [String], at start: Date) {
    areWritten = true
    setAside = drafts.sorted { $0.changed ?? .distantPast > $1.changed ?? .distantPast }
    self.unreadable = unreadable
    self.start = start
    sent = setAside
  }

  /// Stops writing drafts to disk after an attempt has failed.
  mutating func endWriting() { areWritten = false }

  mutating func keep(_ draft: Draft) { setAside.insert(draft, at: 0) }

  /// Removes a draft that the user continues or throws away. Returns false if the draft was not set aside.
  @discardableResult
  mutating func remove(_ draft: Draft) -> Bool {
    guard let position = setAside.firstIndex(of: draft) else { return false }
    setAside.remove(at: position)
    return true
  }

  /// Records the given drafts as sent. Returns whether the drafts differ from those sent before and must therefore be
  /// written to disk.
  mutating func send(_ drafts: [Draft]) -> Bool {
    guard areWritten, drafts != sent else { return false }
    sent = drafts
    return true
  }
}
