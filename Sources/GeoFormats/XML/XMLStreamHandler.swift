/// A handler that receives the elements and text of an XML document in document order. Its
/// subclasses override the methods.
///
/// The arguments of the methods are valid only during the call. An error thrown by a method stops
/// the parser and is rethrown unchanged by ``XMLStream/parse(_:)``. The type is a class, so that
/// ``XMLStream`` can call the methods without reference counting.
class XMLStreamHandler {
  func start(_ tag: XMLTag, _ attributes: XMLAttributes) throws {}

  func end(_ tag: XMLTag) throws {}

  /// Receives the next piece of text, decoded as UTF-8. The text of an element can arrive in
  /// several pieces.
  func text(_ piece: UnsafeBufferPointer<UInt8>) throws {}

  /// Whether ``readRun(_:)`` should be called for the next elements. The current position
  /// can be inside another element.
  var expectsRun: Bool { false }

  /// Reads elements from the start of the given text directly, without the XML parser. For long
  /// lists of simple elements, this is much faster. The text begins with a start tag and can end
  /// anywhere.
  ///
  /// The method must have the same effect as if the handler's other methods had received the
  /// elements. It must stop before an element that needs a diagnostic, because
  /// ``XMLStream/place(_:)`` is not valid during the call.
  ///
  /// - Returns: The number of bytes read, or 0 if the method cannot read elements at this position.
  ///   The bytes read must consist of whole elements and white space, end with an element, and be
  ///   followed by a line ending.
  func readRun(_ text: UnsafeBufferPointer<UInt8>) throws -> Int { 0 }
}
