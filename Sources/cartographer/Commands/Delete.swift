import ArgumentParser
import CartographerCore

struct Delete: ItemVerb {
  static let configuration = CommandConfiguration(
    abstract: "Move places, paths and groups to the trash.",
    discussion: "`undo` or `trash restore` brings them back. A group's members stay.")

  static let examples = [
    Example("cartographer delete P7 \"Lac Blanc\"", "Two items."),
    Example("cartographer trash restore P7", "One of them back."),
  ]

  @OptionGroup var chosen: ChosenItems
  @OptionGroup var global: GlobalOptions

  func edit(_ ids: [ItemID]) -> LibraryEdit { .trash(ids) }
}
