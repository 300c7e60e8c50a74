import TestSupport

/// One edit. Its numbers choose among the objects that exist when it runs, so a sequence stays
/// valid when some of its edits are removed.
enum GraphEdit: CustomStringConvertible {
  case insert(entity: Int, code: Int, owner: Int)
  case insertGraph(code: Int, pets: Int, toys: Int)
  case setValues(thing: Int, text: Int)
  case setCode(thing: Int, code: Int)
  case replace(relation: Int, thing: Int, targets: [Int])
  case append(relation: Int, thing: Int, target: Int)
  case remove(relation: Int, thing: Int, target: Int)
  case delete(thing: Int)
  case save
  case rollback
  case releaseSavedObjects
  case newContext
  case reopen
  case readUnsaved
  case undo
  case redo
  case bulkAppend(Int)
  case bulkUpdate(Int)
  case bulkDelete(entity: Int, Int)

  var description: String {
    switch self {
    case .insert(let entity, let code, let owner):
      "insert a \(GraphEntities.names[entity]), code \(code), owner \(owner)"
    case .insertGraph(let code, let pets, let toys):
      "insert a Person, code \(code), with \(pets) pets of \(toys) toys"
    case .setValues(let thing, let text): "set values of \(thing) to \(text)"
    case .setCode(let thing, let code): "set code of person \(thing) to \(code)"
    case .replace(let relation, let thing, let targets):
      "set \(Self.name(relation)) of \(thing) to \(targets)"
    case .append(let relation, let thing, let target):
      "append \(target) to \(Self.name(relation)) of \(thing)"
    case .remove(let relation, let thing, let target):
      "remove \(target) from \(Self.name(relation)) of \(thing)"
    case .delete(let thing): "delete \(thing)"
    case .bulkAppend(let number): "append \(number) places as columns"
    case .bulkUpdate(let number): "set the number of every place to \(number) in bulk"
    case .bulkDelete(let entity, let number):
      "delete every \(GraphEntities.names[entity]) with number \(number) in bulk"
    case .save: "save"
    case .rollback: "rollback"
    case .releaseSavedObjects: "release the saved objects"
    case .newContext: "new context"
    case .reopen: "reopen"
    case .readUnsaved: "read unsaved changes"
    case .undo: "undo"
    case .redo: "redo"
    }
  }

  private static func name(_ relation: Int) -> String {
    let relation = GraphEntities.relations[relation]
    return "\(GraphEntities.names[relation.entity]).\(relation.name)"
  }

  static func random(_ random: inout SplitMix64) -> GraphEdit {
    func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    let relation = number(0..<GraphEntities.relations.count)
    switch number(0..<48) {
    case 0..<9:
      return .insert(
        entity: number(0..<GraphEntities.names.count), code: number(0..<8), owner: number(0..<50))
    case 9..<11: return .insertGraph(code: number(0..<8), pets: number(0..<3), toys: number(0..<2))
    case 11..<14: return .setValues(thing: number(0..<50), text: number(0..<6))
    case 14: return .setCode(thing: number(0..<50), code: number(0..<8))
    case 15..<20:
      return .replace(
        relation: relation, thing: number(0..<50),
        targets: (0..<number(0..<3)).map { _ in number(0..<50) })
    case 20..<27: return .append(relation: relation, thing: number(0..<50), target: number(0..<50))
    case 27..<30: return .remove(relation: relation, thing: number(0..<50), target: number(0..<50))
    case 30..<33: return .delete(thing: number(0..<50))
    case 33..<38: return .save
    case 38: return .rollback
    case 39: return .releaseSavedObjects
    case 40: return .newContext
    case 41: return .reopen
    case 42: return .readUnsaved
    case 43: return .undo
    case 44: return .redo
    case 45: return .bulkAppend(number(1..<4))
    case 46: return .bulkUpdate(number(0..<6))
    default:
      return .bulkDelete(entity: number(0..<GraphEntities.names.count), number(0..<6))
    }
  }
}
