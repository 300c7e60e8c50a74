/// The latest schema version. The aliases below give its models the names that the program uses.
package typealias CurrentSchema = CartographerSchemaV7
package typealias Location = CurrentSchema.Location
package typealias Path = CurrentSchema.Path
package typealias Waypoint = CurrentSchema.Waypoint
package typealias AnnotationGroup = CurrentSchema.AnnotationGroup
package typealias ItineraryEntry = CurrentSchema.ItineraryEntry
package typealias ImportRecord = CurrentSchema.ImportRecord
package typealias PathDetail = CurrentSchema.PathDetail
package typealias PathChunk = CurrentSchema.PathChunk
