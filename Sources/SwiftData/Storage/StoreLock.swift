import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A store's advisory lock file. Each process that has the store open holds a shared lock; a
/// migration or a restore holds an exclusive lock.
final class StoreLock: @unchecked Sendable {
  private var descriptor: Int32
  private let path: String

  private init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit { release() }

  static func path(for store: URL) -> String { store.path + ".lock" }

  /// Opens a store's lock file and acquires the shared lock. Returns nil if the folder is not
  /// writable, or if the lock file is a symbolic link. A symbolic link could make this process
  /// create or lock an unrelated file.
  ///
  /// The function retries if a competing lock was released before its holder could be identified.
  ///
  /// - Throws: ``SwiftDataError/storeBusy`` while another process migrates or restores the store.
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

  /// Acquires the shared lock again if the lock file was removed or replaced. Otherwise, a process
  /// that locks a new lock file would not detect this process's lock.
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

  /// Upgrades the shared lock to an exclusive lock.
  ///
  /// Two processes that start at the same time both hold the shared lock, so neither can acquire
  /// the exclusive lock. Therefore, each process repeatedly releases its shared lock for a moment.
  /// The first process that makes its attempt while no other process holds a lock acquires the
  /// exclusive lock. The function also retries if a competing lock was released before its holder
  /// could be identified.
  ///
  /// - Throws: ``SwiftDataError/storeBusy`` if the store is also open in this or another process.
  ///   The error message names the process. When the error is thrown, no lock is held.
  func makeExclusive() throws {
    var holders: [Int32] = []
    for attempt in 0..<50 {
      // If this call fails, the shared lock is lost as well, because the system releases it first.
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
      if attempt >= 9 { holders = StoreLock.holders(of: path) }
      guard holders.isEmpty else { break }
      usleep(.random(in: 1_000...20_000))
    }
    throw busy(.shared, holders)
  }

  /// Downgrades the exclusive lock to a shared lock.
  ///
  /// The system releases the exclusive lock before it grants the shared lock. In between, a process
  /// that is just starting can briefly acquire the exclusive lock.
  ///
  /// - Throws: ``SwiftDataError/storeBusy`` if another process is migrating or restoring the store.
  func makeShared() throws {
    for _ in 0..<50 {
      if flock(descriptor, LOCK_SH | LOCK_NB) == 0 { return }
      usleep(.random(in: 1_000...20_000))
    }
    throw busy(.exclusive, StoreLock.holders(of: path))
  }

  func release() {
    guard descriptor >= 0 else { return }
    // A child process has a copy of the descriptor until it runs another program, so closing is not
    // enough.
    _ = flock(descriptor, LOCK_UN)
    Glibc.close(descriptor)
    descriptor = -1
  }

  /// The kind of competing lock on a store: shared while the store is open, or exclusive during a
  /// migration or a restore.
  private enum Use {
    case shared, exclusive
  }

  private func busy(_ use: Use, _ holders: [Int32]) -> SwiftDataError {
    let others = holders.filter { $0 != getpid() }
    let store = path.dropLast(".lock".count)
    guard holders.isEmpty || !others.isEmpty else {
      let reason =
        use == .exclusive
        ? "This program is already migrating or restoring \(store); wait until it has finished."
        : "This program already has \(store) open, so it cannot be migrated or restored now. "
          + "First call `close()` on the store's other ModelContainers, or release them and their contexts."
      return SwiftDataError(.storeBusy, reason)
    }
    let who =
      others.isEmpty
      ? "Another process" : "Process " + others.map(String.init).joined(separator: ", ")
    let message =
      use == .exclusive
      ? "\(who) is migrating or restoring the store: \(store)."
      : "\(who) has the store open: \(store)."
    return SwiftDataError(
      .storeBusy, message + " Quit that program or wait for it, and try again.")
  }

  /// Returns the IDs of the processes that hold a lock on a file, according to the system's lock
  /// table.
  private static func holders(of path: String) -> [Int32] {
    var status = stat()
    guard stat(path, &status) == 0 else { return [] }
    // The system returns the table one page at a time, and a lock released between two pages hides
    // another lock. A second read finds it.
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

  /// Returns the whole content of `/proc/locks`. The file reports a size of 0 but may be many pages
  /// long.
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
