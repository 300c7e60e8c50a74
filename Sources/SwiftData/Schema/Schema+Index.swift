/// A type-erased `#Unique` or `#Index` declaration.
///
/// ```swift
/// let declaration: any _IndexDeclaration = Schema.Index<Trip>([\.year, \.name])
/// print(declaration._isUnique, declaration._keyPaths.count)
/// ```
public protocol _IndexDeclaration {
  /// Whether the declared indexes are uniqueness constraints.
  var _isUnique: Bool { get }
  /// The key paths of each declared index.
  var _keyPaths: [[AnyKeyPath]] { get }
  /// For each declared index, whether it is an R-tree.
  var _areRTrees: [Bool] { get }
}

extension _IndexDeclaration {
  public var _areRTrees: [Bool] { _keyPaths.map { _ in false } }
}

extension Schema {
  /// A model's uniqueness constraints, declared with `#Unique`. No two objects may have the same
  /// values for all properties of one constraint.
  ///
  /// ```swift
  /// #Unique<Trip>([\.name, \.year])  // inside the class Trip
  /// ```
  public final class Unique<T: PersistentModel>: _IndexDeclaration {
    /// The key paths of the properties in each uniqueness constraint.
    public let constraints: [[PartialKeyPath<T>]]

    public init(_ constraints: [PartialKeyPath<T>]...) {
      self.constraints = constraints
    }

    public var _isUnique: Bool { true }
    public var _keyPaths: [[AnyKeyPath]] { constraints }
  }

  /// A model's indexes, declared with `#Index`, for properties that are often used to search or
  /// sort.
  ///
  /// ```swift
  /// #Index<Trip>([\.year, \.name])  // inside the class Trip
  /// ```
  public final class Index<T: PersistentModel>: _IndexDeclaration {
    /// The kind of index that `#Index` declares.
    ///
    /// ```swift
    /// #Index<Hut>(.binary([\.name]), .rtree([\.latitude, \.longitude]))  // inside the class Hut
    /// ```
    public enum Types<P: PersistentModel> {
      /// An ordered index on the given properties.
      case binary([PartialKeyPath<P>])
      /// An R-tree index on one to five numbers or dates. It finds the objects for which all of
      /// these properties are in given ranges, such as the places in a map view. Objects in which
      /// one of the properties is nil are not in the tree.
      case rtree([PartialKeyPath<P>])

      var keyPaths: [PartialKeyPath<P>] {
        switch self {
        case .binary(let keyPaths), .rtree(let keyPaths): keyPaths
        }
      }
    }

    /// The declared indexes, in the order of the declaration.
    public let indices: [Types<T>]

    public init(_ indices: [PartialKeyPath<T>]...) {
      self.indices = indices.map(Types.binary)
    }

    public init(_ indices: Types<T>...) {
      self.indices = indices
    }

    public var _isUnique: Bool { false }
    public var _keyPaths: [[AnyKeyPath]] { indices.map(\.keyPaths) }
    public var _areRTrees: [Bool] {
      indices.map { if case .rtree = $0 { true } else { false } }
    }
  }
}
