import CartographerCore
import TerminalUI

extension FileBrowser {
  static let commands: [Command] = [
    command(
      "open-entry", "Open the selected folder, or import the marked files or the selected file",
      hint: "open or import", keys: [.files: "enter"]
    ) { browser, state in state.openEntry(of: browser) },
    command("enter-folder", "Open the selected folder", hint: "open", keys: [.files: "l or right"])
    { browser, state in
      guard browser.isFolderSelected else {
        let enter = state.key("open-entry")
        return state.warn("\(enter) imports the file")
      }
      return state.openEntry(of: browser)
    },
    command(
      "parent-folder", "Go to the parent folder", hint: "parent",
      keys: [.files: "backspace or h or left"]
    ) { browser, state in state.showParent(of: browser) },
    change("mark-file", "Mark or unmark the file or folder", hint: "mark", keys: "space") {
      $0.toggleMark(in: $1)
    },
    change(
      "mark-files", "Mark or unmark all files shown here", hint: "mark all", keys: "a or *"
    ) { browser, _ in browser.toggleAll() },
    command(
      "import-marked", "Import the marked files and folders", hint: "import marked",
      keys: [.files: "i"]
    ) { browser, state in state.importMarked(in: browser) },
    change("filter-files", "Filter by name, such as alps or *.gpx", hint: "filter", keys: "/") {
      browser, _ in browser.startFilter()
    },
    command(
      "toggle-hidden", "Show or hide hidden files", hint: "hidden files", keys: [.files: "."]
    ) { browser, state in
      state.jobs.toggleHiddenFiles()
      return state.updateShownFiles(in: browser)
    },
    command(
      "toggle-other-files", "Show or hide files in unknown formats",
      hint: "other files", keys: [.files: "o"]
    ) { browser, state in
      state.jobs.toggleOtherFiles()
      return state.updateShownFiles(in: browser)
    },
    command("home-folder", "Go to the home folder", hint: "home", keys: [.files: "~"]) {
      browser, state in state.show("~", in: browser)
    },
    command(
      "type-path", "Type the path of a file or folder, or a pattern such as *.gpx",
      hint: "type a path", keys: [.files: ":"]
    ) { browser, state in
      let folder = browser.listing.map { state.jobs.imports.abbreviated($0.folder) } ?? ""
      return state.openCommandPrompt(
        "import \(folder.hasSuffix("/") ? folder : folder + "/")", suggestsFolder: true)
    },
    command(
      "close-files", "Close the file browser, or clear its filter", hint: "close",
      keys: [.files: "esc"]
    ) { browser, state in
      guard browser.field.isEmpty else {
        return state.change(browser) { $0.endFilter(keeping: false, in: $1) }
      }
      state.overlays.close()
      return []
    },
    command(
      "keep-file-filter", "Keep the filter and go back to the files", hint: "keep filter",
      keys: [.fileFilter: "enter or tab"]
    ) { browser, state in state.change(browser) { $0.endFilter(keeping: true, in: $1) } },
    command(
      "clear-file-filter", "Clear the filter", hint: "clear filter", keys: [.fileFilter: "esc"]
    ) { browser, state in state.change(browser) { $0.endFilter(keeping: false, in: $1) } },
  ]

  /// Returns a command that changes only the state of the file browser.
  private static func change(
    _ id: String, _ title: String, hint: String, keys: String,
    _ change: @escaping @Sendable (inout FileBrowser, AppState) -> Void
  ) -> Command {
    command(id, title, hint: hint, keys: [.files: keys]) { browser, state in
      state.change(browser, change)
    }
  }

  var hints: [PopupHint] {
    guard !isFiltering else {
      return [
        PopupHint("keep-file-filter"), PopupHint("clear-file-filter"),
        PopupHint("popup-up", "popup-down", label: "select"),
      ]
    }
    return [
      PopupHint(
        "open-entry", label: isFolderSelected ? "open" : "import", isPromoted: true),
      PopupHint("mark-file"), PopupHint("mark-files"), PopupHint("parent-folder"),
      PopupHint("filter-files"), PopupHint("close-files"), PopupHint("type-path"),
      PopupHint("toggle-hidden"), PopupHint("toggle-other-files"),
    ]
  }

