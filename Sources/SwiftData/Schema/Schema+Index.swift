/// What `#Unique` and `#Index` declare, whatever the model.
public protocol _IndexDeclaration {
  var _isUnique: Bool { get }
  var _keyPaths: [[AnyKeyPath]] { get }
}

extension Schema {
  /// Lists of properties that no two objects have all equal; written by `#Unique`.
  public final class Unique<T: PersistentModel>: _IndexDeclaration {
    public let constraints: [[PartialKeyPath<T>]]

    public init(_ constraints: [PartialKeyPath<T>]...) {
      self.constraints = constraints
    }

    public var _isUnique: Bool { true }
    public var _keyPaths: [[AnyKeyPath]] { constraints }
  }

  /// Lists of properties that are often searched or sorted by; written by `#Index`.
  public final class Index<T: PersistentModel>: _IndexDeclaration {
    /// A kind of index. Both are kept as ordered trees of the properties in their order: SQLite's
    /// R-trees hold 32-bit bounds of boxes, which are not what an attribute is.
    public enum Types<P: PersistentModel> {
      case binary([PartialKeyPath<P>])
      case rtree([PartialKeyPath<P>])

      var keyPaths: [PartialKeyPath<P>] {
        switch self {
        case .binary(let keyPaths), .rtree(let keyPaths): keyPaths
        }
      }
    }

    public let indices: [Types<T>]

    public init(_ indices: [PartialKeyPath<T>]...) {
      self.indices = indices.map(Types.binary)
    }

    public init(_ indices: Types<T>...) {
      self.indices = indices
    }

    public var _isUnique: Bool { false }
    public var _keyPaths: [[AnyKeyPath]] { indices.map(\.keyPaths) }
  }
}
