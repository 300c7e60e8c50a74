import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

struct Itinerary: CommandFamily {
  static let configuration = CommandConfiguration(
    commandName: "itinerary",
    abstract: "Plan the itinerary of a group (a trip), day by day.",
    discussion: """
      A stop of an itinerary is a place, a path or a title. A place can be used for several stops. \
      A STOP is given by its ID (E5) or its number in the list. Times are estimated for paths \
      only. The straight-line distances between stops are shown, but are not included in the total \
      length and time.
      """,
    subcommands: [
      ItineraryList.self, ItineraryAdd.self, ItineraryRemove.self, ItineraryMove.self,
      ItinerarySet.self,
    ], defaultSubcommand: ItineraryList.self)

  static let examples = [
    Example("cartographer itinerary Alps", "Show the itinerary day by day, with totals."),
    Example("cartographer itinerary add Alps \"Lac Blanc\" P7 --day 2", "Add two stops to day 2."),
    Example("cartographer itinerary move Alps 4 --before 2", "Move stop 4 before stop 2."),
    Example("cartographer itinerary set Alps 1-3 --done", "Mark three stops as done."),
  ]
}

struct ItineraryList: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show a group's itinerary, day by day.")

  static let examples = [
    Example(
      "cartographer itinerary list Alps", "Show an itinerary; the word `list` can be omitted."),
    Example(
      "cartographer itinerary Alps --pace tobler", "Estimate times with Tobler's hiking function."),
    Example(
      "cartographer itinerary Alps --json", "Print the itinerary as JSON, in metres and seconds."),
  ]

  @Argument(help: "The ID or name of the group.") var group: String
  @Option(
    help: ArgumentHelp(
      "The pace for time estimates: naismith, tobler, or a speed such as 4km/h.",
      valueName: "pace"))
  var pace = "naismith"

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let library = try await session.libraryForReading()
    let id = try await session.item(group, kind: .group, in: library)
    let (group, plan) = try await library.itinerary(of: id, pace: try PaceModel(argument: pace))
    let table = ItineraryTable(group, plan, pace: pace, units: session.units)
    try global.json ? session.console.print(table.json) : session.console.print(table.lines)
    if !global.json || plan.days.isEmpty { session.console.say(table.note) }
  }
}

/// The command-line options for the position of added or moved stops.
struct PositionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Put the stops at the end of this day, counted from 1 (default for `add`: the last day).",
      valueName: "number"))
  var day: Int?
  @Option(
    help: ArgumentHelp(
      "Put the stops before this stop (default for `add`: at the end).", valueName: "stop"))
  var before: String?
  @Option(
    help: ArgumentHelp(
      "Put the stops after this stop (default for `add`: at the end).", valueName: "stop"))
  var after: String?

  /// Returns the position specified by the options. Returns nil if none of these options is given.
  ///
  /// - Throws: ``Failure`` if more than one option is given, or if a stop does not exist.
  func position(in arguments: StopArguments) throws -> ItineraryPosition? {
    var found: [ItineraryPosition] = []
    if let day { found.append(.day(day)) }
    if let before { found.append(.before(try arguments.stop(before))) }
    if let after { found.append(.after(try arguments.stop(after))) }
    guard found.count < 2 else {
      throw Failure.usage(
        "`--day`, `--before` and `--after` cannot be used together.",
        remedy: "Use only one of these three options.")
    }
    return found.first
  }
}

struct ItineraryAdd: DryRunCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add places, paths or titles to an itinerary.",
    discussion: """
      Stops are added at the end by default. Their places and paths become members of the group.
      """)

  static let examples = [
    Example(
      "cartographer itinerary add Alps \"Refuge\" P7 --day 2", "Add a place and a path to day 2."),
    Example(
      "cartographer itinerary add Alps --title \"Rest day\" --note \"if it rains\" --after 3",
      "Add a stop with a title and a note after stop 3."),
  ]

  @Argument(help: ArgumentHelp("The ID or name of the group.", valueName: "group"))
  var target: String
  @Argument(help: ArgumentHelp("IDs or names of places and paths.", valueName: "item"))
  var items: [String] = []
  @Option(
    help: ArgumentHelp(
      """
      Add only the listed items that are in this group. If no items are listed, add all members of the \
      group in the order of their IDs.
      """, valueName: "name|id"))
  var group: String?
  @Option(
    help: ArgumentHelp(
      "Add a stop that has only this title, without a place or path; repeatable.",
      valueName: "text"))
  var title: [String] = []
  @Option(help: ArgumentHelp("The note for each added stop.", valueName: "text"))
  var note = ""
  @OptionGroup var position: PositionOptions

  @OptionGroup var dryRunOption: DryRunOption
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    guard !items.isEmpty || !title.isEmpty || group != nil else {
      throw Failure.usage(
        "`itinerary add` needs at least one stop.",
        remedy: "Specify places or paths, or a title, such as `--title \"Rest day\"`.")
    }
    let target = try await ItineraryTarget(self.target, session)
    var stops = try await session.stops(items, in: target.library)
    if let source = try await session.group(group, in: target.library) {
      let named = stops.compactMap { if case .item(let id) = $0 { id } else { nil } }
      let members =
        try await items.isEmpty
        ? session.members(of: source, in: target.library)
        : session.members(of: source, among: named, in: target.library)
      stops = members.map(ItineraryStop.item)
    }
    stops += title.map(ItineraryStop.title)
    let destination = try position.position(in: target.arguments) ?? .end
    try await target.apply([.add(stops, note: note, at: destination)], session)
  }
}

