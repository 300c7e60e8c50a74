// swift-tools-version:6.2
import CompilerPluginSupport
import Foundation
import PackageDescription

// Compiling swift-syntax takes minutes. `make` therefore builds the macro plug-in with the
// swift-syntax of the toolchain, and passes the path of the library and the folder of the
// toolchain's swift-syntax in these variables. The manifest then omits the package swift-syntax.
// Without the variables this is an ordinary package (docs/adr/0012).
let prebuiltMacros = ProcessInfo.processInfo.environment["CARTOGRAPHER_MACRO_PLUGIN"]
let swiftSyntaxFolder = ProcessInfo.processInfo.environment["CARTOGRAPHER_SWIFT_SYNTAX"]

// `make` builds the program with the very versions in Packaging/dependencies.txt. A client of the
// library gets ranges, so that it can share the packages with its other dependencies.
let isPinned = ProcessInfo.processInfo.environment["CARTOGRAPHER_PINNED"] != nil

func package(_ url: String, _ version: Version) -> Package.Dependency {
  isPinned ? .package(url: url, exact: version) : .package(url: url, from: version)
}

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]
let macroUse: [SwiftSetting] =
  prebuiltMacros.map { [.unsafeFlags(["-load-plugin-library", $0])] } ?? []
let modelSettings = settings + macroUse

let grdb: [Target.Dependency] = [
  .product(name: "GRDB", package: "GRDB.swift"),
  .product(name: "GRDBSQLite", package: "GRDB.swift"),
]

var dependencies: [Package.Dependency] = [
  .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
  package("https://github.com/apple/swift-argument-parser", "1.8.2"),
  package("https://github.com/LebJe/TOMLKit", "0.6.0"),
  package("https://github.com/apple/swift-log", "1.16.2"),
]

