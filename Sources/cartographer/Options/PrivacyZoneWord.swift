import CartographerCore
import Geodesy

/// A privacy zone as typed by the user: a place with an optional radius, such as `Home`, `L12:300`
/// or `46.5,7.1:1km`.
struct PrivacyZoneWord {
  /// The name or ID of a place, or coordinates.
  let place: String
  let metres: Double

  private static let form =
    """
    Write a place's name or ID, or a position, then a colon and the radius: Home:300, L12:1km, \
    46.5,7.1:300m. A number without a unit is in metres; the default is 200.
    """

  /// Parses a privacy zone.
  ///
  /// - Parameter names: The names of existing places, which can contain a colon.
  /// - Throws: ``Failure`` with a message that quotes the invalid text and shows the expected form.
  init(_ word: String, names: Set<String>) throws {
    guard let colon = word.lastIndex(of: ":"), !names.contains(word) else {
      (place, metres) = (word, 200)
      if word.allSatisfy(\.isWhitespace) {
        throw Failure.usage("A privacy zone needs a place.", remedy: Self.form)
      }
      return
    }
    let (name, number) = (String(word[..<colon]), String(word[word.index(after: colon)...]))
    if let metres = try? Quantity.metres(number), metres > 0, metres.isFinite {
      guard !name.allSatisfy(\.isWhitespace) else {
        throw Failure.usage(
          "The privacy zone '\(word)' has no place before the colon.", remedy: Self.form)
      }
      (place, self.metres) = (name, metres)
    } else if (try? CoordinateParser.parse(word)) != nil {
      (place, metres) = (word, 200)
    } else if number.allSatisfy(\.isWhitespace) {
      throw Failure.usage(
        "The privacy zone '\(word)' has no radius after the colon.", remedy: Self.form)
    } else {
      throw Failure.usage(
        "The radius '\(number)' of the privacy zone '\(word)' is not a length greater than 0.",
        remedy: Self.form)
    }
  }

  /// Returns the privacy zone as a circle with a centre and a radius.
  ///
  /// - Throws: ``Failure`` or ``LibraryError`` if the place is unknown, if several places share the
  ///   name, or if the position is ambiguous or out of range.
  func zone(in session: Session, _ library: Library) async throws -> ExportOptions.PrivacyZone {
    let names = try await library.placeNames(among: [place])
    let isName = ItemID(place) != nil || !names.isEmpty
    if !isName {
      do throws(CoordinateParseError) {
        let centre = try CoordinateParser.parse(place)
        return ExportOptions.PrivacyZone(centre: centre, radiusMetres: metres)
      } catch {
        if error.code == .ambiguous || error.code == .outOfRange {
          throw Failure.usage(
            "'\(place)' is not a valid position for a privacy zone: \(error.message)",
            remedy: Self.form)
        }
      }
    }
    do {
      let id = try await session.item(place, kind: .location, in: library)
      if let place = try await library.snapshot(of: [id]).places.first {
        return ExportOptions.PrivacyZone(centre: place.coordinate, radiusMetres: metres)
      }
    } catch let error as LibraryError where error.code == .notFound {}
    throw Failure(
      .noInput, code: "notFound", "There is no place '\(place)' for a privacy zone.",
      remedy: "\(Self.form) See: cartographer list places")
  }
}
