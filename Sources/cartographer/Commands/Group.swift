import ArgumentParser
import CartographerCore
import CartographerPresentation
import TerminalUI

struct Group: CommandFamily {
  static let configuration = CommandConfiguration(
    commandName: "group",
    abstract: "Manage groups (trips) and their members.",
    discussion: "A place or path can be in many groups. Deleting a group keeps its members.",
    subcommands: [
      GroupList.self, GroupCreate.self, GroupRename.self, GroupDelete.self, GroupAdd.self,
      GroupRemove.self,
    ])

  static let examples = [
    Example("cartographer group create \"Three days in the Alps\"", "Create an empty group."),
    Example("cartographer group add \"Three days in the Alps\" P7 L12", "Add two members."),
    Example(
      "cartographer group remove G3 P7", "Remove path P7 from a group without deleting the path."),
  ]
}

struct GroupList: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the groups.")

  static let examples = [
    Example("cartographer group list", "List the groups with their member counts.")
  ]

  @Option(
    help: ArgumentHelp(
      "The order of the groups: added (oldest first, the default) or name (Day 2 before Day 10).",
      valueName: "order"))
  var sort: Listing.Order?
  @OptionGroup var idOptions: IDOptions
  @OptionGroup var limitOption: LimitOption
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let listing = try await Listing(
      try await session.libraryForReading(), kinds: [.group], order: sort ?? .added,
      limit: limitOption.checked())
    if idOptions.ids {
      try session.print(listing.ids, idOptions)
    } else if global.json {
      try session.console.print(listing.json)
    } else {
      try session.console.print(listing.lines(session.notation, session.units))
    }
    if listing.isEmpty {
      session.console.say(
        "There are no groups. To create one: cartographer group create NAME ITEM…")
    }
  }
}

struct GroupCreate: DryRunCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Create a group.")

  static let examples = [
    Example("cartographer group create Alps", "Create an empty group."),
    Example("cartographer group create Alps P7 P8 \"Lac Blanc\"", "Create a group with members."),
    Example(
      "cartographer group create Alps P7 --if-missing",
      "Create the group if it does not exist, and add P7."),
    Example(
      "cartographer group create Summer --group Alps",
      "Create a group with another group's members."),
  ]

  @Argument(help: "The name of the new group.") var name: String
  @Argument(
    help: ArgumentHelp("IDs or names of the items to add to the new group.", valueName: "item"))
  var items: [String] = []

  @Option(
    help: ArgumentHelp(
      "Add only the listed items that are in this group. If no items are listed, add all members of the group.",
      valueName: "name|id"))
  var group: String?

  @Flag(help: "Create the group even if its name is already in use.")
  var duplicate = false

  @Flag(
    name: .customLong("if-missing"),
    help: "If a group with this name exists, add the members to that group.")
  var ifMissing = false

  @OptionGroup var dryRunOption: DryRunOption
  @OptionGroup var global: GlobalOptions

  var createsStore: Bool { items.isEmpty && group == nil }

  func run(in session: Session) async throws {
    guard !duplicate || !ifMissing else {
      throw Failure.usage(
        "`--duplicate` and `--if-missing` cannot be used together. Use only one of them.")
    }
    let library = try await session.libraryForWriting(creating: createsStore)
    let members = try await session.items(items, group: group, in: library) {
      try await session.items($0, in: library)
    }
    let bearers = duplicate ? [] : try await library.groups(named: name)
    guard !bearers.isEmpty else {
      return try await session.apply(.createGroup(name: name, members: members), to: library)
    }
    guard ifMissing, bearers.count == 1 || members.isEmpty else {
      throw Failure(
        .usage, code: ifMissing ? "ambiguous" : "exists",
        bearers.count == 1
          ? "The group \(bearers[0]) is already named '\(name)'."
          : "Several groups are named '\(name)': "
            + bearers.map(\.description).joined(separator: ", ") + ".",
        remedy:
          "To add members: cartographer group add \(bearers[0]) <item>. "
          + "To create a second group with this name: --duplicate",
        ids: bearers)
    }
    var result = EditResult(title: ChangeTitle(.group, name))
    if !members.isEmpty {
      result = try await library.apply(together: [.addToGroups(members, groups: bearers)])
    }
    let sentence = result.changed.isEmpty ? "The group \(name) already exists" : nil
    try session.report(result, sentence: sentence, existing: bearers)
  }
}

struct GroupRename: DryRunCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Rename a group.")

  static let examples = [
    Example("cartographer group rename G3 \"Alps 2026\"", "Rename group G3.")
  ]

  @Argument(help: "The ID or name of the group.") var group: String
  @Argument(help: "The new name.") var name: String

  @OptionGroup var dryRunOption: DryRunOption
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let library = try await session.libraryForWriting()
    let id = try await session.item(group, kind: .group, in: library)
    try await session.apply(.set(.name, of: [id], to: name), to: library)
  }
}

struct GroupDelete: DryRunCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Move groups to the trash; their members stay.")

  static let examples = [
    Example("cartographer group delete G3", "Delete a group; `undo` restores it.")
  ]

  @Argument(help: ArgumentHelp("IDs or names of groups.", valueName: "group"))
  var groups: [String]

  @OptionGroup var dryRunOption: DryRunOption
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let library = try await session.libraryForWriting()
    try await session.apply(.trash(try await session.groups(groups, in: library)), to: library)
  }
}

struct GroupAdd: DryRunCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add places and paths to a group.")

  static let examples = [
    Example("cartographer group add Alps P7 \"Lac Blanc\"", "Add a path and a place."),
    Example(
      "cartographer group add \"Best of\" --group Alps", "Add all members of another group."),
  ]

  @Argument(help: ArgumentHelp("The ID or name of the group to change.", valueName: "group"))
  var target: String
  @OptionGroup var chosen: ItemArguments

  @OptionGroup var dryRunOption: DryRunOption
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let library = try await session.libraryForWriting()
    let id = try await session.item(target, kind: .group, in: library)
    let members = try await session.items(chosen, in: library)
    try await session.apply(
      .addToGroups(members, groups: [id]), of: members, to: library)
  }
}

struct GroupRemove: DryRunCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove places and paths from a group, without deleting them.")

  static let examples = [
    Example("cartographer group remove Alps P7", "Remove a path from a group.")
  ]

  @Argument(help: ArgumentHelp("The ID or name of the group to change.", valueName: "group"))
  var target: String
  @OptionGroup var chosen: ItemArguments

  @OptionGroup var dryRunOption: DryRunOption
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let library = try await session.libraryForWriting()
    let id = try await session.item(target, kind: .group, in: library)
    let members = try await session.items(chosen, in: library)
    try await session.apply(
      .removeFromGroups(members, groups: [id]), of: members, to: library)
  }
}
