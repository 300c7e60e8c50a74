import Foundation
import TestSupport
import Testing

@testable import SwiftData

/// Round trips of values of every type, and errors for values that cannot be read or stored.
@Suite struct StoredValueTests {
  enum Shade: Int, Codable {
    case dark = 3
    case light = 7
  }

  enum Shape: Codable, Equatable {
    case circle(radius: Double)
    case square(side: Double, note: String?)
    case point
  }

  struct Address: Codable, Equatable {
    struct Door: Codable, Equatable { var number: Int? }
    var street: String
    var lines: [String] = []
    var door: Door?
    var since: Date?
  }

  struct Flags: OptionSet, Codable { let rawValue: UInt8 }

  @Model final class Sample {
    var identifier: UUID = UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF")!
    var otherIdentifier: UUID?
    var link: URL = URL(string: "https://example.org/a%20b?c=d&e#f")!
    var otherLink: URL?
    var shade: Shade = Shade.light
    var otherShade: Shade?
    var shape: Shape = Shape.square(side: 2, note: nil)
    var otherShape: Shape?
    var address: Address = Address(street: "s", lines: ["a", "b"])
    var otherAddress: Address?
    var addresses: [Address] = [Address(street: "x")]
    var otherAddresses: [Address]?
    var byName: [String: Address] = ["k": Address(street: "y", door: .init(number: 3))]
    var otherByName: [String: Int]?
    var numbers: Set<Int> = [3, 1, 2]
    var heights: [Double] = []
    var otherNumbers: Set<String>?
    var flags: Flags = Flags(rawValue: 5)
    var small: Int8 = -128
    var otherSmall: UInt16?
    var large: UInt64 = 9_223_372_036_854_775_807
    var single: Float = 0.1
    var date: Date = Date(timeIntervalSinceReferenceDate: 0)
    var text: String = ""
    var otherText: String?
    var bytes: Data = Data()
    var otherBytes: Data?
    init() {}
  }

