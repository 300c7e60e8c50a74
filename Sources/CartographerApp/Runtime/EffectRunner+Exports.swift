import CartographerCore
import Foundation

/// Methods that export files.
extension EffectRunner {
  /// Exports items to a file.
  ///
  /// - Parameter format: The format whose extension is appended to a path without an extension.
  /// - Parameter isReplacing: Whether an existing file is replaced without asking the user.
  /// - Parameter conversion: The converter that writes the file.
  ///   Nil if the library writes the file.
  func export(
    _ job: Int, _ ids: [ItemID], _ path: String, _ format: FileFormat, _ isReplacing: Bool,
    _ createsFolder: Bool, _ conversion: ConversionChoice?
  ) {
    start(job) { [self] in
      let target: ExportTarget
      let converter: (any FileConverter)?
      do throws(EditorFailure) {
        converter = try self.converter(conversion)
        target = try ExportTarget(
          path, conversion == nil ? format : nil, createsFolder: createsFolder,
          expand: files.expanded)
      } catch {
        let command = [ids.isEmpty ? "export-all" : "export", conversion?.options]
        return .pathRejected(
          job: job, command: command.compactMap(\.self).joined(separator: " "), path: path, error)
      }
      // The user is asked before a folder is created or a file is replaced.
      if let folder = target.missingFolder {
        return .exportNeedsFolder(
          job: job, ids: ids, path: target.path, folder: folder, conversion: conversion)
      }
      if !isReplacing, FileManager.default.fileExists(atPath: target.url.path) {
        return .exportExists(job: job, ids: ids, path: target.path, conversion: conversion)
      }
      mailbox.post(.jobProgress(id: job, JobProgress(fraction: nil, detail: "")))
      let tell = { @Sendable [mailbox] (progress: JobProgress) in
        mailbox.post(.jobProgress(id: job, progress))
      }
      let report =
        if let converter {
          try await converter.export(
            ids, from: library, to: target.url, isReplacing: isReplacing, progress: tell)
        } else {
          try await library.export(ids, to: target.url, replacing: isReplacing, progress: tell)
        }
      return .exported(
        job: job, path: target.path, places: report.places, paths: report.paths,
        points: report.pathPoints, remarks: report.findings.mostSevereFirst.map(\.text),
        program: converter?.programName)
    }
  }
}

extension [ImportReport.Finding] {
  /// The findings sorted by severity: omitted content first, then changed values, then notes.
  /// Findings of equal severity keep their order.
  var mostSevereFirst: [ImportReport.Finding] {
    let actions = ["refused", "skipped", "repaired", "kept"]
    return actions.flatMap { action in filter { $0.action == action } }
      + filter { !actions.contains($0.action) }
  }
}

/// The destination file of an export.
struct ExportTarget {
  /// The entered path, with the format's extension appended if the path had no extension. A path
  /// for a converter is used as entered.
  let path: String
  let url: URL
  /// The path of the target file's folder if the folder does not exist. Nil if the folder exists.
  let missingFolder: String?

  /// Creates the destination for an entered path. If the path has no extension, appends the
  /// format's extension.
  ///
  /// - Parameter format: The format whose extension to append.
  ///   Nil if a converter writes the file in its own format.
  /// - Parameter createsFolder: Whether the file's folder is created if it is missing.
  /// - Parameter expand: A closure that returns the absolute path for an entered path.
  /// - Throws: ``EditorFailure`` if no file can be written at the path.
  init(
    _ typed: String, _ format: FileFormat?, createsFolder: Bool, expand: (String) -> String
  ) throws(EditorFailure) {
    if FileManager.default.isFolder(expand(typed)) {
      throw EditorFailure("\(typed) is a folder; add a file name.")
    }
    if let format {
      // A device such as /dev/stdout gets no extension.
      let isComplete = ExportName.hasExtension(typed) || Self.isDevice(expand(typed))
      path = isComplete ? typed : "\(typed).\(format.fileExtension)"
      url = URL(filePath: expand(path))
      do {
        _ = try Library.exportFormat(of: url)
      } catch {
        throw EditorFailure(error)
      }
    } else {
      path = typed
      url = URL(filePath: expand(path))
    }
    let folder = url.deletingLastPathComponent().path
    if !FileManager.default.fileExists(atPath: folder) {
      // The user has not yet agreed to a new folder; the editor asks and tries again.
      guard createsFolder else {
        missingFolder = folder
        return
      }
      do {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true)
      } catch {
        throw EditorFailure(
          "The folder \(folder) cannot be created (\(error.localizedDescription)); type another path."
        )
      }
    }
    missingFolder = nil
    guard FileManager.default.isFolder(folder) else {
      throw EditorFailure("\(folder) is not a folder; type another path.")
    }
    // Write access is checked first, so that a long export does not fail at its end.
    guard access(folder, W_OK) == 0 || access(url.path, W_OK) == 0 else {
      throw EditorFailure(
        """
        Cannot write to the folder \(folder) (\(String(cString: strerror(errno)))); \
        type another path.
        """)
    }
  }

  /// Returns whether a path refers to a device or a pipe, such as `/dev/stdout`.
  private static func isDevice(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }
}
