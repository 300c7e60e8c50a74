import GeoFormats

/// A digest of an item's content, used to detect edits in the library and changes in the imported
/// file.
///
/// The digest is stored in the database, so the algorithm must never change. The result does not
/// depend on how the points are divided into batches. The digest is not cryptographic: collisions
/// can be constructed.
struct ContentDigest {
  /// A hash of 64-bit words. Each word is mixed by a shift and by multiplication by 2⁶⁴ divided by
  /// the golden ratio (Knuth, The Art of Computer Programming, volume 3, section 6.4).
  private struct Mixture {
    private(set) var state: UInt64 = 0x243F_6A88_85A3_08D3

    @inline(__always)
    mutating func add(_ word: UInt64) {
      state = (state ^ word) &* 0x9E37_79B9_7F4A_7C15
      state ^= state >> 32
    }

    /// Adds a number to the hash. Negative zero is hashed like zero. All NaN values, which mean
    /// absent values, are hashed alike.
    @inline(__always)
    mutating func add(_ value: Double) {
      add(value.isNaN ? .max : value == 0 ? 0 : value.bitPattern)
    }

    mutating func add(_ value: Int) { add(UInt64(bitPattern: Int64(value))) }

    mutating func add(_ text: String?) {
      guard let text else { return add(UInt64.max) }
      add(text.utf8.count)
      var word: UInt64 = 0
      var filled = 0
      for byte in text.utf8 {
        word = word << 8 | UInt64(byte)
        filled += 1
        if filled == 8 {
          add(word)
          (word, filled) = (0, 0)
        }
      }
      if filled > 0 { add(word) }
    }

    mutating func add(_ links: [GeoLink]) {
      add(links.count)
      for link in links {
        add(link.href)
        add(link.text)
        add(link.type)
      }
    }
  }

  private var columns = Mixture()
  private var texts = Mixture()
  /// The sum of the digests of all optional point fields. A sum does not depend on the order of its
  /// terms.
  private var others: UInt64 = 0
  /// The sum of the digests of all points' preserved markup. A sum does not depend on the order of
  /// its terms.
  private var markup: UInt64 = 0
  private var count = 0
  /// The numbers of points, elevations, times, sensor values and text fields that were added to the
  /// digest.
  private(set) var amount = Amount()
  private var lastSegment = -1
  /// Whether the digest includes all of the item's stored data, such as number formats and
  /// preserved markup. Such an exact digest is used only for comparisons and never stored.
  private let isExact: Bool
  /// Whether the item has preserved markup that depends on the header of the item's file.
  private(set) var hasKept = false

  init(isExact: Bool = false) { self.isExact = isExact }

  /// The digest, as an integer to be stored in the database.
  var value: Int { Int(truncatingIfNeeded: Int64(bitPattern: whole(others &+ markup).state)) }

  /// Returns a digest of the item's values, including the colour, symbol and notes but not the
  /// preserved markup. The returned digest is used only for comparisons and never stored.
  func values(_ extras: GeoExtras) -> Int {
    var whole = whole(others)
    whole.add(extras.colour)
    whole.add(extras.symbol)
    whole.add(extras.notes)
    return Int(truncatingIfNeeded: Int64(bitPattern: whole.state))
  }

  private func whole(_ others: UInt64) -> Mixture {
    var whole = columns
    whole.add(others)
    whole.add(texts.state)
    return whole
  }

  /// Adds the values of a path's points to the digest.
  ///
  /// Preserved markup (the XML kept for export) is included only if it is stored in full. Markup
  /// that is stored as the number of a template is not included, since a later version of the file
  /// can have different template numbers.
  mutating func add(_ points: borrowing GeoPoints) {
    for index in 0..<points.count {
      columns.add(points.latitudes[index])
      columns.add(points.longitudes[index])
      columns.add(points.elevations[index])
      columns.add(points.times[index])
      columns.add(points.segments[index])
      if !points.elevations[index].isNaN { amount.elevations += 1 }
      if !points.times[index].isNaN { amount.times += 1 }
    }
    for (number, values) in points.sensors.enumerated() where !values.isEmpty {
      for (index, value) in values.enumerated() where !value.isNaN {
        others &+= part(number, index) { $0.add(value) }
        amount.sensorValues += 1
      }
    }
    for (index, fields) in points.fields {
      others &+= part(100, index) { Self.add(fields, to: &$0) }
    }
    for (index, kept) in points.kept where isExact || !PreservedMarkup.isTemplate(kept) {
      markup &+= part(101, index) { $0.add(kept) }
    }
    if isExact { addForm(of: points) }
    count += points.count
    amount.points += points.count
  }

