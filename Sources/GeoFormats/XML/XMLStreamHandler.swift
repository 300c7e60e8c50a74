/// A handler that receives the elements and text of an XML document in document order. Its
/// subclasses override the methods.
///
/// The arguments are valid only during the call. An error thrown by a method stops the parser and is
/// rethrown unchanged by ``XMLStream/parse(_:)``. The type is a class, so that ``XMLStream`` can call
/// the methods without counting references.
class XMLStreamHandler {
  func start(_ tag: XMLTag, _ attributes: XMLAttributes) throws {}

  func end(_ tag: XMLTag) throws {}

  /// Receives the next piece of text, decoded as UTF-8. One text can come in several pieces.
  func text(_ piece: UnsafeBufferPointer<UInt8>) throws {}
}
