import Foundation

extension Schema {
  /// What `@Attribute` says.
  public struct Attribute: Sendable {
    public enum Option: Hashable, Sendable {
      case unique
      /// Accepted; the value is stored in the row.
      case externalStorage
      case ephemeral
      case preserveValueOnDeletion
    }

    public let options: [Option]
    public let originalName: String?
    public let hashModifier: String?

    public init(_ options: Option..., originalName: String? = nil, hashModifier: String? = nil) {
      self.options = options
      self.originalName = originalName
      self.hashModifier = hashModifier
    }
  }

  /// What `@Relationship` says.
  public struct Relationship: @unchecked Sendable {
    public enum Option: Hashable, Sendable {
      case unique
    }

    /// What happens to the objects a deleted object leads to.
    public enum DeleteRule: String, Hashable, Sendable {
      case nullify, cascade, deny, noAction
    }

    public let options: [Option]
    public let deleteRule: DeleteRule
    public let originalName: String?
    public let inverse: AnyKeyPath?
    public let hashModifier: String?

    public init(
      _ options: Option..., deleteRule: DeleteRule = .nullify, minimumModelCount: Int? = 0,
      maximumModelCount: Int? = 0, originalName: String? = nil, inverse: AnyKeyPath? = nil,
      hashModifier: String? = nil
    ) {
      self.options = options
      self.deleteRule = deleteRule
      self.originalName = originalName
      self.inverse = inverse
      self.hashModifier = hashModifier
    }
  }

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