struct ItineraryRemove: DryRunCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove stops from an itinerary; their places and paths stay.")

  static let examples = [
    Example("cartographer itinerary remove Alps 3 5-7", "Remove stops 3, 5, 6 and 7.")
  ]

  @Argument(help: "The ID or name of the group.") var group: String
  @Argument(help: ArgumentHelp("IDs, numbers or ranges of stops, such as 2-4.", valueName: "stop"))
  var stops: [String]

  @OptionGroup var dryRunOption: DryRunOption
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let target = try await ItineraryTarget(group, session)
    try await target.apply([.remove(try target.arguments.stops(stops))], session)
  }
}

struct ItineraryMove: DryRunCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Move stops to another position without changing their order.")

  static let examples = [
    Example(
      "cartographer itinerary move Alps 4 --before 2",
      "Move stop 4 before stop 2, to the day of stop 2."
    ),
    Example(
      "cartographer itinerary move Alps 1-2 --day 3", "Move stops 1 and 2 to the end of day 3."),
  ]

  @Argument(help: "The ID or name of the group.") var group: String
  @Argument(help: ArgumentHelp("IDs, numbers or ranges of stops, such as 2-4.", valueName: "stop"))
  var stops: [String]
  @OptionGroup var position: PositionOptions

  @OptionGroup var dryRunOption: DryRunOption
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let target = try await ItineraryTarget(group, session)
    guard let destination = try position.position(in: target.arguments) else {
      throw Failure.usage(
        "`itinerary move` needs a new position for the stops.",
        remedy: "Add `--day`, `--before` or `--after`.")
    }
    try await target.apply([.move(try target.arguments.stops(stops), to: destination)], session)
  }
}

struct ItinerarySet: DryRunCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract:
      "Set the date of day 1, change the days, notes and titles of stops, or mark stops as done.")

  static let examples = [
    Example("cartographer itinerary set Alps 3 --note \"Start early\"", "Set the note of stop 3."),
    Example("cartographer itinerary set Alps 1-3 --done", "Mark three stops as done."),
    Example("cartographer itinerary set Alps --start 2026-07-11", "Set the date of day 1."),
    Example("cartographer itinerary set Alps --start saturday", "Begin the trip next Saturday."),
    Example("cartographer itinerary set Alps --start \"\"", "Remove the date of day 1."),
  ]

  @Argument(help: "The ID or name of the group.") var group: String
  @Argument(help: ArgumentHelp("IDs, numbers or ranges of stops, such as 2-4.", valueName: "stop"))
  var stops: [String] = []
  @Option(help: ArgumentHelp("The new day for the stops, counted from 1.", valueName: "number"))
  var day: Int?
  @Option(
    help: ArgumentHelp(
      "The new note for the stops; an empty string removes their notes.", valueName: "text"))
  var note: String?
  @Option(
    help: ArgumentHelp("The new title for stops without a place or path.", valueName: "text"))
  var title: String?
  @Flag(help: "Mark the stops as done.") var done = false
  @Flag(help: "Mark the stops as planned.") var planned = false
  @Option(
    help: ArgumentHelp(
      "The date of day 1, such as 2026-07-11, tomorrow, +3d or saturday; an empty string removes the date.",
      valueName: "date"))
  var start: String?

  @OptionGroup var dryRunOption: DryRunOption
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let target = try await ItineraryTarget(group, session)
    let ids = try target.arguments.stops(stops)
    var edits: [ItineraryEdit] = []
    if done, planned {
      throw Failure.usage(
        "`--done` and `--planned` cannot be used together.",
        remedy: "Use only one of these two options.")
    }
    if let title { edits.append(.setTitle(ids, title)) }
    if let note { edits.append(.setNote(ids, note)) }
    if done || planned { edits.append(.setState(ids, done ? .done : .planned)) }
    if let day { edits.append(.setDay(ids, day)) }
    guard edits.isEmpty == ids.isEmpty else {
      throw Failure.usage(
        ids.isEmpty
          ? "`itinerary set` needs at least one stop."
          : "`itinerary set` needs a new value for the stops.",
        remedy: "Example: cartographer itinerary set Alps 3 --day 2")
    }
    if let start {
      let day = CalendarDay(start, now: .now, in: session.zone)?.description
      guard let day = day ?? (start.allSatisfy(\.isWhitespace) ? "" : nil) else {
        throw Failure.usage(
          "The value '\(start)' of `--start` is not a valid date\(CalendarDay.reason(in: start)).",
          remedy: "Enter 2026-07-11, or a relative day such as tomorrow, +3d or saturday.")
      }
      edits.append(.setFirstDay(day))
    }
    guard !edits.isEmpty else {
      throw Failure.usage(
        "`itinerary set` needs a new value, such as `--day` or `--note`.",
        remedy: "Example: cartographer itinerary set Alps 3 --day 2")
    }
    try await target.apply(edits, session)
  }
}
