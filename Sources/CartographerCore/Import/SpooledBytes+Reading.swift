import GeoFormats

extension SpooledBytes {
  /// Reads a pipe or device to its end, so that the import can wait for slow input without holding
  /// the store's write lock. If the format is rejected, or if the file exceeds a limit, reading
  /// stops early, since the source may be an endless device.
  ///
  /// - Returns: The bytes, and the limit at which reading stopped, if any.
  /// - Throws: `GeoFormatsError` if there is no free space in the folder for temporary files.
  ///   `CancellationError` soon after the task has been cancelled.
  static func receiving(
    _ source: any ByteSource, options: GeoReadingOptions, _ meter: ProgressMeter
  ) throws -> (SpooledBytes, limit: InputDamage?) {
    let spool = ByteSpool()
    let passing = PassingSource(source, to: spool, meter)
    let report = try GeoFormat.read(passing, into: IgnoringSink(), options: options)
    if let limit = report.damageOfCopy { return (spool.finish(), limit) }
    // An archive may contain only archives, which are opened one by one later.
    if report.refusal.map({ $0.code == .inputCompressed }) ?? true {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while try buffer.withUnsafeMutableBytes({ try passing.read(into: $0) }) > 0 {}
    }
    return (spool.finish(), nil)
  }

  /// Reads the current file of an archive until the file ends or a limit is exceeded.
  ///
  /// - Throws: `GeoFormatsError` if there is no free space in the folder for temporary files.
  ///   `CancellationError` if the task is cancelled.
  static func reading(
    _ walk: ArchiveWalk, _ checkCancellation: () throws -> Void
  ) throws -> SpooledBytes {
    let spool = ByteSpool()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = try buffer.withUnsafeMutableBytes({ try walk.read(into: $0) }), count > 0
    {
      try checkCancellation()
      try buffer.withUnsafeBytes {
        try spool.write(UnsafeRawBufferPointer(rebasing: $0[..<count]))
      }
    }
    return spool.finish()
  }
}

/// A byte source that returns the bytes of another source and also appends them to a spool.
private final class PassingSource: ByteSource {
  /// The maximum delay before a cancellation is noticed, in milliseconds.
  private static let waitMilliseconds: Int32 = 100

  private let source: any ByteSource
  private let spool: ByteSpool
  private let meter: ProgressMeter

  init(_ source: any ByteSource, to spool: ByteSpool, _ meter: ProgressMeter) {
    self.source = source
    self.spool = spool
    self.meter = meter
  }

  var byteCount: Int? { source.byteCount }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    if let file = source as? FileSource {
      repeat {
        try meter.checkCancellation()
      } while !file.waitForBytes(
        milliseconds: Self.waitMilliseconds)
    }
    let count = try source.read(into: buffer)
    try spool.write(UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
    return count
  }
}

/// A receiver that ignores all items of a file.
private final class IgnoringSink: GeoSink {
  func place(_ place: GeoPlace) {}
  func pathBegins(_ kind: GeoPathHeader.Kind) {}
  func points(_ points: borrowing GeoPoints) {}
  func pathEnds(_ header: GeoPathHeader) {}
  func fileEnds(_ header: GeoFileHeader) {}
}
