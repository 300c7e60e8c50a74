import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// The kind of the file at a store's path, determined from the file's header bytes.
enum StoreFile {
  case missing
  case store
  /// A store whose internal tables have a newer format than this library supports.
  case newerFormat(Int32)
  case notAStore(String)

  /// Determines the kind of a file from its first 100 bytes. The file is opened read-only, and no
  /// other file is created.
  ///
  /// - Throws: ``SwiftDataError/corruptStore`` if SQLite would misinterpret the store's header.
  ///   Throws ``SwiftDataError/storeReadOnly`` or ``SwiftDataError/inputOutput`` if the file cannot
  ///   be read.
  static func identify(_ url: URL) throws -> StoreFile {
    var status = stat()
    guard stat(url.path, &status) == 0 else {
      guard errno == ENOENT else { throw unreadable(url, errno) }
      if let target = linkTarget(url.path) {
        return .notAStore(
          "\(url.path) is a symbolic link to \(target), which does not exist. "
            + "Put the store back at the link's target, or remove the link to create a new store.")
      }
      return .missing
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let kind =
        switch status.st_mode & S_IFMT {
        case S_IFDIR: "a folder"
        case S_IFIFO: "a named pipe"
        case S_IFSOCK: "a socket"
        default: "a device"
        }
      return .notAStore("\(url.path) is \(kind), not a store; specify a file.")
    }
    let (header, failure) = OpenFile.beginning(of: url, count: 100)
    guard failure == 0 else { throw unreadable(url, failure) }
    if header.isEmpty {
      return .notAStore(
        "\(url.path) is empty, so it is not a store. "
          + "Delete the file to create a new store, or restore a backup.")
    }
    guard header.count == 100, header.starts(with: Array("SQLite format 3\0".utf8)) else {
      return .notAStore(
        "\(url.path) is not an SQLite database, so it is not a store; specify another file.")
    }
    func number(at offset: Int) -> Int32 {
      header[offset..<offset + 4].reduce(Int32(0)) { $0 << 8 | Int32($1) }
    }
    guard number(at: 68) == StoreFormat.applicationID else {
      return .notAStore(ForeignDatabase.description(of: url))
    }
    // Only a store of this library has the fixed header values, so the application ID is checked
    // first.
    try requireKnownHeader(header, of: url)
    let format = number(at: 60)
    return format > StoreFormat.version ? .newerFormat(format) : .store
  }

  /// Checks the header fields that have a known range of values in every store.
  ///
  /// If the header of a file has an unknown write format, SQLite opens the file read-only. Without
  /// this check, a flipped bit in that field would therefore look like a missing permission.
  private static func requireKnownHeader(_ header: [UInt8], of url: URL) throws {
    let known: [(offset: Int, values: ClosedRange<UInt8>)] = [
      (18, 1...2), (19, 1...2), (21, 64...64), (22, 32...32), (23, 32...32), (47, 0...4),
    ]
    for field in known where !field.values.contains(header[field.offset]) {
      throw SwiftDataError(
        .corruptStore,
        "The header of \(url.path) is damaged: "
          + "byte \(field.offset) has the invalid value \(header[field.offset]). Restore a backup.")
    }
  }