var targets: [Target] = [
  .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
  .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
  .systemLibrary(name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
  .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
  .systemLibrary(
    name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
  .target(name: "CBuildStamp"),
  .target(
    name: "CNcurses", linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
  .target(name: "Geodesy", swiftSettings: settings),
  .target(
    name: "GeoFormats", dependencies: ["Geodesy", "CExpat", "CArchive", "CSQLite", "CZlib"],
    swiftSettings: settings),
  .target(
    name: "SwiftData",
    dependencies: grdb + (prebuiltMacros == nil ? ["SwiftDataMacros"] : []),
    swiftSettings: modelSettings),
  .target(
    name: "CartographerModel", dependencies: ["SwiftData", "Geodesy"],
    swiftSettings: modelSettings),
  .target(
    name: "CartographerCore",
    dependencies: ["CartographerModel", "SwiftData", "GeoFormats", "Geodesy", "CCrypto"],
    swiftSettings: modelSettings),
  .target(
    name: "BaseMap", dependencies: ["Geodesy", "CArchive", "CZlib"], swiftSettings: settings),
  .target(
    name: "MapTiles", dependencies: ["Geodesy", "CSQLite", "CZlib"], swiftSettings: settings),
  .target(name: "TerminalUI", dependencies: ["CNcurses"], swiftSettings: settings),
  .target(
    name: "CartographerPresentation",
    dependencies: [
      "BaseMap", "CartographerCore", "Geodesy", "MapTiles", "TerminalUI",
      .product(name: "TOMLKit", package: "TOMLKit"),
      .product(name: "Logging", package: "swift-log"),
    ],
    swiftSettings: settings),
  .target(
    name: "CartographerApp",
    dependencies: [
      "BaseMap", "CartographerCore", "CartographerPresentation", "SwiftData", "Geodesy",
      "TerminalUI",
      .product(name: "Logging", package: "swift-log"),
    ],
    swiftSettings: settings),
  .executableTarget(
    name: "cartographer",
    dependencies: [
      "CBuildStamp", "CartographerApp", "CartographerCore", "CartographerPresentation", "Geodesy",
      "TerminalUI",
      .product(name: "ArgumentParser", package: "swift-argument-parser"),
      .product(name: "Logging", package: "swift-log"),
    ],
    swiftSettings: settings),
  .executableTarget(
    name: "cartographer-bench",
    dependencies: [
      "CartographerApp", "CartographerCore", "CartographerPresentation", "Geodesy", "MapTiles",
      "TerminalUI", "TestSupport",
    ],
    path: "Tests/Benchmarks/CartographerBench", swiftSettings: settings),
  .executableTarget(
    name: "swiftdata-bench", dependencies: grdb + ["CartographerModel", "SwiftData"],
    path: "Tests/Benchmarks/SwiftDataBench", swiftSettings: modelSettings),
  .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
  .target(
    name: "LogicalDump", dependencies: ["CartographerModel", "SwiftData"],
    path: "Tests/LogicalDump", swiftSettings: modelSettings),
  .target(
    name: "GPXCompare", dependencies: ["CExpat"], path: "Tests/GPXCompare", swiftSettings: settings),
  .executableTarget(
    name: "gpxdiff", dependencies: ["GPXCompare"], path: "Tests/GPXDiff", swiftSettings: settings),
  .testTarget(
    name: "GPXCompareTests", dependencies: ["GPXCompare", "TestSupport", "gpxdiff"],
    swiftSettings: settings),
  .testTarget(
    name: "GeodesyTests", dependencies: ["Geodesy", "TestSupport"], swiftSettings: settings),
  .testTarget(
    name: "BaseMapTests", dependencies: ["BaseMap", "Geodesy", "TestSupport"],
    swiftSettings: settings),
  .target(
    name: "MapFixtures", dependencies: ["CSQLite", "CZlib", "TestSupport"],
    path: "Tests/MapFixtures", swiftSettings: settings),
  .testTarget(
    name: "MapTilesTests", dependencies: ["Geodesy", "MapFixtures", "MapTiles", "TestSupport"],
    swiftSettings: settings),
  .testTarget(
    name: "GeoFormatsTests", dependencies: ["GPXCompare", "GeoFormats", "Geodesy", "TestSupport"],
    swiftSettings: settings),
  .testTarget(
    name: "TerminalUITests", dependencies: ["TerminalUI", "TestSupport"], swiftSettings: settings),
  .testTarget(
    name: "ProjectTests", dependencies: ["TestSupport"], swiftSettings: settings),
  .testTarget(
    name: "SwiftDataTests", dependencies: grdb + ["SwiftData", "TestSupport"],
    swiftSettings: modelSettings),
  .target(
    name: "CFaultVFS", path: "Tests/CFaultVFS", linkerSettings: [.linkedLibrary("sqlite3")]),
  .target(
    name: "FaultModels", dependencies: ["SwiftData", "TestSupport"] + grdb.suffix(1),
    path: "Tests/FaultModels", swiftSettings: modelSettings),
  .executableTarget(
    name: "swiftdata-crash", dependencies: ["FaultModels", "SwiftData"],
    path: "Tests/SwiftDataCrash", swiftSettings: settings),
  .testTarget(
    name: "SwiftDataFaultTests",
    dependencies: [
      "CFaultVFS", "CartographerModel", "FaultModels", "SwiftData", "TestSupport",
      "swiftdata-crash",
    ],
    swiftSettings: settings),
  .testTarget(
    name: "CartographerModelTests",
    dependencies: ["CartographerModel", "Geodesy", "SwiftData", "TestSupport"],
    swiftSettings: modelSettings),
  .testTarget(
    name: "CartographerCoreTests",
    dependencies: [
      "CartographerCore", "CartographerModel", "SwiftData", "GPXCompare", "GeoFormats", "Geodesy",
      "LogicalDump", "TestSupport",
    ],
    swiftSettings: modelSettings),
  .testTarget(
    name: "CartographerPresentationTests",
    dependencies: [
      "BaseMap", "CartographerCore", "CartographerPresentation", "Geodesy", "MapFixtures",
      "MapTiles", "TerminalUI", "TestSupport",
    ],
    swiftSettings: settings),
  .testTarget(
    name: "CartographerAppTests",
    dependencies: [
      "BaseMap", "CartographerApp", "CartographerCore", "CartographerPresentation", "Geodesy",
      "LogicalDump", "MapFixtures", "TerminalUI", "TestSupport",
      .product(name: "Logging", package: "swift-log"),
    ],
    swiftSettings: settings),
  .testTarget(
    name: "EndToEndTests", dependencies: ["cartographer", "MapFixtures", "TestSupport"],
    swiftSettings: settings),
  .testTarget(
    name: "ArticleShapeTests", dependencies: ["SwiftData", "TestSupport"],
    swiftSettings: [.swiftLanguageMode(.v5)] + macroUse),
  .testTarget(
    name: "MainActorTests", dependencies: ["SwiftData", "TestSupport"],
    swiftSettings: modelSettings + [.defaultIsolation(MainActor.self)]),
  .testTarget(
    name: "MainActorSwift5Tests", dependencies: ["SwiftData", "TestSupport"],
    swiftSettings: [.swiftLanguageMode(.v5), .defaultIsolation(MainActor.self)] + macroUse),
]

if let swiftSyntaxFolder {
  // A test target that links a macro target would make SwiftPM build every module twice. Here the
  // macros are an ordinary module.
  let modules: SwiftSetting = .unsafeFlags(["-I", swiftSyntaxFolder])
  targets += [
    .target(
      name: "SwiftDataMacros", exclude: ["SwiftDataPlugin.swift"],
      swiftSettings: settings + [modules]),
    .testTarget(
      name: "SwiftDataMacrosTests", dependencies: ["SwiftDataMacros"],
      swiftSettings: settings + [modules],
      linkerSettings: [
        .unsafeFlags(
          ["-L", swiftSyntaxFolder, "-Xlinker", "-rpath", "-Xlinker", swiftSyntaxFolder]
            + [
              "SwiftDiagnostics", "SwiftParser", "SwiftSyntax", "SwiftSyntaxBuilder",
              "SwiftSyntaxMacroExpansion", "SwiftSyntaxMacros",
            ].map { "-l\($0)" })
      ]),
  ]
}

if prebuiltMacros == nil {
  dependencies.append(.package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"))
  targets += [
    .macro(
      name: "SwiftDataMacros",
      dependencies: [
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
      ],
      swiftSettings: settings)
  ]
}

let package = Package(
  name: "cartographer",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "cartographer", targets: ["cartographer"]),
    .library(name: "SwiftData", targets: ["SwiftData"]),
  ],
  dependencies: dependencies,
  targets: targets,
  swiftLanguageModes: [.v6]
)
