// swift-tools-version:6.2
import PackageDescription

let package = Package(
  name: "field-notes",
  platforms: [.macOS(.v15)],
  dependencies: [
    // In your own package, give the address of the repository and a version.
    .package(name: "cartographer", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "field-notes",
      dependencies: [
        // Linux only: on other platforms `import SwiftData` finds Apple's framework.
        .product(
          name: "SwiftData", package: "cartographer", condition: .when(platforms: [.linux]))
      ]),
    // The quick start in docs/manual/swiftdata.md.
    .executableTarget(
      name: "trips",
      dependencies: [
        .product(
          name: "SwiftData", package: "cartographer", condition: .when(platforms: [.linux]))
      ]),
  ]
)
