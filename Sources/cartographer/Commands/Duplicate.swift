import ArgumentParser
import CartographerCore

struct Duplicate: ItemVerb {
  static let configuration = CommandConfiguration(
    abstract: "Make places and paths once more, with all they have.",
    discussion: "A copy is in the groups of what it was made of, and has a name of its own.")

  static let examples = [
    Example("cartographer duplicate P7", "To try something on the copy."),
    Example("cartographer duplicate L12 L13", "Two places."),
  ]

  @OptionGroup var chosen: ChosenItems
  @OptionGroup var global: GlobalOptions

  func edit(_ ids: [ItemID]) -> LibraryEdit { .duplicate(ids) }
}
