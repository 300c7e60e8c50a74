import ArgumentParser
import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

struct Itinerary: VerbFamily {
  static let configuration = CommandConfiguration(
    abstract: "What a group (a trip) does on which day, in order.",
    discussion: """
      The entries of a group's itinerary name places, paths, or anything else by a title; the same \
      place may have many. An ENTRY is its id (E5) or its number in the list. Times are estimated \
      for the paths; what lies between two entries is told as the crow flies, and counts in \
      neither the length nor the time.
      """,
    subcommands: [
      ItineraryList.self, ItineraryAdd.self, ItineraryRemove.self, ItineraryMove.self,
      ItinerarySet.self,
    ], defaultSubcommand: ItineraryList.self)

  static let examples = [
    Example("cartographer itinerary Alps", "Day by day, with what each adds up to."),
    Example("cartographer itinerary add Alps \"Lac Blanc\" P7 --day 2", "Two more stops."),
    Example("cartographer itinerary move Alps 4 --before 2", "In another order."),
    Example("cartographer itinerary set Alps 1-3 --done", "What is behind you."),
  ]
}

struct ItineraryList: Verb {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show the itinerary of a group, day by day.")

  static let examples = [
    Example("cartographer itinerary list Alps", "The word list may be left out."),
    Example("cartographer itinerary Alps --pace tobler", "With other estimates of the time."),
    Example("cartographer itinerary Alps --json", "In metres and seconds, for scripts."),
  ]

  @Argument(help: "The group: its id or name.") var group: String
  @Option(
    help: ArgumentHelp(
      "How long paths take: naismith, tobler, or a speed such as 4km/h.", valueName: "pace"))
  var pace = "naismith"

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let library = try await session.libraryForReading()
    let id = try await session.item(group, kind: .group, in: library)
    let (group, plan) = try await library.itinerary(of: id, pace: try PaceModel(argument: pace))
    let table = ItineraryTable(group, plan, pace: pace)
    try global.json ? session.console.print(table.json) : session.console.print(table.lines)
  }
}

/// Where entries are put, as options say.
struct PositionOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Last on this day.", valueName: "number")) var day: Int?
  @Option(help: ArgumentHelp("Before this entry, on its day.", valueName: "entry"))
  var before: String?
  @Option(help: ArgumentHelp("Behind this entry, on its day.", valueName: "entry"))
  var after: String?

  /// nil where none is given.
  ///
  /// - Throws: ``Failure`` for more than one.
  func position(in entries: EntryWords) throws -> ItineraryPosition? {
    var found: [ItineraryPosition] = []
    if let day { found.append(.day(day)) }
    if let before { found.append(.before(try entries.entry(before))) }
    if let after { found.append(.after(try entries.entry(after))) }
    guard found.count < 2 else {
      throw Failure.usage("An entry has one place.", remedy: "Give --day, --before or --after.")
    }
    return found.first
  }
}

struct ItineraryAdd: Verb {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add places, paths or titles to an itinerary.",
    discussion: "At the end unless told otherwise. What is not in the group becomes a member.")

  static let examples = [
    Example("cartographer itinerary add Alps \"Refuge\" P7 --day 2", "On the second day."),
    Example(
      "cartographer itinerary add Alps --title \"Rest day\" --note \"if it rains\" --after 3", ""),
  ]

  @Argument(help: "The group: its id or name.") var group: String
  @Argument(help: ArgumentHelp("Places and paths: ids or names.", valueName: "item"))
  var items: [String] = []
  @Option(help: ArgumentHelp("An entry about no place or path.", valueName: "text"))
  var title: [String] = []
  @Option(help: ArgumentHelp("A note of each.", valueName: "text")) var note = ""
  @OptionGroup var position: PositionOptions

  @OptionGroup var trial: TrialOption
  @OptionGroup var global: GlobalOptions

  var isTrial: Bool { trial.dryRun }

  func run(in session: Session) async throws {
    guard !items.isEmpty || !title.isEmpty else {
      throw Failure.usage(
        "Nothing to add is named.",
        remedy: "Name places or paths, or give --title \"Rest day\".")
    }
    let target = try await ItineraryTarget(group, session)
    let stops =
      try await session.stops(items, in: target.library) + title.map(ItineraryStop.title)
    let place = try position.position(in: target.entries) ?? .end
    try await target.apply([.add(stops, note: note, at: place)], session)
  }
}

