import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A private file in the folder of a store, locked by this process.
///
/// Symbolic links, and files owned by other users, are never read or replaced.
struct LockedFile {
  /// The maximum number of attempts to create a temporary file.
  private static let mostAttempts = 100

  let path: String
  private var descriptor: Int32

  /// Opens and locks a file. The result is nil if the file is missing, is not a regular file of
  /// this user, or is locked by another process.
  init?(existing path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    self.init(path, descriptor)
    guard let status = Self.status(descriptor), status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), lock()
    else {
      close()
      return nil
    }
  }

  /// Creates and locks an empty file that only this user can read. The result is nil if a file
  /// exists at the path, or if another process locked the new file first.
  ///
  /// - Throws: ``EditorFailure`` with the reason why the file cannot be created.
  init?(creating path: String) throws {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      if errno == EEXIST { return nil }
      throw Self.failure(path)
    }
    self.init(path, descriptor)
    guard lock() else {
      close()
      return nil
    }
  }

  private init(_ path: String, _ descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  private func lock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 && isCurrent }

  /// Whether the opened file is still at its path and has not been replaced or removed.
  var isCurrent: Bool {
    var there = stat()
    guard lstat(path, &there) == 0, let here = Self.status(descriptor) else { return false }
    return there.st_dev == here.st_dev && there.st_ino == here.st_ino
  }

  private static func status(_ descriptor: Int32) -> stat? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status : nil
  }

  /// Returns the file's content, or nil if the file cannot be read or is larger than the limit.
  func read(limitBytes: Int) -> Data? {
    guard let size = Self.status(descriptor)?.st_size, size <= limitBytes else { return nil }
    return try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).readToEnd() ?? Data()
  }

  /// Replaces the file. The new file is locked before it replaces the old one, so that the file at
  /// the path is always locked.
  ///
  /// - Throws: ``EditorFailure`` or an I/O error. If an error is thrown, the file is unchanged.
  mutating func replace(with data: Data) throws {
    let temporary = try Self.createTemporary(path + ".new")
    do {
      try FileHandle(fileDescriptor: temporary.descriptor, closeOnDealloc: false)
        .write(contentsOf: data)
      guard fsync(temporary.descriptor) == 0, rename(temporary.path, path) == 0 else {
        throw Self.failure(path)
      }
    } catch {
      unlink(temporary.path)
      temporary.close()
      throw error
    }
    close()
    descriptor = temporary.descriptor
  }

  /// Creates and locks a temporary file.
  ///
  /// Another editor can delete the new file before it is locked, mistaking it for a leftover of an
  /// interrupted write. The function then creates the file again.
  private static func createTemporary(_ path: String) throws -> LockedFile {
    for _ in 0..<mostAttempts {
      removeLeftover(path)
      if let file = try LockedFile(creating: path) { return file }
    }
    throw EditorFailure("\(path) is locked by another editor.")
  }

  /// Removes the temporary file left by an editor that ended while writing.
  static func removeLeftover(_ path: String) {
    guard let file = LockedFile(existing: path) else { return }
    unlink(path)
    file.close()
  }

  private static func failure(_ path: String) -> EditorFailure {
    EditorFailure("\(path): \(String(cString: strerror(errno))).")
  }

  /// Removes the file unless it has been replaced, and releases the lock.
  func remove() {
    if isCurrent { unlink(path) }
    close()
  }

  /// Releases the lock.
  func close() {
    // A child process has a copy of the descriptor until it runs another program, so closing is not
    // enough to release the lock.
    _ = flock(descriptor, LOCK_UN)
    _ = Glibc.close(descriptor)
  }
}
