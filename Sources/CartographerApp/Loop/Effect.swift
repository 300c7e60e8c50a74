import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy

/// A request to change the library. Only one change request is sent at a time.
package enum Write: Sendable, Equatable {
  case edit(LibraryEdit)
  /// Several edits that are saved as one change. Either all edits succeed or none do, and a single
  /// undo reverts all edits.
  case together([LibraryEdit])
  /// An undo of the change with the given ID. The request fails if the ID does not belong to the
  /// newest change.
  case undo(LibraryChange.ID)
  case redo(LibraryChange.ID)
}

/// A side effect that `update` requests. The results of a side effect are returned as messages.
package enum Effect: Sendable, Equatable {
  case loadLibrary
  case loadPaths([ItemID])
  /// Reads chunks of path geometry for the map. The associated value contains the keys of the
  /// chunks.
  case loadDetail([Int64])
  /// Searches the store for paths that have points in a box on the map. The array contains the
  /// items found so far; the dictionary contains the chunks to search for each remaining path.
  case searchBox(MapArea, [ItemID], [ItemID: [Int64]])
  case cancelBoxSearch
  /// Loads an item's details, such as sensor values, which are not part of the library's snapshot.
  /// A newer request replaces an older one.
  case loadFacts(ItemID)
  /// Saves a change. The answer also contains the points of the paths in `refreshing`.
  case write(Write, basedOn: Int64, refreshing: [ItemID])
  /// Cancels the change being saved. Has no effect on a change that is already committed.
  case cancelWrite
  /// Loads the speeds, slopes and sensor values along a path.
  case loadSeries(PathData)
  case report(ReportRequest)
  /// Measures paths again with a new climb threshold. Earlier requests with a different threshold
  /// are cancelled.
  case measure([ItemID], thresholdMetres: Double)
  case findPoints(PointSearchRequest)
  /// Computes an operation's preview. A newer request replaces the pending one.
  case preview(PreviewRequest)
  case cancelPreview
  case loadHistory
  /// Loads the answer to a question and shows it in a popup box.
  case ask(Question)
  /// Checks whether a terrain-tile folder can be read, before the folder's path is stored in a
  /// setting.
  case checkTerrainFolder(setting: String, String)
  /// Lists a folder for the file browser; an empty path denotes the working directory. A newer
  /// request replaces an older one.
  case listFolder(number: Int, path: String)
  /// Performs a dry run of importing the given files and the files in the given folders. The items
  /// would be added to the groups with the IDs or names in `groups`.
  case checkImport(
    number: Int, sources: [String], groups: [String] = [],
    reading: ReadingChoices = ReadingChoices())
  case cancelImportCheck(number: Int)
  /// Imports the file at a path that the user entered. If the path names a folder or is a pattern,
  /// or if the user can choose how the file is read, nothing is imported; instead, the answer lists
  /// the files that the user must confirm.
  case importFile(
    job: Int, path: String, groups: [ItemID], namesByTowns: Bool = false,
    conversion: ConversionChoice? = nil)
  /// Imports the given files and the files in the given folders, one after the other. The items are
  /// added to the groups with the IDs or names in `groups`.
  case importFiles(
    job: Int, paths: [String], groups: [String], reading: ReadingChoices = ReadingChoices(),
    namesByTowns: Bool = false)
  /// Reads text as the content of a file with the given name, without importing it.
  case checkText(job: Int, text: String, name: String)
  /// Imports text as the content of a file with the given name.
  case importText(
    job: Int, text: String, name: String, groups: [ItemID], namesByTowns: Bool = false)
  /// Exports items. If the path has no extension and no conversion is chosen, the format's
  /// extension is appended.
  case export(
    job: Int, ids: [ItemID], path: String, format: FileFormat = .gpx, replacing: Bool,
    creatingFolder: Bool = false, conversion: ConversionChoice? = nil)
  /// Writes a picture of the map to a file.
  case picture(job: Int, PictureRequest, path: String, replacing: Bool)
  case cancelJob(Int)
  case complete(argument: String)
  /// Lists the manual pages whose names begin with the argument.
  case completeTopic(argument: String)
  /// Reads the manual page on a topic; an empty topic means the index. The page is scrolled to the
  /// heading with the given anchor.
  case readManual(topic: String, anchor: String? = nil)
  /// Reads the base-map blocks for a map view.
  case readBaseMap(BaseMapState.Request)
  /// Reads the tiles of the user's own maps for a view. A newer request replaces an older one.
  case readUserMaps(UserMapsState.Request)
  /// Opens text in the user's text editor: an item's notes or, if the ID is nil, a form's text.
  case editNotes(ItemID?, text: String, basedOn: Int64)
  /// Saves the whole library in a new store, which is used from then on.
  case saveLibrary(path: String)
  case copy(String)
  case setMouse(Bool)
  case repaint
  case suspend
  case saveSession(EditorSession)
  /// Writes all drafts to disk. A newer request replaces a pending one.
  case writeDrafts([Draft])
  /// Writes the report of a job that has just ended to disk.
  case keepReport(job: Int, JobReport)
  /// Reads the reports of earlier sessions and of other editors.
  case readReports
  case quit
}

/// A request for information to show to the user.
package enum Question: Sendable, Equatable {
  /// The differences made by a change in the history.
  case diff(LibraryChange.ID, TimeZone, CoordinateNotation)
  /// The places and paths that are nearest to a position.
  case nearest(Coordinate, name: String, except: ItemID?)
  /// The towns with the given name; important and nearby towns come first.
  case towns(named: String, near: Coordinate)
  /// The best matches for a name that is being typed.
  case names(NameRequest)
  /// The description of the map in words.
  case description(PictureRequest, ViewDescription.Focus)
  /// The countries and regions touched by the given places and tracks, each with the number of days
  /// spent there. The time zone determines when days begin.
  case visited([ItemID], UnitSystem, TimeZone)
  /// The climb of a path through the given points, based on the terrain tiles in a folder.
  case climb(of: [Coordinate], folder: String, thresholdMetres: Double)
}
