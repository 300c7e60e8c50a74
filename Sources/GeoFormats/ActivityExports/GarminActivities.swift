import Foundation

/// A Garmin activity list, `…_summarizedActivities.json`.
struct GarminActivities {
  private(set) var activities: [ActivityDetails] = []
  private(set) var byNumber: [Int: ActivityDetails] = [:]

  private struct Export: Decodable {
    let summarizedActivitiesExport: [Activity]
  }

  private struct Activity: Decodable {
    let activityId: Double?
    let name: String?
    let activityType: String?
    let description: String?
    /// The activity's start in milliseconds since 1970-01-01T00:00:00Z.
    let beginTimestamp: Double?
    /// The activity's start as stored in older lists, in milliseconds since 1970-01-01T00:00:00Z.
    let startTimeGmt: Double?

    var details: ActivityDetails {
      var details = ActivityDetails()
      details.name = name.flatMap { $0.isEmpty ? nil : $0 }
      details.type = activityType.flatMap { $0.isEmpty ? nil : $0 }
      details.description = description.flatMap { $0.isEmpty ? nil : $0 }
      details.start = (beginTimestamp ?? startTimeGmt).map {
        $0 / 1_000 - Timestamp.referenceOffset
      }
      return details
    }
  }

  /// Reads a list, or returns nil if the bytes are not an activity list.
  init?(_ bytes: [UInt8]) {
    let decoder = JSONDecoder()
    let data = Data(bytes)
    guard
      let exports = (try? decoder.decode([Export].self, from: data))
        ?? (try? decoder.decode(Export.self, from: data)).map({ [$0] })
    else { return nil }
    for activity in exports.flatMap(\.summarizedActivitiesExport) {
      let details = activity.details
      activities.append(details)
      if let number = activity.activityId.flatMap({ Int(exactly: $0) }) {
        byNumber[number] = details
      }
    }
  }
}
