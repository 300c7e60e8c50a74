/// Makes a class persistent: its stored properties become columns and relationships.
///
/// - Parameter originalName: The class's name in the version before, without what it was nested in,
///   for a rename. Keep it for ever, as that of a property. Identifiers change with the class: their
///   entity is the new one.
@attached(
  member, conformances: PersistentModel,
  names: named(_$state), named(_$originalName), named(schemaMetadata), named(_$indexes),
  named(_$readsConstants), named(init), named(_$load),
  named(_$encode), named(_$visit), named(_$keep), named(deinit))
@attached(memberAttribute)
@attached(extension, conformances: PersistentModel, Sendable)
public macro Model(originalName: String? = nil) =
  #externalMacro(module: "SwiftDataMacros", type: "ModelMacro")

/// The storage and accessors of one property; written by `@Model`.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_))
public macro _PersistedProperty(_ slot: Int) =
  #externalMacro(module: "SwiftDataMacros", type: "PersistedPropertyMacro")

/// Keeps a property out of the store.
@attached(peer)
public macro Transient() =
  #externalMacro(module: "SwiftDataMacros", type: "PropertyMarkerMacro")

/// Says how an attribute is stored.
///
/// - Parameters:
///   - originalName: The name of the property in the version before, for a rename. Keep it for
///     ever: it is compared with the version just before this one.
///   - hashModifier: A text that makes two versions of equal shape differ.
@attached(peer)
public macro Attribute(
  _ options: Schema.Attribute.Option..., originalName: String? = nil, hashModifier: String? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "PropertyMarkerMacro")

/// Says how a relationship behaves. Name the inverse on one side only: named on both, the compiler
/// finds a circular reference, because each side's macro needs the other's first.
@attached(peer)
public macro Relationship(
  _ options: Schema.Relationship.Option..., deleteRule: Schema.Relationship.DeleteRule = .nullify,
  minimumModelCount: Int? = 0, maximumModelCount: Int? = 0, originalName: String? = nil,
  inverse: AnyKeyPath? = nil, hashModifier: String? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "PropertyMarkerMacro")

/// Says which properties no two objects of a model have all equal, once in its class:
/// `#Unique<Trip>([\.name, \.start], [\.code])`.
///
/// An inserted object whose values are taken becomes the stored one, or is refused, as
/// ``ModelConfiguration/UniquePolicy`` says. Nil conflicts with nothing. Properties are attributes
/// and relationships to one. Constraints are outside a version's identity: a store gets them when
/// it is next opened for writing, and is refused with the values that stand more than once.
@freestanding(declaration)
public macro Unique<T: PersistentModel>(_ constraints: [PartialKeyPath<T>]...) =
  #externalMacro(module: "SwiftDataMacros", type: "IndexMarkerMacro")

/// Says by which properties a model is often searched or sorted, once in its class:
/// `#Index<Trip>([\.name], [\.start, \.name])`.
///
/// An index serves conditions on the first properties of its list, and sorting in its order. It
/// is outside a version's identity: a store gets it when it is next opened for writing.
@freestanding(declaration)
public macro Index<T: PersistentModel>(_ indices: [PartialKeyPath<T>]...) =
  #externalMacro(module: "SwiftDataMacros", type: "IndexMarkerMacro")

/// As the macro with lists alone; both kinds are kept as ordered trees.
@freestanding(declaration)
public macro Index<T: PersistentModel>(_ indices: Schema.Index<T>.Types<T>...) =
  #externalMacro(module: "SwiftDataMacros", type: "IndexMarkerMacro")

/// Makes a static variable a stash for what a migration carries from `willMigrate` to `didMigrate`:
/// `@MigrationStashed static var cityOfPark: [String: String] = [:]`.
///
/// Unlike a plain global it compiles in Swift 6 mode and inside `@Sendable` closures, and nothing
/// is left in it by a migration that failed: the library gives it the value it was declared with at
/// the start of every migration and at its end. All stages of one migration share it. Values are
/// `Sendable`: keep identifiers and values, not objects.
@attached(accessor, names: named(get), named(_modify))
@attached(peer, names: prefixed(_))
public macro MigrationStashed() =
  #externalMacro(module: "SwiftDataMacros", type: "MigrationStashedMacro")

/// Gives an actor a container and a context of its own.
@attached(member, names: named(modelExecutor), named(modelContainer), named(init))
@attached(extension, conformances: ModelActor)
public macro ModelActor() = #externalMacro(module: "SwiftDataMacros", type: "ModelActorMacro")
