/// Receives the elements and texts of an XML document in document order.
///
/// The arguments are valid only during the call. An error thrown by a method stops the parser and is
/// rethrown unchanged by ``XMLStream/parse(_:)``.
protocol XMLStreamHandler: AnyObject {
  func start(_ tag: XMLTag, _ attributes: XMLAttributes) throws
  func end(_ tag: XMLTag) throws
  /// Receives the next piece of text, decoded as UTF-8. One text can come in several pieces.
  func text(_ piece: UnsafeBufferPointer<UInt8>) throws
}
