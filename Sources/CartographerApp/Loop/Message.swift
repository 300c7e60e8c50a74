import BaseMap
import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

/// An event for the editor: a key press, a job's progress or an answer from the library.
package enum Message: Sendable {
  case input(InputEvent)
  /// The library was loaded at startup, or reloaded after another process changed it.
  case loaded(LibraryIndex)
  /// The paths and groups of the library were read at startup. The places are still being read.
  case partlyLoaded(LibraryIndex)
  /// The paths whose points were loaded, and the IDs of all requested paths.
  case pathsLoaded([PathData], of: [ItemID])
  /// The chunks that were read for the map, and the keys of all requested chunks.
  case detailLoaded([Int64: MapPiece], of: [Int64])
  /// A box on the map, and the items in the box.
  case boxSearched(MapArea, [ItemID])
  case factsLoaded(ItemFacts)
  /// A change was saved. The message contains the new library and the paths whose points changed.
  case written(Write, EditResult, LibraryIndex, [PathData])
  /// The progress of the change that is being saved.
  case writeProgress(JobProgress)
  /// A change was rejected by the store or could not be saved.
  case writeFailed(EditorFailure)
  case reported(Int, PathReport)
  /// The paths that were remeasured with a new climb threshold.
  case measured([MeasuredPath])
  case seriesLoaded(PathSeries)
  /// The result of a point search: the request's number and the indexes of the matching points.
  case found(Int, [Int])
  /// The outcome of a preview, with the number of the request that started it.
  case previewed(Int, PreviewOutcome)
  /// The progress of a preview, with the number of the request that started it.
  case previewProgress(Int, JobProgress)
  case historyLoaded([LibraryChange])
  /// The climb of a path through the given points. Nil if the terrain model does not cover the
  /// points.
  case climbed([Coordinate], TerrainClimb?)
  /// The climb of a path through the given points is unknown, because the terrain model could not
  /// be read.
  case climbFailed([Coordinate], EditorFailure)
  case changeShown(ShownChange)
  /// The answer to a question, as the title and lines of a popup box.
  case answered(title: String, lines: [String])
  /// The items nearest to a position, nearest first.
  case foundNearest(to: String, [Nearby])
  case jobProgress(id: Int, JobProgress)
  /// The result of an import, and the new library.
  case imported(job: Int, ImportSummary, LibraryIndex)
  /// A terrain-tile folder was checked, so that the folder's path can be stored in a setting. The
  /// failure is the reason why the folder cannot be read, or nil.
  case terrainFolderChecked(setting: String, String, EditorFailure?)
  /// A folder's content, and the number of the request to list the folder.
  case folderListed(Int, FolderListing)
  /// The progress of an import's dry run, with the number of the request that started it.
  case importCheckProgress(Int, JobProgress)
  case importChecked(Int, ImportCheck)
  /// The result of a dry run for importing pasted text.
  case textChecked(job: Int, text: String, ImportCheck.File)
  /// The path entered for an import refers to a folder or to several files. The user must confirm
  /// the import.
  case importNeedsQuestion(job: Int, [String], conversion: ConversionChoice? = nil)
  /// The results of importing several files, and the new library.
  case importedFiles(job: Int, ImportBatch, LibraryIndex)
  /// The file path of an import or export cannot be used, so the job did not start.
  case pathRejected(job: Int, command: String, path: String, EditorFailure)
  /// The result of an export. The remarks list the details that were omitted or changed. `program`
  /// is the name of the program that converted the export, or nil.
  case exported(
    job: Int, path: String, places: Int, paths: Int, points: Int, remarks: [String],
    program: String? = nil)
  case jobFailed(id: Int, EditorFailure)
  case jobCancelled(id: Int)
  /// The target file of an export already exists.
  case exportExists(
    job: Int, ids: [ItemID], path: String, conversion: ConversionChoice? = nil)
  case pictureWritten(job: Int, path: String)
  /// The target file of a map picture already exists.
  case pictureExists(job: Int, PictureRequest, path: String)
  /// The folder of an export's target file does not exist, so the user is asked whether to create
  /// it.
  case exportNeedsFolder(
    job: Int, ids: [ItemID], path: String, folder: String, conversion: ConversionChoice? = nil)
  case completed(argument: String, [String])
  /// The base-map blocks for a map view, and the towns if they were requested.
  case baseMapRead([BaseMapPiece], BaseMapTowns?)
  case baseMapFailed(EditorFailure)
  /// The user's own maps were read for a view. `problems` lists only new problems.
  case userMapsRead(UserMapsState.Request, MapTilesScene, problems: [String])
  /// The towns found by name; important and nearby towns come first.
  case townsFound(named: String, [Gazetteer.Match])
  /// The best matches for a name that is being typed.
  case namesFound(for: String, [MapTarget])
  /// A manual page that was read: its name, its text and the anchor of the heading to show.
  case manualRead(name: String, ManualText, anchor: String?)
  /// The new text of an item's notes, which the user entered in an external text editor. If the ID
  /// is nil, the text belongs to the open form. The text is nil if the user did not change it.
  case notesEdited(ItemID?, String?, basedOn: Int64)
  /// The store's file was removed or replaced, or a lost file has reappeared at its path. The
  /// suggestion is the path of a new file in which the library can be saved.
  case storeLost(LibraryLoss?, suggestion: String)
  /// The whole library was saved in a new store, which the editor now uses.
  case librarySaved(path: String)
  case librarySavingFailed(path: String, EditorFailure)
  case copied(String)
  /// Drafts could not be written to disk.
  case draftsNotWritten(EditorFailure)
  /// The date of a job's report, sent after the attempt to write the report to disk.
  case reportKept(job: Int, Date)
  /// The reports of earlier sessions and of other editors, newest first. `problem` is the reason
  /// why reports cannot be read or kept, or nil.
  case reportsRead([JobReport], problem: String?)
  case failed(EditorFailure)
}

/// A failure with a message for the user.
package struct EditorFailure: Error, Sendable, Equatable {
  package var message: String

  package init(_ message: String) {
    self.message = message
  }
}
