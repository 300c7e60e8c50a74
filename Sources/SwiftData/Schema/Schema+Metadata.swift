extension Schema {
  /// One stored property of a model, as `@Model` found it.
  public struct PropertyMetadata: @unchecked Sendable {
    public let name: String
    public let keypath: AnyKeyPath
    let kind: _PropertyKind
    let defaultValue: (() throws -> _SQLValue?)?
    let attribute: Attribute?
    let relationship: Relationship?

    public init(
      name: String, keypath: AnyKeyPath, kind: _PropertyKind,
      defaultValue: (() throws -> _SQLValue?)? = nil
    ) {
      self.init(name, keypath, kind, defaultValue, nil, nil)
    }

    public init(
      name: String, keypath: AnyKeyPath, kind: _PropertyKind,
      defaultValue: (() throws -> _SQLValue?)? = nil, metadata: Attribute
    ) {
      self.init(name, keypath, kind, defaultValue, metadata, nil)
    }

    public init(
      name: String, keypath: AnyKeyPath, kind: _PropertyKind,
      defaultValue: (() throws -> _SQLValue?)? = nil, metadata: Relationship
    ) {
      self.init(name, keypath, kind, defaultValue, nil, metadata)
    }

    private init(
      _ name: String, _ keypath: AnyKeyPath, _ kind: _PropertyKind,
      _ defaultValue: (() throws -> _SQLValue?)?, _ attribute: Attribute?,
      _ relationship: Relationship?
    ) {
      self.name = name
      self.keypath = keypath
      self.kind = kind
      self.defaultValue = defaultValue
      self.attribute = attribute
      self.relationship = relationship
    }
  }
}

/// What a property's type makes of it.
public enum _PropertyKind {
  case attribute(_ColumnType, isOptional: Bool)
  case toOne(any PersistentModel.Type, isOptional: Bool)
  case toMany(any PersistentModel.Type, isOptional: Bool)
}
