import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// The files beside a store in which running editors keep unfinished input.
///
/// Each running editor with drafts locks its own file. Two editors with the same store therefore
/// never overwrite each other's drafts. A file without a lock belongs to an editor that has ended;
/// the next editor that starts takes the file over. A new version of a file is locked before it
/// replaces the old one, so that the file at this path is always locked.
///
/// Symbolic links and files of other users are never read or replaced.
struct DraftFiles {
  /// A file that this editor has locked.
  private struct Locked {
    let path: String
    var descriptor: Int32
  }

  /// The maximum number of editors that can keep drafts for one store at the same time.
  private static let mostEditors = 16
  /// The maximum number of attempts to create a temporary file.
  private static let mostAttempts = 100
  /// The age, in seconds, at which a draft is discarded.
  static let lifetimeSeconds = 30 * 86_400.0

  private let paths: [String]
  private var own: Locked?
  /// The drafts files that this editor took over from editors that have ended. The next write
  /// stores their drafts and removes the files.
  private var takenOver: [Locked] = []
  /// The drafts that were last written, with their times.
  private var last: [Draft] = []

  init(store: URL) {
    let path = store.resolvingSymlinksInPath().path + ".drafts"
    paths = [path] + (2...Self.mostEditors).map { "\(path)-\($0)" }
  }

  // MARK: Reading

  /// Takes over the files of editors that are no longer running.
  ///
  /// - Returns: The drafts that are less than 30 days old, and the paths of unreadable files.
  mutating func recover(now: Date) -> (drafts: [Draft], unreadable: [String]) {
    var unreadable: [String] = []
    for path in paths {
      removeLeftover(path + ".new")
      guard let file = lock(path) else { continue }
      let size = Self.status(file.descriptor)?.st_size ?? 0
      let data = FileHandle(fileDescriptor: file.descriptor, closeOnDealloc: false)
      guard size <= DraftFormat.limitBytes, let bytes = try? data.readToEnd() ?? Data(),
        let drafts = DraftFormat.decode(bytes)
      else {
        unreadable.append(path)
        close(file.descriptor)
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

  /// Opens and locks a file. Returns nil if the file is missing, is not a regular file of this
  /// user, or is locked by a running editor.
  private func lock(_ path: String) -> Locked? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    let file = Locked(path: path, descriptor: descriptor)
    guard let status = Self.status(descriptor), status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), flock(descriptor, LOCK_EX | LOCK_NB) == 0, isCurrent(file)
    else {
      close(descriptor)
      return nil
    }
    return file
  }

  /// Returns whether a locked file is still at its path, that is, was neither replaced nor removed.
  private func isCurrent(_ file: Locked) -> Bool {
    var there = stat()
    guard lstat(file.path, &there) == 0, let here = Self.status(file.descriptor) else {
      return false
    }
    return there.st_dev == here.st_dev && there.st_ino == here.st_ino
  }

  private static func status(_ descriptor: Int32) -> stat? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status : nil
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
    let temporary = file.path + ".new"
    let descriptor = try createLocked(temporary)
    do {
      try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(contentsOf: data)
      guard fsync(descriptor) == 0, rename(temporary, file.path) == 0 else {
        throw Self.failure(file.path)
      }
    } catch {
      unlink(temporary)
      close(descriptor)
      throw error
    }
    close(file.descriptor)
    file.descriptor = descriptor
    own = file
    last = dated
    remove(&takenOver)
  }

  /// Returns this editor's file, creating it if it does not exist.
  private mutating func reserved() throws -> Locked {
    if let own {
      if isCurrent(own) { return own }
      close(own.descriptor)
      self.own = nil
    }
    for path in paths {
      let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard descriptor >= 0 else {
        if errno == EEXIST { continue }
        throw Self.failure(path)
      }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        let file = Locked(path: path, descriptor: descriptor)
        if isCurrent(file) { return file }
      }
      // Another editor that just started took the empty file over.
      close(descriptor)
    }
    throw EditorFailure("All \(paths.count) draft files next to the store are in use.")
  }

  /// Creates and locks a temporary file.
  ///
  /// Before the new file is locked, another editor that is starting can mistake it for a leftover
  /// of an interrupted write and delete it. The function then creates the file again.
  private func createLocked(_ path: String) throws -> Int32 {
    for _ in 0..<Self.mostAttempts {
      removeLeftover(path)
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard descriptor >= 0 else {
        if errno == EEXIST { continue }
        throw Self.failure(path)
      }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0,
        isCurrent(Locked(path: path, descriptor: descriptor))
      {
        return descriptor
      }
      close(descriptor)
    }
    throw EditorFailure("\(path) is locked by another editor.")
  }

  private static func failure(_ path: String) -> EditorFailure {
    EditorFailure("\(path): \(String(cString: strerror(errno))).")
  }

  // MARK: Removing

  /// Removes this editor's file and the files that were taken over.
  private mutating func removeAll() {
    remove(&takenOver)
    if let own {
      if isCurrent(own) { unlink(own.path) }
      close(own.descriptor)
    }
    own = nil
    last = []
  }

  private func remove(_ files: inout [Locked]) {
    for file in files {
      if isCurrent(file) { unlink(file.path) }
      close(file.descriptor)
    }
    files = []
  }

  /// Removes the temporary file of an editor that ended while writing.
  private func removeLeftover(_ path: String) {
    guard let file = lock(path) else { return }
    unlink(path)
    close(file.descriptor)
  }

  /// Releases the locks, so that the next editor can take over the drafts.
  mutating func close() {
    for file in takenOver + (own.map { [$0] } ?? []) { close(file.descriptor) }
    takenOver = []
    own = nil
  }

  private func close(_ descriptor: Int32) {
    // A child process has a copy of the descriptor until it runs another program, so closing is not
    // enough to release the lock.
    _ = flock(descriptor, LOCK_UN)
    _ = Glibc.close(descriptor)
  }
}
