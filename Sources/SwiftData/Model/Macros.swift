/// Makes a class persistent: its stored properties become columns and relationships.
@attached(
  member, names: named(_$state), named(schemaMetadata), named(init), named(_$load),
  named(_$encode), named(_$visit))
@attached(memberAttribute)
@attached(extension, conformances: PersistentModel, Sendable)
public macro Model() = #externalMacro(module: "SwiftDataMacros", type: "ModelMacro")

/// The storage and accessors of one property; written by `@Model`.
@attached(accessor, names: named(init), named(get), named(set))
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

/// Says how a relationship behaves. Name the inverse on one side only.
@attached(peer)
public macro Relationship(
  _ options: Schema.Relationship.Option..., deleteRule: Schema.Relationship.DeleteRule = .nullify,
  minimumModelCount: Int? = 0, maximumModelCount: Int? = 0, originalName: String? = nil,
  inverse: AnyKeyPath? = nil, hashModifier: String? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "PropertyMarkerMacro")

/// Gives an actor a container and a context of its own.
@attached(member, names: named(modelExecutor), named(modelContainer), named(init))
@attached(extension, conformances: ModelActor)
public macro ModelActor() = #externalMacro(module: "SwiftDataMacros", type: "ModelActorMacro")
