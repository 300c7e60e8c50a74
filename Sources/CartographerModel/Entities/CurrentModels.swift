/// The models of the latest schema version, under the names used by the rest of the program.
package typealias CurrentSchema = CartographerSchemaV5
package typealias Location = CurrentSchema.Location
package typealias Path = CurrentSchema.Path
package typealias Waypoint = CurrentSchema.Waypoint
package typealias AnnotationGroup = CurrentSchema.AnnotationGroup
package typealias ItineraryEntry = CurrentSchema.ItineraryEntry
package typealias ImportRecord = CurrentSchema.ImportRecord
