import Foundation
import SwiftData

@Model final class Trip {
  @Attribute(.unique) var name: String
  var nights: Int
  init(name: String, nights: Int) {
    self.name = name
    self.nights = nights
  }
}

let container = try ModelContainer(
  for: Trip.self, configurations: ModelConfiguration(url: URL(filePath: "trips.store")))
let context = ModelContext(container)
context.insert(Trip(name: "Tour des Trois Refuges", nights: 2))
try context.save()

let long = try context.fetch(
  FetchDescriptor<Trip>(
    predicate: #Predicate { $0.nights > 1 }, sortBy: [SortDescriptor(\.name)]))
for trip in long { print("\(trip.name): \(trip.nights) nights") }
