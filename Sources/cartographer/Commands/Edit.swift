import ArgumentParser
import CartographerApp
import CartographerCore

struct Edit: Verb {
  static let configuration = CommandConfiguration(
    abstract: "Change names, notes, colours and other fields, or move a place.",
    discussion: "An empty value clears a field that may be empty.")

  static let examples = [
    Example("cartographer edit L12 --name \"Refuge du Lac Blanc\"", "Rename."),
    Example("cartographer edit P7 P8 --colour \"#c03030\"", "Colour two paths."),
    Example("cartographer edit L12 --move \"45.9820 6.8915\"", "Move a place."),
    Example("cartographer edit P7 --notes \"\"", "Clear the notes."),
  ]

  @Argument(help: ArgumentHelp("Ids or names.", valueName: "item")) var items: [String]

  @Option(help: "The name.") var name: String?
  @Option(help: "The notes.") var notes: String?
  @Option(help: ArgumentHelp("The colour.", valueName: "#RRGGBB")) var colour: String?
  @Option(help: "The symbol, such as Summit.") var symbol: String?
  @Option(help: "The comment (GPX cmt).") var comment: String?
  @Option(help: "The description (GPX desc).") var details: String?
  @Option(help: "The type, such as Hiking.") var type: String?
  @Option(help: ArgumentHelp("Move a place to here.", valueName: "coordinates")) var move: String?

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let target = try move.map(CoordinateWords.coordinate)
    let fields: [(ItemField, String?)] = [
      (.name, name), (.notes, notes), (.colour, colour), (.symbol, symbol), (.comment, comment),
      (.details, details), (.type, type),
    ]
    let given = fields.compactMap { field, value in value.map { (field, $0) } }
    if given.isEmpty, target == nil {
      throw Failure.usage("Nothing to change.", remedy: "Name a field, such as --name.")
    }
    let library = try await session.libraryForWriting()
    let ids = try await session.items(items, in: library)
    if target != nil, ids.count != 1 || ids[0].kind != .location {
      throw Failure.usage("--move takes one place.")
    }
    var edits: [LibraryEdit] = given.map { field, value in
      .set(field, of: ids, to: value.isEmpty ? nil : value)
    }
    if let target { edits.append(.movePlace(ids[0], to: target)) }
    try await session.apply(edits, to: library)
  }
}