  private mutating func addForm(of points: borrowing GeoPoints) {
    if !points.kept.isEmpty { hasKept = true }
    lastSegment = points.segments.last ?? lastSegment
    for (index, format) in points.formats.enumerated() where format.rawValue != 0 {
      others &+= part(102, index) { $0.add(Int(format.rawValue)) }
    }
  }

  /// Returns the digest of one optional field of a point.
  private func part(_ kind: Int, _ index: Int, _ add: (inout Mixture) -> Void) -> UInt64 {
    var own = Mixture()
    own.add(kind)
    own.add(count + index)
    add(&own)
    return own.state
  }

  private static func add(_ fields: GeoPointFields, to mixture: inout Mixture) {
    for text in [
      fields.name, fields.comment, fields.details, fields.source, fields.symbol, fields.type,
      fields.fix,
    ] {
      mixture.add(text)
    }
    mixture.add(fields.links)
    for number in [
      fields.magneticVariation, fields.geoidHeight, fields.hdop, fields.vdop, fields.pdop,
      fields.ageOfDGPSData,
    ] {
      mixture.add(number ?? .nan)
    }
    mixture.add(fields.satellites ?? -1)
    mixture.add(fields.dgpsID ?? -1)
  }

  mutating func add(_ header: GeoPathHeader) {
    for text in [
      header.name.nonBlank, header.comment, header.details, header.type, header.source,
    ] {
      add(text)
    }
    texts.add(header.number ?? -1)
    texts.add(header.links)
    guard isExact else { return }
    if header.kept != nil || !header.keptSegments.isEmpty { hasKept = true }
    texts.add(max(header.segments, lastSegment + 1))
    texts.add(header.kept)
    for (number, kept) in header.keptSegments.sorted(by: { $0.key < $1.key }) {
      texts.add(number)
      texts.add(kept)
    }
  }

  /// Creates a digest of a place, including its position, elevation and time.
  init(_ place: GeoPlace, isExact: Bool = false) {
    self.init(isExact: isExact)
    for text in [
      place.name.nonBlank, place.comment, place.details, place.symbol, place.type,
    ] {
      add(text)
    }
    add(GeoPoints([place]))
  }

  private mutating func add(_ text: String?) {
    texts.add(text)
    if text != nil { amount.texts += 1 }
  }

  /// The amount of data in an item: the numbers of points, text fields and other values.
  struct Amount {
    var points = 0
    var elevations = 0
    var times = 0
    var sensorValues = 0
    var texts = 0

    /// Returns whether any count is lower than the corresponding count of another item.
    func isPoorer(than other: Amount) -> Bool {
      points < other.points || elevations < other.elevations || times < other.times
        || sensorValues < other.sensorValues || texts < other.texts
    }
  }
}

extension ContentDigest {
  /// Returns a digest of the preserved markup in a path and its segments. The path's fields and
  /// points are ignored.
  static func form(of header: GeoPathHeader) -> Int {
    var form = Mixture()
    form.add(header.kept)
    for (number, kept) in header.keptSegments.sorted(by: { $0.key < $1.key }) {
      form.add(number)
      form.add(kept)
    }
    return Int(truncatingIfNeeded: form.state)
  }

  /// Returns a digest of a file's items and header. The number formats in the file do not affect
  /// the digest.
  ///
  /// - Complexity: O(*n*), where *n* is the number of items.
  static func state(of items: [FileItem], _ header: GeoFileHeader) throws -> Int {
    var state = Mixture()
    for item in items.sorted(by: { $0.position ?? .max < $1.position ?? .max }) {
      state.add(item.kind.rawValue)
      state.add(item.position ?? -1)
      state.add(item.digest ?? 0)
      state.add(item.form)
    }
    state.add(try StoredJSON.encode(header.asRead))
    return Int(truncatingIfNeeded: state.state)
  }
}
