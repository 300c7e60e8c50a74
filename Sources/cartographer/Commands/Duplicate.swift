import ArgumentParser
import CartographerCore

struct Duplicate: ItemCommand {
  static let configuration = CommandConfiguration(
    commandName: "duplicate",
    abstract: "Duplicate places and paths.",
    discussion: "Each copy gets a new name and keeps the original's other fields and groups.")

  static let examples = [
    Example("cartographer duplicate P7", "Copy a path before editing it."),
    Example("cartographer duplicate L12 L13", "Copy two places."),
  ]

  @OptionGroup var chosen: ItemArguments
  @OptionGroup var dryRunOption: DryRunOption
  @OptionGroup var global: GlobalOptions

  func edit(_ ids: [ItemID]) -> LibraryEdit { .duplicate(ids) }
}
