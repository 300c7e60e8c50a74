/// The imports that a module and its folders may have, as listed in the module table.
struct ModuleRule {
  let module: String
  let imports: Set<String>
  /// Additional imports allowed only in files below a folder, by the folder's name.
  var folderImports: [String: Set<String>] = [:]
  var reexports: Set<String> = []
  /// Whether the module only wraps a C library and therefore has no Swift file.
  var isCWrapper = false
  /// Whether the module's API may be `public`, not only `package`.
  var isLibrary = false

  static let everywhere: Set<String> = [
    "Foundation", "Observation", "Synchronization", "Logging", "Collections",
  ]

  /// The folders that may use the clock, the environment, the terminal and the operating system.
  ///
  /// Only these folders may import the C library.
  static let edges = [
    "cartographer", "CartographerApp/Runtime", "CartographerPresentation/UserFiles",
    "SwiftData/Storage", "TerminalUI/Backend",
  ]
  static let systemLibraries: Set<String> = ["Glibc"]

  static let table: [ModuleRule] = [
    ModuleRule(
      module: "SwiftData", imports: ["SwiftDataMacros"],
      folderImports: ["Storage": ["GRDB", "GRDBSQLite"]],
      reexports: ["Foundation", "Observation"], isLibrary: true),
    ModuleRule(
      module: "SwiftDataMacros",
      imports: [
        "SwiftSyntax", "SwiftSyntaxMacros", "SwiftSyntaxBuilder", "SwiftCompilerPlugin",
        "SwiftDiagnostics", "SwiftOperators", "SwiftParser",
      ]),
    ModuleRule(module: "Geodesy", imports: [], isLibrary: true),
    ModuleRule(
      module: "GeoFormats", imports: ["Geodesy", "CExpat", "CArchive", "CZlib"],
      folderImports: ["GeoPackage": ["CSQLite"]], isLibrary: true),
    ModuleRule(module: "CartographerModel", imports: ["SwiftData", "Geodesy"]),
    ModuleRule(
      module: "CartographerCore",
      imports: ["CartographerModel", "SwiftData", "GeoFormats", "Geodesy"],
      folderImports: ["Import": ["CCrypto"]]),
    ModuleRule(module: "TerminalUI", imports: ["CNcurses"]),
    ModuleRule(module: "BaseMap", imports: ["Geodesy", "CArchive", "CZlib"], isLibrary: true),
    ModuleRule(
      module: "MapTiles", imports: ["Geodesy", "CZlib"], folderImports: ["MBTiles": ["CSQLite"]]),
    ModuleRule(
      module: "CartographerPresentation",
      imports: ["BaseMap", "CartographerCore", "Geodesy", "MapTiles", "TerminalUI"],
      folderImports: ["Configuration": ["TOMLKit"]]),
    ModuleRule(
      module: "CartographerApp",
      imports: [
        "BaseMap", "CartographerCore", "CartographerPresentation", "SwiftData", "Geodesy",
        "TerminalUI",
      ]),
    ModuleRule(
      module: "cartographer",
      imports: [
        "CBuildStamp", "CartographerCore", "CartographerPresentation", "Geodesy", "TerminalUI",
        "ArgumentParser",
      ],
      folderImports: ["Editor": ["CartographerApp"]]),
    ModuleRule(module: "CBuildStamp", imports: [], isCWrapper: true),
    ModuleRule(module: "CNcurses", imports: [], isCWrapper: true),
    ModuleRule(module: "CExpat", imports: [], isCWrapper: true),
    ModuleRule(module: "CArchive", imports: [], isCWrapper: true),
    ModuleRule(module: "CZlib", imports: [], isCWrapper: true),
    ModuleRule(module: "CSQLite", imports: [], isCWrapper: true),
    ModuleRule(module: "CCrypto", imports: [], isCWrapper: true),
  ]

  /// Returns the forbidden imports of a source file, one line each.
  static func violations(in file: SourceFile) -> [String] {
    let path = file.path
    let parts = path.split(separator: "/").map(String.init)
    guard let module = parts.first, let rule = table.first(where: { $0.module == module }) else {
      return ["\(path): the folder is missing from the module table"]
    }
    guard !rule.isCWrapper else {
      return ["\(path): a module that wraps a C library must not contain Swift files"]
    }
    let folders = parts.dropFirst().dropLast()
    let allowed = everywhere.union(rule.imports)
      .union(folders.first.flatMap { rule.folderImports[$0] } ?? [])
      .union(edges.contains { path.hasPrefix("\($0)/") } ? systemLibraries : [])
    return ImportDeclaration.all(in: file.code).compactMap { found in
      if !allowed.contains(found.module) {
        return "\(path):\(found.line): \(module) must not import \(found.module) here"
      }
      if found.isReexport, !rule.reexports.contains(found.module) {
        return "\(path):\(found.line): \(module) must not re-export \(found.module)"
      }
      return nil
    }
  }
}