  /// Returns a symbolic link's target. Returns nil if the file is not a symbolic link.
  private static func linkTarget(_ path: String) -> String? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return nil }
    return try? FileManager.default.destinationOfSymbolicLink(atPath: path)
  }

  /// Returns a file's URL with all symbolic links resolved. The log, the lock and the backups are
  /// always beside the real file, not beside a link to it. A link without a target is returned
  /// unchanged.
  static func resolved(_ url: URL) -> URL {
    let given = url.standardizedFileURL
    var found = given
    // The system follows at most this many links.
    for _ in 0..<40 {
      guard let target = linkTarget(found.path) else {
        return access(found.path, F_OK) == 0 ? found : given
      }
      found =
        URL(fileURLWithPath: target, relativeTo: found.deletingLastPathComponent())
        .standardizedFileURL
    }
    return given
  }

  private static func unreadable(_ url: URL, _ reason: Int32) -> SwiftDataError {
    if let shortage = StoreShortage(reason: reason) { return shortage.error(url) }
    return SwiftDataError(
      reason == EACCES ? .storeReadOnly : .inputOutput,
      "\(url.path) cannot be read (\(String(cString: strerror(reason)))); "
        + (reason == EIO ? "check the disk." : "check its permissions."))
  }

  /// Returns whether a file and its folder are writable.
  static func isWritable(_ url: URL) -> Bool {
    access(url.path, W_OK) == 0 && access(url.deletingLastPathComponent().path, W_OK) == 0
  }

  /// A file's identity, consisting of its device and inode numbers. The initializers return nil if
  /// the file does not exist.
  struct Identity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64

    init?(_ url: URL) {
      var status = stat()
      guard stat(url.path, &status) == 0 else { return nil }
      self.init(status)
    }

    init?(_ descriptor: Int32) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { return nil }
      self.init(status)
    }

    private init(_ status: stat) {
      device = UInt64(status.st_dev)
      inode = UInt64(status.st_ino)
    }
  }

  /// A file's identity, size and modification time. If any of them changes, the file was written or
  /// replaced.
  struct Stamp: Equatable, Sendable {
    private let identity: Identity?
    private let numbers: [Int]

    init(_ url: URL) {
      var status = stat()
      let fileExists = stat(url.path, &status) == 0
      identity = fileExists ? Identity(url) : nil
      numbers =
        fileExists ? [Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec] : []
    }
  }

  /// Creates a one-byte write-ahead log for a store whose log is missing or empty.
  ///
  /// If a store's write-ahead log is missing or empty, GRDB creates and drops a table each time it
  /// opens the store. Doing so changes the file, and blocks while another program holds the write
  /// lock. In a log of one byte, SQLite finds no frames, but GRDB does not consider the log empty.
  /// The function does nothing if bytes 18 and 19 of the store's header show that the store is not
  /// in WAL mode yet.
  ///
  /// - Throws: ``SwiftDataError/inputOutput`` if there is no space for the log.
  ///   No log is left behind.
  static func makeEmptyLog(_ url: URL) throws {
    let log = url.path + "-wal"
    guard size(URL(fileURLWithPath: log)) == 0,
      OpenFile.beginning(of: url, count: 20).bytes.dropFirst(18) == [2, 2]
    else { return }
    if access(log, F_OK) == 0 {
      let descriptor = open(log, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return }
      defer { Glibc.close(descriptor) }
      // This never shortens or overwrites a log to which another process has written in the
      // meantime.
      let reason = posix_fallocate(descriptor, 0, 1)
      if let shortage = StoreShortage(reason: reason) { throw shortage.error(url) }
      return
    }
    let folder = url.deletingLastPathComponent().path
    var descriptor = open(folder, StoreShortage.namelessFile | O_WRONLY | O_CLOEXEC, 0o600)
    let isNameless = descriptor >= 0
    if !isNameless {
      descriptor = open(log, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    }
    guard descriptor >= 0 else { return }
    defer { Glibc.close(descriptor) }
    // Another process may have opened the store and written to the log in the meantime. This call
    // never shortens the log.
    let reason = posix_fallocate(descriptor, 0, 1)
    guard isNameless else { return }
    if let shortage = StoreShortage(reason: reason) { throw shortage.error(url) }
    linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, log, AT_SYMLINK_FOLLOW)
  }

  /// Returns a file's size in bytes, or 0 if there is no file.
  static func size(_ url: URL) -> Int64 {
    var status = stat()
    return stat(url.path, &status) == 0 ? Int64(status.st_size) : 0
  }

  /// Flushes a file or a folder to the disk with `fsync`.
  static func synchronise(_ path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw SwiftDataError(
        .inputOutput,
        "Cannot open \(path) to flush it to the disk; check the disk and the file's permissions.")
    }
    defer { OpenFile.close(descriptor) }
    guard fsync(descriptor) == 0 else {
      throw SwiftDataError(
        .inputOutput, "Cannot flush \(path) to the disk; check the disk.")
    }
  }
}
