import CartographerCore
import Foundation
import Geodesy

/// A change of the library as it is sent there: one at a time.
package enum Write: Sendable, Equatable {
  case edit(LibraryEdit)
  /// Several edits of one intent: all or none, and one undo.
  case together([LibraryEdit])
  /// The entry is the one that is meant: another is refused.
  case undo(HistoryEntry.ID)
  case redo(HistoryEntry.ID)
}

/// What `update` asks the world outside to do. Answers come back as messages.
package enum Effect: Sendable, Equatable {
  case loadLibrary
  case loadPaths([ItemID])
  /// What is known of the selected item besides the snapshot; a newer question replaces it.
  case loadFacts(ItemID)
  /// `refreshing` names the paths whose points must come back with the answer.
  case write(Write, basedOn: Int64, refreshing: [ItemID])
  /// Ends the change on its way, if it is not made yet.
  case cancelWrite
  /// What changes along a path, point by point.
  case loadSeries(PathData)
  case report(ReportRequest)
  /// Measures paths with another threshold of climbs.
  case measure([PathData], thresholdMetres: Double)
  case findPoints(PointSearchRequest)
  /// Takes the place of one that is still tried.
  case tryOut(TrialRequest)
  case cancelTrial
  case loadHistory
  /// Reads what is then shown in a box.
  case ask(Question)
  case importFile(job: Int, path: String, groups: [ItemID])
  /// A text in place of a file, under a name.
  case importText(job: Int, text: String, name: String, groups: [ItemID])
  case export(job: Int, ids: [ItemID], path: String, replacing: Bool)
  case cancelJob(Int)
  case complete(argument: String)
  case editNotes(ItemID, text: String, basedOn: Int64)
  case copy(String)
  case setMouse(Bool)
  case repaint
  case suspend
  case saveSession(Session)
  case quit
}

/// What is not in the state and is only shown.
package enum Question: Sendable, Equatable {
  /// What an entry of the history did.
  case diff(HistoryEntry.ID, TimeZone)
  /// The places and paths that are nearest to a position.
  case nearest(Coordinate, name: String, except: ItemID?)
  /// What a path between points climbs, after the terrain tiles of a folder.
  case climb(of: [Coordinate], folder: String, thresholdMetres: Double)
}
