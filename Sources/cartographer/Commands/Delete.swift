import ArgumentParser
import CartographerCore

struct Delete: ItemCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Move places, paths and groups to the trash.",
    discussion: """
      Both `undo` and `trash restore` restore deleted items. The members of a deleted group are not \
      deleted.
      """,
    aliases: ["rm"])

  static let examples = [
    Example("cartographer delete P7 \"Lac Blanc\"", "Move two items to the trash."),
    Example("cartographer trash restore P7", "Restore one item."),
  ]

  @OptionGroup var chosen: ItemArguments
  @OptionGroup var dryRunOption: DryRunOption
  @OptionGroup var global: GlobalOptions

  func edit(_ ids: [ItemID]) -> LibraryEdit { .trash(ids) }
}
