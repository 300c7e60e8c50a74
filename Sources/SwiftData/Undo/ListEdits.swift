/// Additions to and removals from to-many lists, collected so that each list is edited only once.
struct ListEdits {
  struct ListKey: Hashable {
    let owner: ObjectIdentifier
    let slot: Int

    init(_ owner: any PersistentModel, _ slot: Int) {
      self.owner = ObjectIdentifier(owner)
      self.slot = slot
    }
  }

  private struct ListEdit {
    let owner: any PersistentModel
    let slot: Int
    var removed: Set<ObjectIdentifier> = []
    var added: [any PersistentModel] = []
  }

  private var edits: [ListEdit] = []
  private var indices: [ListKey: Int] = [:]

  mutating func note(
    _ owner: any PersistentModel, _ slot: Int, _ target: any PersistentModel, isAdded: Bool
  ) {
    let list = ListKey(owner, slot)
    let index = indices[list] ?? edits.count
    if index == edits.count {
      indices[list] = index
      edits.append(ListEdit(owner: owner, slot: slot))
    }
    if isAdded {
      edits[index].added.append(target)
    } else {
      edits[index].removed.insert(ObjectIdentifier(target))
    }
  }

  func apply() {
    for edit in edits {
      edit.owner.editToMany(edit.slot, .replace(removed: edit.removed, added: edit.added))
    }
  }
}
