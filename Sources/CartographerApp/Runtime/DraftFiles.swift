import Foundation
import Geodesy

/// The files, beside a store, in which running editors save unfinished input.
///
/// Each running editor with drafts locks its own file. Two editors with the same store therefore
/// never overwrite each other's drafts. A file without a lock belongs to an editor that has ended;
/// the next editor that starts recovers the drafts and replaces the file.
struct DraftFiles {
  /// The maximum number of editors that can save drafts for one store at the same time.
  private static let mostEditors = 16
  /// The age, in seconds, at which a draft is discarded.
  static let lifetimeSeconds = 30 * 86_400.0

  private let paths: [String]
  private var own: LockedFile?
  /// The recovered draft files of editors that have ended. The next write stores the recovered
  /// drafts in this editor's file and removes the recovered files.
  private var takenOver: [LockedFile] = []
  /// The drafts that were last written, with their times.
  private var last: [Draft] = []

  init(store: URL) {
    let path = store.resolvingSymlinksInPath().path + ".drafts"
    paths = [path] + (2...Self.mostEditors).map { "\(path)-\($0)" }
  }

  // MARK: Reading

  /// Locks and reads the draft files of editors that are no longer running.
  ///
  /// - Returns: The drafts that are less than 30 days old, and the paths of unreadable files.
  mutating func recover(now: Date) -> (drafts: [Draft], unreadable: [String]) {
    var unreadable: [String] = []
    for path in paths {
      LockedFile.removeLeftover(path + ".new")
      guard let file = LockedFile(existing: path) else { continue }
      guard let drafts = file.read(limitBytes: DraftFormat.limitBytes).flatMap(DraftFormat.decode)
      else {
        unreadable.append(path)
        file.close()
        continue
      }
      last += drafts.filter {
        $0.changed.map { now.timeIntervalSince($0) } ?? 0 < Self.lifetimeSeconds
      }
      if own == nil { own = file } else { takenOver.append(file) }
    }
    if last.isEmpty { removeAll() }
    return (last, unreadable)
  }

  // MARK: Writing

  /// Writes the drafts to this editor's file, replacing its content. Removes the file if there are
  /// no drafts.
  ///
  /// - Throws: ``EditorFailure`` with the reason why the drafts cannot be written.
  mutating func write(_ drafts: [Draft], now: Date) throws {
    guard !drafts.isEmpty else { return removeAll() }
    let dated = drafts.map { draft in
      draft.changed == nil
        ? last.first { $0.content == draft.content } ?? Draft(draft.content, changed: now) : draft
    }
    let data = try DraftFormat.encode(dated, now: now)
    guard data.count <= DraftFormat.limitBytes else {
      throw EditorFailure("The drafts are larger than \(DraftFormat.limitBytes >> 20) MB.")
    }
    var file = try reserved()
    own = file
    try file.replace(with: data)
    own = file
    last = dated
    removeTakenOver()
  }

  /// Returns this editor's draft file, creating it if it does not exist.
  private mutating func reserved() throws -> LockedFile {
    if let own {
      if own.isCurrent { return own }
      own.close()
      self.own = nil
    }
    for path in paths {
      // Another editor that has just started may lock the empty file first; the next path is then
      // tried.
      if let file = try LockedFile(creating: path) { return file }
    }
    throw EditorFailure(
      "All \(Numbers.grouped(paths.count)) draft files next to the store are in use.")
  }

  // MARK: Removing

  /// Removes this editor's file and the recovered files.
  private mutating func removeAll() {
    removeTakenOver()
    own?.remove()
    own = nil
    last = []
  }

  private mutating func removeTakenOver() {
    for file in takenOver { file.remove() }
    takenOver = []
  }

  /// Releases the locks, so that the next editor can recover the drafts.
  mutating func close() {
    for file in takenOver + (own.map { [$0] } ?? []) { file.close() }
    takenOver = []
    own = nil
  }
}
