import Geodesy

/// Counts of the irregularities in a KML file, by kind. Each kind is reported in one diagnostic, at
/// the position of its first irregularity.
struct KMLTally {
  /// The kinds of irregularities that are counted.
  enum Kind: Hashable {
    case networkLink
    case overlay
    case tour
    case model
    case polygon
    case openRing
    case noGeometry
    case emptyPoint
    case nestedPlacemark
    case style
    /// A style property that a path does not use: the icon, or the area's colour if it differs from
    /// the line's colour.
    case unusedStyle
    case unusedSharedStyle
    case highlight
    case text
    case angles
    case remoteStyle
    case unknownStyle
    case tooManyStyles
    case relativeAltitude
    case noPosition
    case sensor
    case identifier
    case attribute
    case containerState
    case containerMarkup
    case emptyFolder
    case deepFolder
    case fieldType
    case unknown
  }

  private struct Key: Hashable {
    let kind: Kind
    let name: String
  }

  private var tally = DiagnosticTally<Key>()
  /// The number of altitudes of 0 that are not imported as elevations, and the position of the
  /// first one.
  private var zeroAltitudes = (count: 0, first: Diagnostic.Place())

  /// Counts one irregularity of the given kind and name.
  ///
  /// The position is determined only for the first irregularity of each kind and name.
  ///
  /// - Parameter place: A closure that returns the irregularity's position.
  mutating func add(_ kind: Kind, _ name: String, place: () -> Diagnostic.Place) {
    tally.add(Key(kind: kind, name: name), at: place())
  }

  /// Counts an altitude of 0 that is not imported as an elevation.
  mutating func addZeroAltitude(_ stream: XMLStream) {
    if zeroAltitudes.count == 0 { zeroAltitudes.first = stream.place("coordinates") }
    zeroAltitudes.count += 1
  }

  /// Reports the counted irregularities.
  func report(to feed: GeoFeed) {
    if zeroAltitudes.count > 0 {
      feed.diagnose(
        .elevationRelative, .kept, at: zeroAltitudes.first,
        """
        \(Self.number(zeroAltitudes.count, "point", "points")) with the altitude 0 in the altitude mode \
        clampToGround (KML's default) or relativeToGround: the altitude 0 means the ground, so no elevation is \
        imported
        """)
    }
    for entry in tally.entries {
      let (kind, name) = (entry.kind.kind, entry.kind.name)
      var place = entry.place
      place.element = place.element ?? name
      let (code, action, message) = Self.diagnostic(kind, name, entry.count)
      feed.diagnose(code, action, at: place, message)
    }
  }