  private func container() throws -> ModelContainer {
    try ModelContainer(
      for: Schema([Sample.self]), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }

  private func fetchSample(_ container: ModelContainer) throws -> (ModelContext, Sample) {
    let context = ModelContext(container)
    return (context, try #require(try context.fetch(FetchDescriptor<Sample>()).first))
  }

  @Test func `an empty URL is refused at the save`() throws {
    let container = try container()
    let context = ModelContext(container)
    let sample = Sample()
    context.insert(sample)
    sample.link = try #require(URLComponents().url)
    let error = #expect(throws: SwiftDataError.invalidValue) { try context.save() }
    #expect(error?.property == "link")
    sample.link = URL(fileURLWithPath: "/")
    sample.otherLink = URLComponents().url
    #expect(throws: SwiftDataError.invalidValue) { try context.save() }
    sample.otherLink = nil
    try context.save()
    #expect(try fetchSample(container).1.link == URL(fileURLWithPath: "/"))
  }

  @Test func `default values and nil are read back as stored`() throws {
    let container = try container()
    let context = ModelContext(container)
    context.insert(Sample())
    try context.save()
    let (other, sample) = try fetchSample(container)
    withExtendedLifetime(other) {
      #expect(sample.identifier.uuidString == "00112233-4455-6677-8899-AABBCCDDEEFF")
      #expect(sample.link.absoluteString == "https://example.org/a%20b?c=d&e#f")
      #expect(sample.shade == .light)
      #expect(sample.shape == .square(side: 2, note: nil))
      #expect(sample.address == Address(street: "s", lines: ["a", "b"]))
      #expect(sample.addresses == [Address(street: "x")])
      #expect(sample.byName["k"]?.door?.number == 3)
      #expect(sample.numbers == [1, 2, 3])
      #expect(sample.flags == Flags(rawValue: 5))
      #expect(sample.small == -128 && sample.large == UInt64(Int64.max) && sample.single == 0.1)
      #expect(sample.text == "" && sample.bytes == Data())
      #expect(sample.otherIdentifier == nil && sample.otherLink == nil && sample.otherShade == nil)
      #expect(sample.otherShape == nil && sample.otherAddress == nil && sample.otherByName == nil)
      #expect(sample.otherAddresses == nil && sample.otherNumbers == nil)
      #expect(sample.otherSmall == nil && sample.otherText == nil && sample.otherBytes == nil)
    }
  }

  @Test func `values of optional properties are read back as stored`() throws {
    let container = try container()
    let context = ModelContext(container)
    let sample = Sample()
    sample.otherIdentifier = UUID()
    sample.otherLink = URL(string: "file:///tmp/a")
    sample.otherShade = .dark
    sample.otherShape = .circle(radius: 1.5)
    sample.otherAddress = Address(
      street: "\"quoted\"", door: .init(number: nil),
      since: Date(timeIntervalSinceReferenceDate: 0.125))
    sample.otherAddresses = []
    sample.otherByName = [:]
    sample.otherNumbers = ["a", ""]
    sample.otherSmall = .max
    sample.otherText = ""
    sample.otherBytes = Data()
    context.insert(sample)
    try context.save()
    let (other, found) = try fetchSample(container)
    withExtendedLifetime(other) {
      #expect(found.otherIdentifier == sample.otherIdentifier)
      #expect(found.otherLink == sample.otherLink)
      #expect(found.otherShade == .dark && found.otherShape == .circle(radius: 1.5))
      #expect(found.otherAddress == sample.otherAddress)
      #expect(found.otherAddresses == [] && found.otherByName == [:])
      #expect(found.otherNumbers == ["a", ""] && found.otherSmall == .max)
      #expect(found.otherText == "" && found.otherBytes == Data())
    }
    found.otherShape = .point
    found.otherAddress?.door = nil
    found.addresses.append(Address(street: "z"))
    found.otherShade = nil
    try other.save()
    let (last, changed) = try fetchSample(container)
    withExtendedLifetime(last) {
      #expect(changed.otherShape == .point)
      #expect(changed.otherAddress?.door == nil && changed.otherAddress?.street == "\"quoted\"")
      #expect(changed.addresses.map(\.street) == ["x", "z"])
      #expect(changed.otherShade == nil)
    }
  }

  @Test(arguments: [
    Date.distantPast, .distantFuture, Date(timeIntervalSinceReferenceDate: 1e300),
    Date(timeIntervalSinceReferenceDate: -1e-300), Date(timeIntervalSince1970: 0.1),
  ])
  func `dates are stored exactly, however distant`(date: Date) throws {
    let container = try container()
    let context = ModelContext(container)
    let sample = Sample()
    sample.date = date
    context.insert(sample)
    try context.save()
    let (other, found) = try fetchSample(container)
    #expect(found.date == date)
    let count = try other.fetchCount(
      FetchDescriptor<Sample>(predicate: #Predicate { $0.date == date }))
    #expect(count == 1)
  }

  @Test(arguments: [
    "", "\0", "a\0b", "👩‍👩‍👧‍👦🏳️‍🌈", "e\u{301}", "\u{10FFFF}\u{FEFF}", "'\"\\;--", "\u{202E}x\r\n",
    String(repeating: "Ж", count: 100_000),
  ])
  func `text is stored exactly, with any characters`(text: String) throws {
    let container = try container()
    let context = ModelContext(container)
    let sample = Sample()
    sample.text = text
    sample.address.street = text
    sample.bytes = Data(text.utf8)
    context.insert(sample)
    try context.save()
    let (other, found) = try fetchSample(container)
    #expect(Array(found.text.utf8) == Array(text.utf8))
    #expect(Array(found.address.street.utf8) == Array(text.utf8))
    #expect(found.bytes == Data(text.utf8))
    let count = try other.fetchCount(
      FetchDescriptor<Sample>(predicate: #Predicate { $0.text == text }))
    #expect(count == 1)
  }

  @Test(arguments: [
    ("small", "300", "300"), ("small", "-9223372036854775808", "-9223372036854775808"),
    ("otherSmall", "-1", "-1"), ("large", "-1", "-1"), ("shade", "4", "not a case"),
    ("identifier", "x'00'", "16"), ("shape", "'{}'", "Shape"), ("address", "'no json'", "Address"),
    ("flags", "256", "256"),
  ])
  func `reading a stored value that does not fit its type names the property`(
    property: String, literal: String, text: String
  ) throws {
    let container = try container()
    let context = ModelContext(container)
    context.insert(Sample())
    try context.save()
    try container.store.writeUnrecorded {
      try $0.execute("UPDATE \"Sample\" SET \(property.sqlQuoted) = \(literal)")
    }
    let error = #expect(throws: SwiftDataError.self) { try fetchSample(container) }
    #expect(error == .invalidValue)
    #expect(error?.entity == "Sample")
    #expect(error?.property == property)
    #expect(error?.message.contains(text) == true)
  }

  @Test func `a value that its column cannot store is refused at the save`() throws {
    let container = try container()
    let context = ModelContext(container)
    let sample = Sample()
    context.insert(sample)
    func expectRefusal(_ property: String, _ text: String) {
      let error = #expect(throws: SwiftDataError.invalidValue) { try context.save() }
      #expect(error?.entity == "Sample" && error?.property == property)
      #expect(error?.message.contains("Sample.\(property) ") == true)
      #expect(error?.message.contains(text) == true, "\(error?.message ?? "")")
    }
    sample.large = .max
    expectRefusal("large", "18446744073709551615")
    sample.large = 1
    sample.shape = .circle(radius: .nan)
    expectRefusal("shape", "JSON, because JSON cannot represent nan")
    sample.shape = .circle(radius: 1)
    sample.heights = [1, -.infinity]
    expectRefusal(
      "heights",
      "Array<Double> value that cannot be written as JSON, because JSON cannot represent -inf")
    sample.heights = []
    sample.single = .nan
    expectRefusal("single", "NaN")
    sample.single = .infinity
    try context.save()
    let (other, found) = try fetchSample(container)
    withExtendedLifetime(other) { #expect(found.single == .infinity) }
  }
}
