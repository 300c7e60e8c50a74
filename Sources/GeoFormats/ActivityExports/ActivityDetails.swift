/// The details of a recorded activity, taken from a training website's activity list. The
/// activity's own file does not contain these details.
public struct ActivityDetails: Hashable, Sendable {
  public var name: String?
  /// The kind of activity, such as `Ride`.
  public var type: String?
  public var description: String?
  public var notes: String?
  /// The bicycle or shoes used for the activity.
  public var gear: String?
  /// The activity's start time, in seconds since 2001-01-01T00:00:00Z. Nil if the list contains no
  /// start time.
  public var start: Double?
  /// The activity's index in Garmin's lists. Nil if the activity is from Strava's list.
  var listIndex: Int?

  public init() {}

  /// A string that changes whenever the name, type, description, notes or gear changes.
  public var fingerprint: String {
    [name, type, description, notes, gear].map { $0.map { "\($0.utf8.count):\($0)" } ?? "-" }
      .joined(separator: ",")
  }

  /// Copies the details to a path's header. If the header already has a different name, that name
  /// becomes the path's comment unless the path already has a comment. If the header already has a
  /// different type, that type is added to the path's notes.
  ///
  /// - Parameter number: The path's number within the activity, counted from 1.
  func apply(to header: inout GeoPathHeader, number: Int) {
    if let name {
      let numbered = number > 1 ? "\(name) (\(number))" : name
      if header.comment == nil, let own = header.name, !own.isEmpty, own != name {
        header.comment = own
      }
      header.name = numbered
    }
    var ownType: String?
    if let type {
      if let own = header.type, !own.isEmpty, own.lowercased() != type.lowercased() {
        ownType = own
      }
      header.type = type
    }
    if let description, header.details != description {
      header.details = [description, header.details].compactMap { $0 }.joined(separator: "\n\n")
    }
    let notes = [
      header.extras.notes, notes, gear.map { "Gear: \($0)" },
      ownType.map { "Type in the file: \($0)" },
    ].compactMap { $0 }
    if !notes.isEmpty { header.extras.notes = notes.joined(separator: "\n") }
  }
}
