extension AnyKeyPath {
  /// What a key path is, for a message. Those of models print no names here.
  var summary: String {
    let type = type(of: self)
    return "a property of \(type.rootType) of type \(type.valueType)"
  }
}

extension EntityLayout {
  /// What a key path is that cannot be used, and which can.
  func notStored(_ keyPath: AnyKeyPath, needsColumn: Bool = false) -> String {
    let usable = properties.filter {
      needsColumn ? $0.hasColumn : $0.attribute?.isEphemeral != true
    }
    return "\(keyPath.summary), which is not a stored property of \(name) (those are: "
      + usable.map(\.name).joined(separator: ", ") + ")"
  }
}