  /// Opens the pasted paths: shows a folder, or asks whether to import files. In the filter field,
  /// only absolute paths are opened, and any other text is inserted into the field.
  func paste(_ text: String, in state: inout AppState) -> [Effect]? {
    if let paths = DroppedPaths(text)?.paths { return state.open(paths, in: self) }
    guard !isFiltering else { return nil }
    let lines = text.split(whereSeparator: \.isNewline)
    guard lines.count == 1, !lines[0].allSatisfy(\.isWhitespace), let listing else {
      return state.warn("paste the absolute paths of files or folders; other text is ignored")
    }
    return state.open([listing.path(of: String(lines[0]))], in: self)
  }

  /// Whether a folder or the parent folder's row is selected.
  fileprivate var isFolderSelected: Bool { selected?.isFolder ?? true }
}

extension AppState {
  /// Opens the file browser in the most recently shown folder.
  mutating func openFileBrowser() -> [Effect] {
    let number = jobs.nextImportRequest()
    overlays.push(
      FileBrowser(
        number: number, showsHidden: jobs.imports.showsHidden,
        showsOthers: jobs.imports.showsOthers))
    return [.listFolder(number: number, path: jobs.imports.folder)]
  }

  mutating func receiveFolder(_ listing: FolderListing, of number: Int) -> [Effect] {
    var shown: FolderListing?
    var marks: Set<String> = []
    let state = self
    overlays.update(FileBrowser.self) {
      shown = $0.receive(listing, of: number, in: state)
      marks = $0.marks
    }
    guard let shown else { return [] }
    jobs.rememberFolder(shown.folder)
    if shown != listing, let problem = listing.problem {
      input.dropTyped()
      return fail(EditorFailure(problem))
    }
    guard let file = listing.file else { return [] }
    overlays.remove(FileBrowser.self)
    return askImport(of: marks.union([listing.path(of: file)]).sorted())
  }

  /// Updates the file browser's list after the user changes whether hidden files or files in
  /// unknown formats are shown.
  fileprivate mutating func updateShownFiles(in browser: FileBrowser) -> [Effect] {
    var changed = browser
    changed.show(
      hidden: jobs.imports.showsHidden, others: jobs.imports.showsOthers, in: self)
    overlays.replaceTop(changed)
    return []
  }

  /// Shows another folder in the file browser.
  fileprivate mutating func show(
    _ folder: String, in browser: FileBrowser, selecting name: String? = nil,
    isPasted: Bool = false
  ) -> [Effect] {
    let number = jobs.nextImportRequest()
    var changed = browser
    changed.leave(for: number, selecting: name, isPasted: isPasted)
    overlays.replaceTop(changed)
    return [.listFolder(number: number, path: folder)]
  }

  /// Opens the folder at a pasted path, or asks whether to import the marked files and the files at
  /// the pasted paths.
  fileprivate mutating func open(_ paths: [String], in browser: FileBrowser) -> [Effect] {
    // Whether a path refers to a folder is known only when the request is answered.
    if paths.count == 1 { return show(paths[0], in: browser, isPasted: true) }
    overlays.close()
    return askImport(of: browser.marks.union(paths).sorted())
  }

  fileprivate mutating func showParent(of browser: FileBrowser) -> [Effect] {
    guard let listing = browser.listing, let parent = listing.parent else {
      return warn("this folder has no parent folder")
    }
    return show(parent, in: browser, selecting: listing.name)
  }

  /// Opens the selected folder. If a file is selected, imports the marked files or, if none is
  /// marked, the selected file.
  mutating func openEntry(of browser: FileBrowser) -> [Effect] {
    guard let listing = browser.listing else { return [] }
    guard let entry = browser.selected else { return showParent(of: browser) }
    let path = listing.path(of: entry.name)
    if entry.isFolder { return show(path, in: browser) }
    guard browser.marks.isEmpty else { return importMarked(in: browser) }
    overlays.close()
    return importFile(at: path)
  }

  fileprivate mutating func importMarked(in browser: FileBrowser) -> [Effect] {
    guard !browser.marks.isEmpty else {
      let mark = key("mark-file")
      return warn("no file is marked; \(mark) marks one")
    }
    overlays.close()
    return askImport(of: browser.marks.sorted())
  }
}
