extension CommandSchemas {
  /// The schemas of the commands that draw.
  static let drawing: [(String, SchemaNode)] = [
    (
      "profile",
      .either([
        .object(
          SchemaDefinitions.path + [
            .required(
              "profile",
              .array(
                .object([
                  .required("distanceMetres", .number("The distance from the path's start.")),
                  .optional("elevation", .number("The elevation in metres.")),
                ]), "The points of the path."))
          ]), picture,
      ])
    ),
    (
      "visited",
      .object([
        .required(
          "countries",
          .array(
            .object(
              [
                .required("code", .string("The ISO 3166 code of the country.")),
                .required("name", .string("The name.")),
              ] + visits + [cellCount]),
            "The countries, those with the most tracks and places first.")),
        .required(
          "regions",
          .array(
            .object(
              [
                .required("name", .string("The name.")),
                .required("countryCode", .string("The ISO 3166 code of the country.")),
                .required("country", .string("The country.")),
              ] + visits + [cellCount]), "The regions, those with the most tracks and places first."
          )),
        .required(
          "cells",
          .array(
            .object(
              [
                .required("south", .number("The latitude of the southern edge, in degrees.")),
                .required("west", .number("The longitude of the western edge, in degrees.")),
                .optional(
                  "countryCode", .string("The country of the first counted position in the cell.")),
                .optional("region", .string("The region of that position.")),
              ] + visits), "The cells of 0.1°, those with the most tracks and places first.")),
        .required(
          "nowhere",
          .object(visits + [cellCount])),
        .required("total", .object(visits + [cellCount])),
      ])
    ),
    (
      "map",
      .either([description, picture])
    ),
  ]

  private static let picture = SchemaNode.object([
    .optional("dryRun", .boolean("True in a dry run: nothing was written.")),
    .optional("file", .string("The written file.")),
    .optional(
      "format", .choice(["text", "ansi", "svg", "png", "html"], "The format of the file.")),
  ])

  private static let description = SchemaNode.object([
    .optional("title", .string("The name of the only item or group.")),
    .required("words", .array(.string("A sentence."), "The description, as `map` prints it.")),
    .optional("bounds", .reference("bounds")),
    .required("widthMetres", .number("The width of the map at its middle.")),
    .required("heightMetres", .number("The height of the map.")),
    .required(
      "countries",
      .array(
        .string("A country."), "The countries of the nearest towns, the most frequent first.")),
    .required(
      "towns",
      .array(
        .string("A town with its country."),
        "The main towns on the map, the most important first.")),
    .required("paths", .array(path, "The paths.")),
    .required(
      "places",
      .array(
        .object(
          [
            .required("id", .reference("id")), .required("name", .string("The name.")),
            .optional("elevation", .number("The elevation in metres.")),
            .required("metresFromMiddle", .number("The distance from the middle of the map.")),
            .required(
              "bearingFromMiddle",
              .number("The direction from the middle, in degrees from true north.")),
          ] + spot), "The places.")),
  ])

  private static let visits: [SchemaNode.Member] = [
    .required("tracks", .integer("The number of tracks.")),
    .required("places", .integer("The number of places.")),
    .required("days", .integer("The number of local days with a counted time.")),
    .required("lengthMetres", .number("The length of the tracks, without gaps between segments.")),
  ]

  private static let cellCount = SchemaNode.Member.required(
    "cells", .integer("The number of cells of 0.1°."))

  private static let spot: [SchemaNode.Member] = [
    .required("latitude", .number("The latitude in degrees.")),
    .required("longitude", .number("The longitude in degrees.")),
    .optional("town", .reference("town")),
  ]

  private static let path = SchemaNode.object([
    .required("id", .reference("id")),
    .required("kind", .choice(["route", "track"], "The kind.")),
    .required("name", .string("The name.")),
    .required("lengthMetres", .number("The length on WGS 84, without gaps between segments.")),
    .optional("ascentMetres", .number("The ascent, with a threshold of 5 m.")),
    .optional("descentMetres", .number("The descent.")),
    .required("start", .object(spot)), .required("end", .object(spot)),
    .required("straightMetres", .number("The straight-line distance from the start to the end.")),
    .required("bearing", .number("The direction of the end, in degrees from true north.")),
    .required("loop", .boolean("Whether the path ends where it starts.")),
    .optional(
      "highest",
      .object(
        spot + [
          .required("elevation", .number("The highest elevation, in metres.")),
          .required("distanceMetres", .number("The distance from the start along the path.")),
        ])),
  ])
}
