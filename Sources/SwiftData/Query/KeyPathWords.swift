extension AnyKeyPath {
  /// A description of the key path for error messages. On Linux, key paths of models do not include
  /// property names.
  var summary: String {
    let type = type(of: self)
    return "a property of type \(type.valueType) in \(type.rootType)"
  }
}

extension EntityLayout {
  /// Returns the message for an error about a key path that does not refer to a stored property.
  /// The message lists the stored properties.
  func notStored(_ keyPath: AnyKeyPath, needsColumn: Bool = false) -> String {
    let usable = properties.filter {
      needsColumn ? $0.hasColumn : $0.attribute?.isEphemeral != true
    }
    let names = usable.map(\.name).joined(separator: ", ")
    return """
      \(keyPath.summary), which is not a stored property of \(name) (stored properties: \(names))
      """
  }
}
