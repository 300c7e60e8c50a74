import Foundation
import Geodesy

/// A file's metadata: GPX 1.1's `metadata` element, or the fields at the start of a GPX 1.0 file.
public struct GeoMetadata: Hashable, Sendable, Codable {
  /// A person or an organisation.
  public struct Person: Hashable, Sendable, Codable {
    public var name: String?
    /// The email address, including its `@`.
    public var email: String?
    public var link: GeoLink?

    public init(name: String? = nil, email: String? = nil, link: GeoLink? = nil) {
      self.name = name
      self.email = email
      self.link = link
    }
  }

  /// The copyright holder, and the terms under which the file may be used.
  public struct Copyright: Hashable, Sendable, Codable {
    public var author: String
    public var year: String?
    /// The licence's URL.
    public var license: String?

    public init(author: String, year: String? = nil, license: String? = nil) {
      self.author = author
      self.year = year
      self.license = license
    }
  }

  public var name: String?
  /// The description, GPX's `desc`.
  public var details: String?
  public var author: Person?
  public var copyright: Copyright?
  public var links: [GeoLink] = []
  public var time: Date?
  public var keywords: String?
  /// The bounds stated in the file, which may differ from the bounding box of the points.
  public var bounds: GeoBounds?

  public init(name: String? = nil, time: Date? = nil, bounds: GeoBounds? = nil) {
    self.name = name
    self.time = time
    self.bounds = bounds
  }

  public var isEmpty: Bool { self == GeoMetadata() }
}
