extension GeoFormat {
  /// Writes items in this format, reads the written file back, and passes the resulting items to a
  /// ``GeoSink``.
  ///
  /// Values that the format cannot represent are missing from the resulting items. An item in the
  /// library can therefore be compared with its exported copy: if the item has not changed, the two
  /// are equal after this conversion.
  ///
  /// - Parameter write: A closure that writes the items. It must not end the file.
  /// - Throws: Any error thrown by `write` or the sink; ``GeoFormatsError`` if the format cannot be
  ///   written.
  public func represent(
    options: GeoWritingOptions, into sink: any GeoSink, _ write: (any GeoWriter) throws -> Void
  ) throws {
    let bytes = ByteSpool()
    let writer = try writer(into: bytes, options: options)
    try write(writer)
    _ = try writer.finish()
    var reading = GeoReadingOptions()
    reading.format = id
    _ = try Self.read(ByteSpoolSource(bytes), into: sink, options: reading)
  }
}
