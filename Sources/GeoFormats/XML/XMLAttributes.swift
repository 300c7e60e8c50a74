import Foundation

/// The attributes of an element, as passed by the XML parser expat. They are valid only during
/// expat's callback.
struct XMLAttributes {
  private let pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>

  init(_ pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>) {
    self.pairs = pairs
  }

  var isEmpty: Bool { pairs[0] == nil }

  /// Returns the name of the attribute at the given index. Returns nil after the last attribute.
  @inline(__always)
  func name(_ index: Int) -> UnsafePointer<UInt8>? {
    pairs[index &* 2].map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) }
  }

  /// Returns the value of the attribute at the given index, as a NUL-terminated string.
  @inline(__always)
  func value(_ index: Int) -> UnsafePointer<UInt8>? {
    pairs[index &* 2 &+ 1].map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) }
  }

  /// Whether any attribute's name begins with `x`, in which case the attribute might be a namespace
  /// declaration.
  var mayDeclare: Bool {
    var index = 0
    while let name = name(index) {
      if name[0] == UInt8(ascii: "x") { return true }
      index &+= 1
    }
    return false
  }

  /// Appends to a markup buffer all attributes whose names satisfy the given condition.
  func write(
    into markup: inout MarkupBuffer, where wanted: (UnsafePointer<UInt8>) -> Bool = { _ in true }
  ) {
    var index = 0
    while let name = name(index), let value = value(index) {
      index &+= 1
      guard wanted(name) else { continue }
      markup.put(UInt8(ascii: " "))
      markup.put(name, count: Self.length(name))
      markup.put("=\"")
      markup.put(attribute: value, count: Self.length(value))
      markup.put(UInt8(ascii: "\""))
    }
  }

  /// Returns a C string's length: the number of bytes before the NUL.
  static func length(_ text: UnsafePointer<UInt8>) -> Int {
    strlen(UnsafeRawPointer(text).assumingMemoryBound(to: CChar.self))
  }

  /// The names and values of all attributes.
  var all: [(name: [UInt8], value: [UInt8])] {
    var all: [(name: [UInt8], value: [UInt8])] = []
    while let name = name(all.count), let value = value(all.count) {
      all.append((Self.bytes(name), Self.bytes(value)))
    }
    return all
  }

  /// Returns the value of the attribute with the given name. Returns nil if there is no such
  /// attribute.
  func text(_ wanted: String) -> String? {
    var index = 0
    while let name = name(index), let value = value(index) {
      if String(cString: name) == wanted { return String(cString: value) }
      index += 1
    }
    return nil
  }

  private static func bytes(_ text: UnsafePointer<UInt8>) -> [UInt8] {
    let length = strlen(UnsafeRawPointer(text).assumingMemoryBound(to: CChar.self))
    return Array(UnsafeBufferPointer(start: text, count: length))
  }
}
