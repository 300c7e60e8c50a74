/// Makes a class persistent: its stored properties become columns and relationships.
///
/// ```swift
/// @Model final class Place { var name: String = "" }
/// ```
///
/// - Parameter originalName: The class's name in the previous version, if the class was renamed.
///   The name excludes enclosing types. Keep the argument in all later versions, as with a
///   property's original name. The identifiers of the objects change with the class name, because
///   they contain the new entity name.
@attached(
  member, conformances: PersistentModel,
  names: named(_$state), named(_$originalName), named(schemaMetadata), named(_$indexes),
  named(_$readsConstants), named(init), named(_$load),
  named(_$encode), named(_$visit), named(_$keep), named(deinit))
@attached(memberAttribute)
@attached(extension, conformances: PersistentModel, Sendable)
public macro Model(originalName: String? = nil) =
  #externalMacro(module: "SwiftDataMacros", type: "ModelMacro")

/// Adds the storage and the accessors for one persisted property. The `@Model` macro adds this
/// macro to properties.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_))
public macro _PersistedProperty(_ slot: Int) =
  #externalMacro(module: "SwiftDataMacros", type: "PersistedPropertyMacro")

/// Excludes a property from the store.
///
/// ```swift
/// @Transient var isSelected = false
/// ```
@attached(peer)
public macro Transient() =
  #externalMacro(module: "SwiftDataMacros", type: "PropertyMarkerMacro")

/// Specifies the storage options of an attribute.
///
/// ```swift
/// @Attribute(.unique) var code: String
/// ```
///
/// - Parameter originalName: The property's name in the previous version, if it was renamed.
///   Keep the argument in all later versions. A migration looks for the original name only in the
///   directly preceding version.
/// - Parameter hashModifier: Text that distinguishes two otherwise identical schema versions.
@attached(peer)
public macro Attribute(
  _ options: Schema.Attribute.Option..., originalName: String? = nil, hashModifier: String? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "PropertyMarkerMacro")

/// Specifies a relationship's delete rule, minimum and maximum count, and inverse. Specify the
/// inverse on one side only. If both sides specify it, the compiler reports a circular reference,
/// because each side's macro needs the other side's expansion first.
///
/// ```swift
/// @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []
/// ```
@attached(peer)
public macro Relationship(
  _ options: Schema.Relationship.Option..., deleteRule: Schema.Relationship.DeleteRule = .nullify,
  minimumModelCount: Int? = 0, maximumModelCount: Int? = 0, originalName: String? = nil,
  inverse: AnyKeyPath? = nil, hashModifier: String? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "PropertyMarkerMacro")

/// Declares a model's unique keys, once per class: `#Unique<Trip>([\.name, \.start], [\.code])`.
///
/// If an inserted object and a stored object have the same unique values,
/// ``ModelConfiguration/UniquePolicy`` applies: the inserted object either overwrites the stored
/// one (an upsert) or is rejected with an error. Nil values never conflict. The properties must be
/// attributes or to-one relationships. Unique keys are not part of a version's identity: a store
/// adopts them when it is next opened for writing. Opening fails if the store contains duplicate
/// values, which the error lists.
@freestanding(declaration)
public macro Unique<T: PersistentModel>(_ constraints: [PartialKeyPath<T>]...) =
  #externalMacro(module: "SwiftDataMacros", type: "IndexMarkerMacro")

/// Declares a model's indexes, once per class: `#Index<Trip>([\.name], [\.start, \.name])`.
///
/// An index speeds up queries that filter by its first property or sort in the order of its
/// properties. Indexes are not part of a version's identity: a store adopts them when it is next
/// opened for writing.
@freestanding(declaration)
public macro Index<T: PersistentModel>(_ indices: [PartialKeyPath<T>]...) =
  #externalMacro(module: "SwiftDataMacros", type: "IndexMarkerMacro")

/// Declares a model's indexes and the type of each index.
///
/// ```swift
/// #Index<Hut>(.binary([\.name]), .rtree([\.latitude, \.longitude]))  // inside the class Hut
/// ```
///
/// An R-tree speeds up queries that limit several numbers or dates to ranges.
@freestanding(declaration)
public macro Index<T: PersistentModel>(_ indices: Schema.Index<T>.Types<T>...) =
  #externalMacro(module: "SwiftDataMacros", type: "IndexMarkerMacro")

/// Turns a static variable into storage that passes data from `willMigrate` to `didMigrate`:
/// `@MigrationStashed static var cityOfPark: [String: String] = [:]`.
///
/// Unlike a mutable global variable, a stashed variable is allowed in Swift 6 mode and in
/// `@Sendable` closures. A failed migration leaves no values behind, since the variable is reset to
/// its initial value at the start and at the end of every migration. All stages of a migration
/// share the variable. Its values must be `Sendable`: store identifiers and values, not objects.
@attached(accessor, names: named(get), named(_modify))
@attached(peer, names: prefixed(_))
public macro MigrationStashed() =
  #externalMacro(module: "SwiftDataMacros", type: "MigrationStashedMacro")

/// Turns an actor into a model actor, which has a model container and its own model context.
///
/// ```swift
/// @ModelActor
/// actor TripImporter {
///   func add(_ name: String) throws {
///     modelContext.insert(Trip(name: name))
///     try modelContext.save()
///   }
/// }
/// ```
@attached(member, names: named(modelExecutor), named(modelContainer), named(init))
@attached(extension, conformances: ModelActor)
public macro ModelActor() = #externalMacro(module: "SwiftDataMacros", type: "ModelActorMacro")
