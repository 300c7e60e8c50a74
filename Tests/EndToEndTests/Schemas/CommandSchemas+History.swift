extension CommandSchemas {
  // MARK: Itineraries

  private static let stretch: [SchemaNode.Member] = [
    .optional("ascentMetres", .number("The ascent.")),
    .optional("descentMetres", .number("The descent.")),
  ]

  private static let itineraryGroup = SchemaNode.Member.required(
    "group",
    .object([.required("id", .reference("id")), .required("name", .string("The name."))]))

  /// The planned days in the output of `stats`.
  static let plannedDays = SchemaNode.Member.optional(
    "plannedDays",
    .array(
      .object([
        itineraryGroup, .required("day", .integer("The number of the day, counted from 1.")),
        .optional("date", .string("The date.")), .required("total", itineraryTotals),
      ]), "With --days: the planned days in the itineraries of the specified groups."))

  private static let itineraryTotals = SchemaNode.object(
    [
      .required("entries", .integer("The number of stops.")),
      .required("done", .integer("The number of stops that are done.")),
      .required("lengthMetres", .number("The length of the paths.")),
    ] + stretch + [
      .required("estimatedSeconds", .number("The estimated time for the paths.")),
      .required("straightMetres", .number("The straight-line distances between stops.")),
    ])

  static let itinerary = SchemaNode.object([
    itineraryGroup, .optional("firstDay", .string("The date of day 1.")),
    .required("pace", .string("The pace for time estimates.")),
    .required(
      "days",
      .array(
        .object([
          .required("day", .integer("The number of the day, counted from 1.")),
          .optional("date", .string("The date.")),
          .required(
            "entries",
            .array(
              .object(
                [
                  .required("id", .reference("id")),
                  .required("number", .integer("The number of the stop, counted from 1.")),
                  .optional("item", .reference("id")), .required("title", .string("The title.")),
                  .required("state", .choice(["planned", "done"], "The state.")),
                  .optional("note", .string("The note.")),
                  .optional("lengthMetres", .number("The length of the path.")),
                ] + stretch + [
                  .optional("estimatedSeconds", .number("The estimated time for the path.")),
                  .optional("straightMetres", .number("The distance from the previous stop.")),
                  .optional("member", .boolean("False if the item is not in the group.")),
                  .optional("trashed", .boolean("True if the item is in the trash.")),
                ]), "The stops.")), .required("total", itineraryTotals),
        ]), "The days.")), .required("total", itineraryTotals),
  ])

  // MARK: History

  private static let entry: [SchemaNode.Member] = [
    .required("id", .integer("The number of the change.")),
    .required("title", .string("The title.")), .required("time", .reference("time")),
    .required("state", .choice(["done", "undone", "sealed"], "The state.")),
  ]

  static let log = SchemaNode.object([
    .required(
      "entries",
      .array(
        .object(
          entry + [
            .required("rows", .integer("The number of changed rows.")),
            .required("created", .integer("The number of created items.")),
            .required("changed", .integer("The number of changed items.")),
            .required("deleted", .integer("The number of deleted items.")),
            .required("ids", .reference("ids")),
          ]), "The changes, newest first.")),
    .required(
      "bounds",
      .object([
        .required("entries", .integer("The number of changes in the history.")),
        .required("images", .integer("The number of changed rows in the history.")),
        .optional("oldest", .integer("The number of the oldest change.")),
        .required("maximumEntries", .integer("The maximum number of changes.")),
        .required("maximumImages", .integer("The maximum number of changed rows.")),
      ])),
  ])

  private static let value = SchemaNode.either([
    .string("A text or a time."), .number("A number."),
  ])

  private static let state = SchemaNode.object([
    .required("latitude", .number("The latitude in degrees.")),
    .required("longitude", .number("The longitude in degrees.")),
    .optional("elevation", .number("The elevation in metres.")),
    .optional("time", .reference("time")),
  ])

  static let diff = SchemaNode.either([
    .object(entry + differences),
    .object(
      [
        .required(
          "changes",
          .array(.integer("The number of a change."), "For a range: its changes, oldest first."))
      ] + differences),
    .object(
      [.required("since", .string("With --against: the file with the copy of the store."))]
        + differences),
  ])

  private static let differences: [SchemaNode.Member] = [
    .required(
      "items",
      .array(
        .object([
          .required("id", .reference("id")), .required("name", .string("The name.")),
          .required("action", .choice(["created", "changed", "deleted"], "What was done.")),
          .optional(
            "fields",
            .array(
              .object([
                .required("name", .string("The field.")), .optional("before", value),
                .optional("after", value),
              ]), "The changed fields.")),
          .optional(
            "points",
            .object([
              .required("added", .integer("The number of added points.")),
              .required("changed", .integer("The number of changed points.")),
              .required("removed", .integer("The number of removed points.")),
              .optional(
                "first",
                .array(
                  .object([.optional("before", state), .optional("after", state)]),
                  "The first changed or removed points.")),
            ])),
          .optional(
            "itinerary",
            .object([
              .required("added", .integer("The number of added stops.")),
              .required("changed", .integer("The number of changed stops.")),
              .required("removed", .integer("The number of removed stops.")),
            ])), .optional("joined", .reference("ids")), .optional("left", .reference("ids")),
        ]), "The affected items.")),
    .optional("untold", .integer("The number of created items that are not listed.")),
  ]
}
