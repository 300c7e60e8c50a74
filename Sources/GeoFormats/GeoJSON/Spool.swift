import Foundation

/// A list of values that are appended, then read once in the same order. A short list is in memory; a
/// long one is mostly in a temporary file, so that memory use does not depend on its length.
final class Spool<Element: BitwiseCopyable> {
  /// The maximum number of values in memory.
  private static var capacity: Int { 65_536 }

  private(set) var count = 0
  private var values: [Element] = []
  /// The number of values in the temporary file.
  private var filed = 0
  private var file: Int32?
  /// The values that are being read, the index of the next one, and the number of values that were
  /// read from the temporary file.
  private var window: [Element] = []
  private var next = 0
  private var loaded = 0
  private var isReading = false

  deinit {
    if let file { close(file) }
  }

  /// Appends a value.
  ///
  /// - Throws: ``GeoFormatsError`` if the temporary file cannot be written.
  @inline(__always)
  func append(_ value: Element) throws {
    if values.count == Self.capacity { try spill() }
    values.append(value)
    count &+= 1
  }

  /// Removes all values.
  func removeAll() {
    values.removeAll(keepingCapacity: values.count <= 4096)
    count = 0
    filed = 0
    rewind()
  }

  /// Goes to the first value for reading. No value may be appended while values are read.
  func rewind() {
    window = []
    next = 0
    loaded = 0
    isReading = false
  }

  /// Returns the next value without going on to the following one, or nil at the end.
  @inline(__always)
  func peek() throws -> Element? {
    if next < window.count { return window[next] }
    return try load() ? window[next] : nil
  }

  /// Returns the next value, or nil at the end.
  @inline(__always)
  func read() throws -> Element? {
    let value = try peek()
    if value != nil { next &+= 1 }
    return value
  }

  private func spill() throws {
    let file = try openFile()
    try values.withUnsafeBytes { bytes in
      var done = 0
      let start = filed * MemoryLayout<Element>.stride
      while done < bytes.count {
        let written = pwrite(
          file, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(start + done))
        guard written > 0 else { throw Self.failure("cannot write a temporary file") }
        done += written
      }
    }
    filed += values.count
    values.removeAll(keepingCapacity: true)
  }

  /// Loads the next values for reading.
  ///
  /// - Returns: False at the end of the list.
  private func load() throws -> Bool {
    next = 0
    if loaded < filed, let file {
      let wanted = min(filed - loaded, 8_192)
      let stride = MemoryLayout<Element>.stride
      let start = loaded * stride
      window = try Array(unsafeUninitializedCapacity: wanted) { memory, count in
        let bytes = UnsafeMutableRawBufferPointer(memory)
        var done = 0
        while done < wanted * stride {
          let got = pread(
            file, bytes.baseAddress.map { $0 + done }, wanted * stride - done, off_t(start + done))
          guard got > 0 else { throw Self.failure("cannot read a temporary file") }
          done += got
        }
        count = wanted
      }
      loaded += wanted
      return true
    }
    guard !isReading else {
      window = []
      return false
    }
    isReading = true
    window = values
    return !window.isEmpty
  }

  private func openFile() throws -> Int32 {
    if let file { return file }
    var path = Array((NSTemporaryDirectory() + "/cartographer-XXXXXX").utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw Self.failure("cannot create a temporary file") }
    unlink(path)
    file = descriptor
    return descriptor
  }

  private static func failure(_ message: String) -> GeoFormatsError {
    let number = errno
    return GeoFormatsError(
      code: .cannotOpen,
      message: "\(message) in \(NSTemporaryDirectory()): \(String(cString: strerror(number)))",
      errorNumber: number)
  }
}