  private static func diagnostic(
    _ kind: Kind, _ name: String, _ count: Int
  ) -> (Diagnostic.Code, Diagnostic.Action, String) {
    // The name comes from the file and can contain control characters.
    let name = Excerpt.of(name)
    let was = count == 1 ? "was" : "were"
    switch kind {
    case .networkLink:
      return (
        .elementUnsupported, .skipped,
        """
        \(number(count, "NetworkLink")) \(count == 1 ? "refers" : "refer") to other files, which \
        are never fetched; import these files separately
        """
      )
    case .overlay:
      return (
        .elementUnsupported, .skipped,
        "\(number(count, name)) \(was) left out, because pictures are not imported"
      )
    case .tour:
      return (.elementUnsupported, .skipped, "\(number(count, name)) \(was) left out")
    case .model:
      return (
        .elementUnsupported, .skipped,
        """
        \(number(count, "Model")) \(was) left out, because three-dimensional models are not imported
        """
      )
    case .polygon:
      return (
        .geometryPolygon, .kept,
        """
        \(number(count, "Polygon")) \(was) imported as \
        \(count == 1 ? "a closed path" : "closed paths"); inner boundaries become additional \
        segments
        """
      )
    case .openRing:
      return (
        .geometryInvalid, .repaired,
        """
        \(number(count, "LinearRing")) \(count == 1 ? "is" : "are") not closed; the first point is \
        repeated at the end
        """
      )
    case .noGeometry:
      return (
        .geometryMissing, .skipped,
        """
        \(number(count, "Placemark")) without a geometry \(was) left out
        """
      )
    case .nestedPlacemark:
      return (
        .elementUnsupported, .skipped,
        """
        \(number(count, "Placemark")) inside another Placemark \(was) not imported as a place or \
        path; \(count == 1 ? "its" : "their") XML is kept only if the outer Placemark is imported
        """
      )
    case .emptyPoint:
      return (
        .geometryMissing, .skipped,
        """
        \(number(count, "Point")) without coordinates \(was) left out; a Placemark without another \
        geometry is not imported
        """
      )
    case .style:
      return (
        .styleSimplified, .kept,
        """
        \(number(count, "Style")) \(was) reduced to colour and icon: widths, opacities, labels and \
        balloons are not imported
        """
      )
    case .unusedStyle:
      let paths = number(count, "path", "paths")
      return (.styleSimplified, .kept, "the \(name) in the style of \(paths) was left out")
    case .unusedSharedStyle:
      return (
        .elementUnsupported, .skipped,
        """
        \(number(count, "shared style", "shared styles")) that no Placemark uses \(was) left out, \
        including \(count == 1 ? "its" : "their") colours and icon addresses
        """
      )
    case .highlight:
      return (
        .styleSimplified, .kept,
        """
        \(number(count, "StyleMap")) \(was) reduced to the normal style; the highlighted style was \
        left out
        """
      )
    case .text:
      let texts = number(count, "text", "texts")
      return (.elementUnsupported, .skipped, "\(texts) \(was) left out: \(name)")
    case .angles:
      return (
        .elementUnsupported, .skipped,
        """
        \(number(count, "value", "values")) of the \(name) in gx:angles \(was) left out, because \
        only the heading is imported
        """
      )
    case .remoteStyle:
      return (
        .elementUnsupported, .skipped,
        """
        \(number(count, "Placemark")) \(count == 1 ? "has" : "have") a style in another file, \
        which is never fetched; the colour and symbol are missing
        """
      )
    case .unknownStyle:
      return (
        .valueInvalid, .repaired,
        """
        \(number(count, "Placemark")) \(count == 1 ? "has" : "have") a style that the file does \
        not define, or defines only after the Placemark; the colour and symbol are missing
        """
      )
    case .tooManyStyles:
      return (
        .elementUnsupported, .skipped,
        """
        \(number(count, name)) \(was) left out, because only the first \
        \(Numbers.grouped(KMLStyles.limit)) shared styles are imported
        """
      )
    case .relativeAltitude:
      return (
        .elevationRelative, .kept,
        """
        \(number(count, "geometry", "geometries")) with the altitude mode \(name): the altitudes are \
        imported as elevations, although they are heights above the ground or the sea floor
        """
      )
    case .noPosition:
      let points = number(count, "track point", "track points")
      return (
        .coordinateMissing, .skipped, "\(points) \(was) left out, because the position is empty"
      )
    case .sensor:
      return (
        .elementUnsupported, .skipped,
        """
        \(number(count, "value", "values")) of the unknown sensor \(name) \(was) left out
        """
      )
    case .identifier:
      return (
        .elementUnsupported, .skipped,
        """
        \(number(count, "identifier", "identifiers")) of \(name) elements \(was) left out
        """
      )
    case .attribute:
      let attributes = number(count, "attribute", "attributes")
      return (.elementUnsupported, .skipped, "\(attributes) \(name) elements \(was) left out")
    case .containerState:
      return (
        .elementUnsupported, .skipped,
        """
        \(number(count, "\(name) element", "\(name) elements")) of folders and documents \(was) \
        left out, because a group has no open or hidden state
        """
      )
    case .containerMarkup:
      return (
        .elementUnsupported, .skipped,
        """
        the HTML markup and links in the description of \(number(count, name)) were left out, \
        because only the text is imported
        """
      )
    case .emptyFolder:
      return (
        .elementUnsupported, .skipped,
        """
        \(number(count, "Folder")) \(was) left out with \
        \(count == 1 ? "its name and description" : "their names and descriptions"), because no \
        items inside were imported
        """
      )
    case .deepFolder:
      return (
        .limitDepth, .repaired,
        """
        \(number(count, name)) \(count == 1 ? "is" : "are") nested more than \(KMLScan.deepest) \
        folders deep; the name of the group includes only the outermost \(KMLScan.deepest) names
        """
      )
    case .fieldType:
      return (
        .elementUnsupported, .skipped,
        """
        the types of \(number(count, name)) were left out, because the values in ExtendedData are \
        kept as text
        """
      )
    case .unknown:
      return (.elementUnsupported, .skipped, "\(number(count, name)) \(was) left out")
    }
  }

  private static func number(_ count: Int, _ name: String, _ plural: String? = nil) -> String {
    count == 1 ? "1 \(name)" : "\(Numbers.grouped(count)) \(plural ?? name + " elements")"
  }
}