struct ItineraryRemove: Verb {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Take entries out of an itinerary; their places and paths stay.")

  static let examples = [Example("cartographer itinerary remove Alps 3 5-7", "By number.")]

  @Argument(help: "The group: its id or name.") var group: String
  @Argument(help: ArgumentHelp("Ids, numbers, or ranges such as 2-4.", valueName: "entry"))
  var entries: [String]

  @OptionGroup var trial: TrialOption
  @OptionGroup var global: GlobalOptions

  var isTrial: Bool { trial.dryRun }

  func run(in session: Session) async throws {
    let target = try await ItineraryTarget(group, session)
    try await target.apply([.remove(try target.entries.entries(entries))], session)
  }
}

struct ItineraryMove: Verb {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Put entries elsewhere, in the order they have.")

  static let examples = [
    Example("cartographer itinerary move Alps 4 --before 2", "On the day of entry 2."),
    Example("cartographer itinerary move Alps 1-2 --day 3", "Last on day 3."),
  ]

  @Argument(help: "The group: its id or name.") var group: String
  @Argument(help: ArgumentHelp("Ids, numbers, or ranges such as 2-4.", valueName: "entry"))
  var entries: [String]
  @OptionGroup var position: PositionOptions

  @OptionGroup var trial: TrialOption
  @OptionGroup var global: GlobalOptions

  var isTrial: Bool { trial.dryRun }

  func run(in session: Session) async throws {
    let target = try await ItineraryTarget(group, session)
    guard let place = try position.position(in: target.entries) else {
      throw Failure.usage("Where to is not said.", remedy: "Give --day, --before or --after.")
    }
    try await target.apply([.move(try target.entries.entries(entries), to: place)], session)
  }
}

struct ItinerarySet: Verb {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set the day, note, title or state of entries, or the first day.")

  static let examples = [
    Example("cartographer itinerary set Alps 3 --note \"Start early\"", ""),
    Example("cartographer itinerary set Alps 1-3 --done", ""),
    Example("cartographer itinerary set Alps --start 2026-07-11", "The date of day 1."),
    Example("cartographer itinerary set Alps --start \"\"", "No date."),
  ]

  @Argument(help: "The group: its id or name.") var group: String
  @Argument(help: ArgumentHelp("Ids, numbers, or ranges such as 2-4.", valueName: "entry"))
  var entries: [String] = []
  @Option(help: ArgumentHelp("From 1.", valueName: "number")) var day: Int?
  @Option(help: ArgumentHelp("Empty for none.", valueName: "text")) var note: String?
  @Option(help: ArgumentHelp("Of entries without place or path.", valueName: "text"))
  var title: String?
  @Flag(help: "It has been done.") var done = false
  @Flag(help: "It is still to come.") var planned = false
  @Option(help: ArgumentHelp("The date of day 1; empty for none.", valueName: "YYYY-MM-DD"))
  var start: String?

  @OptionGroup var trial: TrialOption
  @OptionGroup var global: GlobalOptions

  var isTrial: Bool { trial.dryRun }

  func run(in session: Session) async throws {
    let target = try await ItineraryTarget(group, session)
    let ids = try target.entries.entries(entries)
    var edits: [ItineraryEdit] = []
    if done, planned {
      throw Failure.usage("An entry is done or planned.", remedy: "Give --done or --planned.")
    }
    if let title { edits.append(.setTitle(ids, title)) }
    if let note { edits.append(.setNote(ids, note)) }
    if done || planned { edits.append(.setState(ids, done ? .done : .planned)) }
    if let day { edits.append(.setDay(ids, day)) }
    guard edits.isEmpty == ids.isEmpty else {
      throw Failure.usage(
        ids.isEmpty ? "No entry is named." : "What to set is not said.",
        remedy: "As in: cartographer itinerary set Alps 3 --day 2")
    }
    if let start { edits.append(.setFirstDay(start)) }
    guard !edits.isEmpty else {
      throw Failure.usage(
        "What to set is not said.", remedy: "As in: cartographer itinerary set Alps 3 --day 2")
    }
    try await target.apply(edits, session)
  }
}
