import Foundation

/// A Garmin activity list, `…_summarizedActivities.json`.
struct GarminActivities {
  private(set) var activities: [(number: Int?, details: ActivityDetails)] = []
  /// The names of the JSON members that contain values but are ignored, in alphabetical order.
  private(set) var unread: [String] = []

  private struct ActivityList: Decodable {
    let summarizedActivitiesExport: [Activity]
  }

  private struct Activity: Decodable {
    let activityId: Double?
    let name: String?
    let activityType: String?
    let description: String?
    /// The activity's start time, in milliseconds since 1970-01-01T00:00:00Z.
    let beginTimestamp: Double?
    /// The activity's start time in milliseconds since 1970-01-01T00:00:00Z, as stored in older
    /// lists.
    let startTimeGmt: Double?
    /// The names of the activity's JSON members that are ignored.
    let unread: [String]

    private enum CodingKeys: String, CodingKey {
      case activityId, name, activityType, description, beginTimestamp, startTimeGmt
    }

    /// A coding key for any JSON member.
    private struct AnyKey: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }

      init(stringValue: String) { self.stringValue = stringValue }

      init?(intValue: Int) { return nil }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      activityId = try container.decodeIfPresent(Double.self, forKey: .activityId)
      name = try container.decodeIfPresent(String.self, forKey: .name)
      activityType = try container.decodeIfPresent(String.self, forKey: .activityType)
      description = try container.decodeIfPresent(String.self, forKey: .description)
      beginTimestamp = try container.decodeIfPresent(Double.self, forKey: .beginTimestamp)
      startTimeGmt = try container.decodeIfPresent(Double.self, forKey: .startTimeGmt)
      let all = try decoder.container(keyedBy: AnyKey.self)
      unread = all.allKeys.filter { key in
        CodingKeys(stringValue: key.stringValue) == nil && (try? all.decodeNil(forKey: key)) != true
      }.map(\.stringValue)
    }

    var details: ActivityDetails {
      var details = ActivityDetails()
      details.name = name.flatMap { $0.isEmpty ? nil : $0 }
      details.type = activityType.flatMap { $0.isEmpty ? nil : $0 }
      details.description = description.flatMap { $0.isEmpty ? nil : $0 }
      details.start = (beginTimestamp ?? startTimeGmt).map {
        Timestamp.since2001(unixTime: $0, perSecond: 1_000)
      }
      return details
    }
  }

  /// Reads an activity list. Returns nil if the bytes are not a Garmin activity list.
  init?(_ bytes: [UInt8]) {
    let decoder = JSONDecoder()
    let data = Data(bytes)
    guard
      let exports = (try? decoder.decode([ActivityList].self, from: data))
        ?? (try? decoder.decode(ActivityList.self, from: data)).map({ [$0] })
    else { return nil }
    var names: Set<String> = []
    for activity in exports.flatMap(\.summarizedActivitiesExport) {
      activities.append((activity.activityId.flatMap { Int(exactly: $0) }, activity.details))
      names.formUnion(activity.unread)
    }
    unread = names.sorted()
  }
}
