import CartographerCore
import Geodesy

/// A circle around a place, as entered by the user: a place with an optional radius, such as
/// `Home`, `L12:300` or `46.5,7.1:1km`.
struct PlaceRadiusWord {
  /// The option being parsed, with its default radius.
  struct Use {
    /// The noun for the circle in messages, such as `privacy zone`.
    let noun: String
    /// The default radius, in metres.
    let metres: Double

    static let privacyZone = Use(noun: "privacy zone", metres: 200)
    /// Returns the description of the option `--near` with the given default radius.
    static func near(metres: Double = 100) -> Use { Use(noun: "value of `--near`", metres: metres) }

    fileprivate var form: String {
      """
      Write a place's name or ID, or a position, then a colon and the radius: Home:300, L12:1km, \
      46.5,7.1:300m. A number without a unit is in metres; the default is \(Int(metres)).
      """
    }
  }

  private let use: Use
  /// The name or ID of a place, or coordinates.
  let place: String
  let metres: Double

  /// Parses a place with an optional radius.
  ///
  /// - Parameter names: The existing places' names, which can contain colons.
  /// - Throws: ``Failure`` with a message that quotes the invalid text and states the valid form.
  init(_ word: String, _ use: Use, names: Set<String>) throws {
    self.use = use
    guard let colon = word.lastIndex(of: ":"), !names.contains(word) else {
      (place, metres) = (word, use.metres)
      if word.allSatisfy(\.isWhitespace) {
        throw Failure.usage("The \(use.noun) needs a place.", remedy: use.form)
      }
      return
    }
    let (name, number) = (String(word[..<colon]), String(word[word.index(after: colon)...]))
    if let metres = try? Quantity.metres(number), metres > 0, metres.isFinite {
      guard !name.allSatisfy(\.isWhitespace) else {
        throw Failure.usage(
          "The \(use.noun) '\(word)' lacks a place before the colon.", remedy: use.form)
      }
      (place, self.metres) = (name, metres)
    } else if (try? CoordinateParser.parse(word)) != nil {
      (place, metres) = (word, use.metres)
    } else if number.allSatisfy(\.isWhitespace) {
      throw Failure.usage(
        "The \(use.noun) '\(word)' lacks a radius after the colon.", remedy: use.form)
    } else {
      throw Failure.usage(
        "The radius '\(number)' of the \(use.noun) '\(word)' is not a length greater than 0.",
        remedy: use.form)
    }
  }

  /// Returns the position of the place.
  ///
  /// - Throws: ``Failure`` or ``LibraryError`` for an unknown or ambiguous place name.
  ///   An error is also thrown for a position that is ambiguous or out of range.
  func center(in session: Session, _ library: Library) async throws -> Coordinate {
    let names = try await library.placeNames(among: [place])
    let isName = ItemID(place) != nil || !names.isEmpty
    if !isName {
      do {
        return try await session.coordinate(place, in: library)
      } catch let error as CoordinateParseError {
        if error.code.isOfCoordinate {
          throw Failure.usage(
            "'\(place)' is not a valid position for the \(use.noun): \(error.message)",
            remedy: use.form)
        }
      }
    }
    do {
      let id = try await session.item(place, kind: .location, in: library)
      if let place = try await library.snapshot(of: [id]).places.first { return place.coordinate }
    } catch let error as LibraryError where error.code == .notFound {}
    throw Failure(
      .noInput, code: "notFound", "There is no place '\(place)' for the \(use.noun).",
      remedy: "\(use.form) See: cartographer list places")
  }
}

extension Session {
  /// Returns the position and the radius that a value such as `Home:500m` specifies.
  ///
  /// - Throws: Any error thrown by ``PlaceRadiusWord/init(_:_:names:)``.
  /// - Throws: Any error thrown by ``PlaceRadiusWord/center(in:_:)``.
  func surroundings(
    _ word: String, _ use: PlaceRadiusWord.Use, in library: Library
  ) async throws -> (center: Coordinate, metres: Double) {
    let word = try PlaceRadiusWord(
      word, use, names: try await library.placeNames(among: [word]))
    return (try await word.center(in: self, library), word.metres)
  }
}
