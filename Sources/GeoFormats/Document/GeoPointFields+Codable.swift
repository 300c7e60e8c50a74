extension GeoPointFields {
  private enum CodingKeys: String, CodingKey {
    case name, comment, details, source, links, symbol, type, magneticVariation, geoidHeight, fix
    case satellites, hdop, vdop, pdop, ageOfDGPSData, dgpsID
  }

  /// Decodes the GPX fields of a point. A missing key means that the value is absent or, for the
  /// links, empty.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decodeIfPresent(String.self, forKey: .name)
    comment = try container.decodeIfPresent(String.self, forKey: .comment)
    details = try container.decodeIfPresent(String.self, forKey: .details)
    source = try container.decodeIfPresent(String.self, forKey: .source)
    links = try container.decodeIfPresent([GeoLink].self, forKey: .links) ?? []
    symbol = try container.decodeIfPresent(String.self, forKey: .symbol)
    type = try container.decodeIfPresent(String.self, forKey: .type)
    magneticVariation = try container.decodeIfPresent(Double.self, forKey: .magneticVariation)
    geoidHeight = try container.decodeIfPresent(Double.self, forKey: .geoidHeight)
    fix = try container.decodeIfPresent(String.self, forKey: .fix)
    satellites = try container.decodeIfPresent(Int.self, forKey: .satellites)
    hdop = try container.decodeIfPresent(Double.self, forKey: .hdop)
    vdop = try container.decodeIfPresent(Double.self, forKey: .vdop)
    pdop = try container.decodeIfPresent(Double.self, forKey: .pdop)
    ageOfDGPSData = try container.decodeIfPresent(Double.self, forKey: .ageOfDGPSData)
    dgpsID = try container.decodeIfPresent(Int.self, forKey: .dgpsID)
  }

  /// Encodes the GPX fields of a point, omitting absent values.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(name, forKey: .name)
    try container.encodeIfPresent(comment, forKey: .comment)
    try container.encodeIfPresent(details, forKey: .details)
    try container.encodeIfPresent(source, forKey: .source)
    if !links.isEmpty { try container.encode(links, forKey: .links) }
    try container.encodeIfPresent(symbol, forKey: .symbol)
    try container.encodeIfPresent(type, forKey: .type)
    try container.encodeIfPresent(magneticVariation, forKey: .magneticVariation)
    try container.encodeIfPresent(geoidHeight, forKey: .geoidHeight)
    try container.encodeIfPresent(fix, forKey: .fix)
    try container.encodeIfPresent(satellites, forKey: .satellites)
    try container.encodeIfPresent(hdop, forKey: .hdop)
    try container.encodeIfPresent(vdop, forKey: .vdop)
    try container.encodeIfPresent(pdop, forKey: .pdop)
    try container.encodeIfPresent(ageOfDGPSData, forKey: .ageOfDGPSData)
    try container.encodeIfPresent(dgpsID, forKey: .dgpsID)
  }
}
