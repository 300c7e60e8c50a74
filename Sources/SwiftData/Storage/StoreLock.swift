import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// The advisory lock beside a store: shared by everyone who has it open, exclusive for a
/// migration or a restore.
final class StoreLock: @unchecked Sendable {
  private var descriptor: Int32
  private let path: String

  private init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit { release() }

  static func path(for store: URL) -> String { store.path + ".lock" }

  /// Opens the lock file and takes the shared lock. Nil where the folder cannot be written, and for a
  /// lock file that is a symbolic link, which could make this process create or lock any other file.
  ///
  /// Retries if the competing lock was released before its holder could be identified.
  ///
  /// - Throws: ``SwiftDataError/storeBusy`` while another process migrates or restores.
  static func shared(for store: URL) throws -> StoreLock? {
    let path = path(for: store)
    var descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if descriptor < 0 { descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) }
    guard descriptor >= 0 else { return nil }
    let lock = StoreLock(descriptor: descriptor, path: path)
    for _ in 0..<20 {
      if flock(descriptor, LOCK_SH | LOCK_NB) == 0 { return lock }
      let holders = StoreLock.holders(of: path)
      guard holders.isEmpty else { throw lock.busy(.exclusive, holders) }
      usleep(.random(in: 1_000...10_000))
    }
    throw lock.busy(.exclusive, [])
  }

  /// Takes the shared lock again if its file was removed or replaced: whoever made the new one knows
  /// nothing of this process.
  ///
  /// - Throws: ``SwiftDataError/storeBusy`` while another process migrates or restores the store.
  func renew() throws {
    guard
      StoreFile.Identity(URL(fileURLWithPath: path)) != StoreFile.Identity(descriptor)
    else { return }
    guard let new = try Self.shared(for: URL(fileURLWithPath: String(path.dropLast(".lock".count))))
    else { return }
    swap(&descriptor, &new.descriptor)
  }

  /// Makes the lock exclusive.
  ///
  /// Two that were started together hold it shared, each in the way of the other: so each lets go
  /// for a moment, a few times, and the first to ask alone has it. One whose rival let go between
  /// the last try and the look at who it was tries on.
  ///
  /// - Throws: ``SwiftDataError/storeBusy`` naming the process that has the store open, which may
  ///   be this one; the shared lock is held again.
  func makeExclusive() throws {
    var holders: [Int32] = []
    for attempt in 0..<50 {
      // Where it fails the shared lock is gone as well: the system lets go of it first.
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
      if attempt >= 9 { holders = StoreLock.holders(of: path) }
      guard holders.isEmpty else { break }
      usleep(.random(in: 1_000...20_000))
    }
    let failure = busy(.shared, holders)
    _ = flock(descriptor, LOCK_SH | LOCK_NB)
    throw failure
  }

  /// Lets others in again.
  func makeShared() { _ = flock(descriptor, LOCK_SH | LOCK_NB) }

  func release() {
    guard descriptor >= 0 else { return }
    // A process that is being started has its copy until it becomes another program.
    _ = flock(descriptor, LOCK_UN)
    Glibc.close(descriptor)
    descriptor = -1
  }

  /// What somebody in the way does with the store.
  private enum Use {
    case shared, exclusive
  }

  private func busy(_ use: Use, _ holders: [Int32]) -> SwiftDataError {
    let others = holders.filter { $0 != getpid() }
    let store = path.dropLast(".lock".count)
    guard holders.isEmpty || !others.isEmpty else {
      let reason =
        use == .exclusive
        ? "This program itself is migrating or restoring \(store); wait until that is done."
        : "This program itself has \(store) open, so it cannot be migrated or restored now. Let go "
          + "first of every other ModelContainer of it, or close() them, with their contexts."
      return SwiftDataError(.storeBusy, reason)
    }
    let who =
      others.isEmpty
      ? "Another process" : "Process " + others.map(String.init).joined(separator: ", ")
    let doing = use == .exclusive ? "is migrating or restoring it" : "has it open"
    return SwiftDataError(
      .storeBusy, "\(who) \(doing): \(store). End it, or wait for it, and try again.")
  }

  /// The processes that hold a lock on the file, as the system's lock table tells.
  private static func holders(of path: String) -> [Int32] {
    var status = stat()
    guard stat(path, &status) == 0 else { return [] }
    // The system shows the table a page at a time, and a lock that someone gives up between two
    // pages hides another; a second look finds it.
    for _ in 0..<3 {
      var holders: Set<Int32> = []
      for line in lockTable().split(separator: "\n") {
        let fields = line.split(separator: " ")
        guard fields.count >= 8, fields[1] == "FLOCK", let pid = Int32(fields[4]), pid > 0,
          fields[5].split(separator: ":").last.flatMap({ UInt64($0) }) == UInt64(status.st_ino)
        else { continue }
        holders.insert(pid)
      }
      if !holders.isEmpty { return holders.sorted() }
    }
    return []
  }

  /// `/proc/locks`, read to its end: it says that its size is 0, and may be of many pages.
  private static func lockTable() -> String {
    let table = open("/proc/locks", O_RDONLY | O_CLOEXEC)
    guard table >= 0 else { return "" }
    defer { Glibc.close(table) }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(table, &buffer, buffer.count)
      guard count > 0 else { return String(decoding: text, as: UTF8.self) }
      text += buffer.prefix(count)
    }
  }
}
