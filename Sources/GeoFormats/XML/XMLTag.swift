/// The name of an element as passed by expat. It is valid only during expat's callback.
struct XMLTag {
  let name: UnsafePointer<UInt8>
  let length: Int
  /// The length of the name's prefix in bytes, or 0 for a name without a prefix.
  let prefixLength: Int

  @inline(__always)
  init(_ name: UnsafePointer<UInt8>, length: Int) {
    self.name = name
    self.length = length
    var index = 0
    while index < length, name[index] != UInt8(ascii: ":") { index &+= 1 }
    prefixLength = index < length ? index : 0
  }

  var local: UnsafePointer<UInt8> { prefixLength == 0 ? name : name + prefixLength + 1 }

  var localLength: Int { prefixLength == 0 ? length : length - prefixLength - 1 }

  /// Returns whether the name without its prefix equals the given text.
  @inline(__always)
  func isLocal(_ text: StaticString) -> Bool {
    localLength == text.utf8CodeUnitCount && Self.equals(local, text)
  }

  /// Returns whether a name begins with the given text. The caller must ensure that the name is at
  /// least as long as the text.
  @inline(__always)
  static func equals(_ name: UnsafePointer<UInt8>, _ text: StaticString) -> Bool {
    let other = text.utf8Start
    for index in 0..<text.utf8CodeUnitCount where name[index] != other[index] { return false }
    return true
  }

  /// The name without its prefix.
  var localText: String {
    String(decoding: UnsafeBufferPointer(start: local, count: localLength), as: UTF8.self)
  }

  var text: String {
    String(decoding: UnsafeBufferPointer(start: name, count: length), as: UTF8.self)
  }
}
