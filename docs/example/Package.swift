// swift-tools-version:6.2
import PackageDescription

let package = Package(
  name: "field-notes",
  platforms: [.macOS(.v15)],
  dependencies: [
    // In a package of your own: the address of the repository and a version.
    .package(name: "cartographer", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "field-notes",
      dependencies: [
        // Named for Linux only: elsewhere `import SwiftData` finds Apple's framework.
        .product(
          name: "SwiftData", package: "cartographer", condition: .when(platforms: [.linux]))
      ])
  ]
)
