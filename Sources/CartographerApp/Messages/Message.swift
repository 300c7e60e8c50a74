import CartographerCore
import Geodesy
import TerminalUI

/// Something that happened: a key, a job's progress, an answer of the library.
package enum Message: Sendable {
  case input(InputEvent)
  /// The library was read: at the start, or because another process changed it.
  case loaded(LibraryIndex)
  case pathsLoaded([PathData])
  case factsLoaded(ItemFacts)
  /// A change was made; the library as it is now, and the paths whose points it changed.
  case written(Write, EditResult, LibraryIndex, [PathData])
  /// How far the change on its way is.
  case writeProgress(JobProgress)
  /// A change was refused or failed.
  case writeFailed(Write, Failure)
  case reported(Int, PathReport)
  /// Paths measured with another threshold of climbs.
  case measured([PathData])
  case seriesLoaded(PathSeries)
  /// Points that were searched; the number is that of the question.
  case found(Int, [Int])
  /// What an operation would do; the number is that of the question.
  case tried(Int, TrialOutcome)
  /// How far the trial of that number is, which takes long.
  case trialProgress(Int, JobProgress)
  case historyLoaded([HistoryEntry])
  /// What a path through points climbs; nil where the terrain model knows nothing of it.
  case climbed([Coordinate], TerrainClimb?)
  /// The answer to a question, to be read.
  case answered(title: String, lines: [String])
  /// What is nearest to something, nearest first.
  case foundNearest(to: String, [Nearby])
  case jobProgress(id: Int, JobProgress)
  /// What an import gave, and the library as it is now.
  case imported(job: Int, ImportSummary, LibraryIndex)
  /// `changes` counts what could not be written as it is.
  case exported(job: Int, path: String, places: Int, points: Int, changes: Int)
  case jobFailed(id: Int, Failure)
  case jobCancelled(id: Int)
  /// The target of an export exists.
  case exportExists(job: Int, ids: [ItemID], path: String)
  case completed(argument: String, [String])
  /// The user's editor was left; nil when nothing changed.
  case notesEdited(ItemID, String?, basedOn: Int64)
  case copied(String)
  case failed(Failure)
}

/// Why something did not work, for a person.
package struct Failure: Error, Sendable, Equatable {
  package var message: String

  package init(_ message: String) {
    self.message = message
  }
}
