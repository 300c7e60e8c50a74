import Foundation

/// The attributes of one element as expat hands them over: valid during its callback only.
struct GPXAttributes {
  private let pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>

  init(_ pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>) {
    self.pairs = pairs
  }

  var isEmpty: Bool { pairs[0] == nil }

  /// The name of the attribute at a place, or nil after the last.
  @inline(__always)
  func name(_ index: Int) -> UnsafePointer<UInt8>? {
    pairs[index &* 2].map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) }
  }

  /// The value of the attribute at a place, which ends with a NUL.
  @inline(__always)
  func value(_ index: Int) -> UnsafePointer<UInt8>? {
    pairs[index &* 2 &+ 1].map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) }
  }

  /// The bytes of every name and value.
  var all: [(name: [UInt8], value: [UInt8])] {
    var all: [(name: [UInt8], value: [UInt8])] = []
    while let name = name(all.count), let value = value(all.count) {
      all.append((Self.bytes(name), Self.bytes(value)))
    }
    return all
  }

  /// The text of the attribute of a name, or nil.
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
