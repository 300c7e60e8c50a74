/// A record of the changes made to a context during one undo group. It contains the state of each
/// changed object and link before its first change in the group.
///
/// The change log records only state that a save would store: the existing objects, their values,
/// their to-one relationships and their many-to-many links. To-many lists are derived from the
/// to-one relationships and links. The change log retains the changed objects.
final class ChangeLog {
  struct Value {
    let model: any PersistentModel
    let restore: () -> Void
  }

  struct ToOne {
    let model: any PersistentModel
    let slot: Int
    let target: (any PersistentModel)?
  }

  struct Link {
    let index: Int
    let a: any PersistentModel
    let b: any PersistentModel
    let isLinked: Bool
  }

  struct Existence {
    let model: any PersistentModel
    let existed: Bool
  }

  /// The previous contents of stored rows that inserted objects overwrote, keyed by inserted
  /// object.
  private(set) var formerRows: [ObjectIdentifier: FormerRow] = [:]

  private struct PropertyKey: Hashable {
    let model: ObjectIdentifier
    let slot: Int
  }

  private(set) var values: [Value] = []
  private(set) var toOnes: [ToOne] = []
  private(set) var links: [Link] = []
  private(set) var existences: [Existence] = []
  private var properties: Set<PropertyKey> = []
  private var pairs: Set<PendingLinks.Pair> = []
  private var objects: Set<ObjectIdentifier> = []

  /// Returns whether the log already contains a property's value from before the undo group.
  func has(_ model: any PersistentModel, _ slot: Int) -> Bool {
    properties.contains(PropertyKey(model: ObjectIdentifier(model), slot: slot))
  }

  func note(_ model: any PersistentModel, _ slot: Int, restore: @escaping () -> Void) {
    guard properties.insert(PropertyKey(model: ObjectIdentifier(model), slot: slot)).inserted else {
      return
    }
    values.append(Value(model: model, restore: restore))
  }

  func note(_ model: any PersistentModel, _ slot: Int, target: (any PersistentModel)?) {
    guard properties.insert(PropertyKey(model: ObjectIdentifier(model), slot: slot)).inserted else {
      return
    }
    toOnes.append(ToOne(model: model, slot: slot, target: target))
  }

  func note(
    link index: Int, _ a: any PersistentModel, _ b: any PersistentModel, wasLinked: Bool
  ) {
    let pair = PendingLinks.Pair(link: index, a: ObjectIdentifier(a), b: ObjectIdentifier(b))
    guard pairs.insert(pair).inserted else { return }
    links.append(Link(index: index, a: a, b: b, isLinked: wasLinked))
  }

  func note(_ model: any PersistentModel, existed: Bool) {
    guard objects.insert(ObjectIdentifier(model)).inserted else { return }
    existences.append(Existence(model: model, existed: existed))
    if !existed { model._$state.insertionLog = self }
  }

  func note(_ row: FormerRow, of model: any PersistentModel) {
    formerRows[ObjectIdentifier(model)] = row
  }
}
