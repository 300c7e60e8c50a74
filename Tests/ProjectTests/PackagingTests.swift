import Foundation
import TestSupport
import Testing

/// Tests of the scripts in `Packaging` that need neither root nor a release build.
///
/// `make test-package` tests the finished packages.
@Suite struct PackagingTests {
  private static let folder = PackageFiles.root.appending(path: "Packaging")

  private static func script(_ name: String) -> String { folder.appending(path: name).path }

  // MARK: The release

  /// A repository with the files that a release is checked for.
  private struct Repository {
    let folder: TemporaryDirectory
    static let version = "1.2.3"

    init(heading: String) throws {
      folder = try TemporaryDirectory()
      for name in ["build-facts.sh", "check-release.sh"] {
        try folder.write(
          String(contentsOfFile: PackagingTests.script(name), encoding: .utf8),
          to: "Packaging/\(name)")
      }
      try folder.write(
        "  static let number = \"\(Self.version)\"\n",
        to: "Sources/cartographer/ProgramVersion.swift")
      try folder.write("# Changelog\n\n\(heading)\n", to: "docs/CHANGELOG.md")
      try git("init", "--quiet")
      try git("add", ".")
      try git("commit", "--quiet", "--message", "Add the files")
    }

    func git(_ words: String...) throws {
      let identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org"]
      let date = "2026-01-31T12:00:00Z"
      let result = try Subprocess.run(
        "git", identity + words,
        environment: ["GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date],
        workingDirectory: folder.url)
      guard result.exitCode == 0 else {
        throw TestSupportError(code: .unreadable, message: "git \(words): \(result.errors)")
      }
    }

    func check() throws -> Subprocess {
      try Subprocess.run("bash", [folder.file("Packaging/check-release.sh").path])
    }
  }

  @Test func `a release needs an unchanged commit with the tag of its version`() throws {
    let repository = try Repository(heading: "## 1.2.3 — 2026-01-31")
    let untagged = try repository.check()
    #expect(untagged.exitCode == 1)
    #expect(untagged.errors.contains("git tag -a v1.2.3"))
    try repository.git("tag", "v1.2.3")
    #expect(try repository.check().exitCode == 0)
    try repository.folder.write("stray", to: "notes.txt")
    let changed = try repository.check()
    #expect(changed.exitCode == 1)
    #expect(changed.errors.contains("?? notes.txt"))
    #expect(changed.errors.contains("Commit or remove them"))
    try repository.git("add", ".")
    try repository.git("commit", "--quiet", "--message", "Add notes")
    #expect(try repository.check().exitCode == 1)
  }

  @Test func `a release needs a dated heading in the changelog`() throws {
    let repository = try Repository(heading: "## 1.2.3 — not yet released")
    try repository.git("tag", "v1.2.3")
    let result = try repository.check()
    #expect(result.exitCode == 1)
    #expect(result.errors.contains("## 1.2.3 — "))
  }

  @Test(arguments: [("2026-01-30", Int32(1)), ("2026-01-31", 0), ("2026-02-01", 0)])
  func `the date in the changelog is the day of the commit or later`(day: String, code: Int32)
    throws
  {
    let repository = try Repository(heading: "## 1.2.3 — \(day)")
    try repository.git("tag", "v1.2.3")
    let result = try repository.check()
    #expect(result.exitCode == code, "\(result.errors)")
    #expect(code == 0 || result.errors.contains("## 1.2.3 — 2026-01-31"), "\(result.errors)")
  }

  // MARK: The dependencies

  @Test(arguments: ["deb", "tarball"])
  func `make checks the dependencies before it packs the program`(target: String) throws {
    let result = try Subprocess.run(
      "make", ["-n", "-o", "build", "-o", "setup-package", target],
      workingDirectory: PackageFiles.root)
    let check = try #require(result.output.range(of: "check-dependencies.sh .build-release"))
    let pack = try #require(result.output.range(of: "Packaging/\(target).sh"))
    #expect(check.lowerBound < pack.lowerBound)
  }

  @Test func `the listed dependencies are those of the manifest`() throws {
    let list = try String(contentsOfFile: Self.script("dependencies.txt"), encoding: .utf8)
    let manifest = try SourceTree.package.text("Package.swift")
    let listed = Set(
      list.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
        line.split(separator: " ").prefix(2).joined(separator: " ")
      })
    // swift-syntax is used only by the compiler and is no part of the program.
    let named = manifest.matches(
      of: /https:\/\/github\.com\/[^"\/]+\/([^"]+)", (?:exact: |from: )?"([0-9.]+)"/
    ).filter { $0.1 != "swift-syntax" }.map { "\($0.1) \($0.2)" }
    #expect(listed == Set(named))
    #expect(listed.count == 4)
  }

  @Test func `a changed dependency is found`() throws {
    let folder = try TemporaryDirectory()
    let result = try Subprocess.run(
      "bash", [Self.script("check-dependencies.sh"), folder.url.path])
    #expect(result.exitCode == 1)
    #expect(result.errors.contains("is not GRDB.swift"))
  }

  @Test(
    .enabled(
      if: FileManager.default.fileExists(
        atPath: PackageFiles.root.appending(path: ".build/checkouts").path)))
  func `the checked-out dependencies are the listed ones`() throws {
    let build = PackageFiles.root.appending(path: ".build").path
    let result = try Subprocess.run("bash", [Self.script("check-dependencies.sh"), build])
    #expect(result.exitCode == 0, "\(result.errors)")
  }

  // MARK: Files of the packages

  @Test func `the changelog is converted to Debian's format`() throws {
    let folder = try TemporaryDirectory()
    let changelog = try folder.write(
      """
      # Changelog

      An introduction.

      ## 1.2.3 — 2026-01-31

      - **Import:** `import` reads files, and this sentence is so long that it needs a second
        line in both formats.
        - A detail.

      ## 1.2.2 — 2026-01-01

      - Older.
      """, to: "CHANGELOG.md")
    let result = try Subprocess.run(
      "awk",
      [
        "-v", "version=1.2.3~git1", "-v", "maintainer=A <a@example.org>", "-v", "date=DATE",
        "-f", Self.script("changelog.awk"), changelog.path,
      ])
    #expect(
      result.output == """
        cartographer (1.2.3~git1) unstable; urgency=medium

          * Import: import reads files, and this sentence is so long that it needs a
            second line in both formats.
            - A detail.

         -- A <a@example.org>  DATE

        cartographer (1.2.2) unstable; urgency=medium

          * Older.

         -- A <a@example.org>  DATE


        """)
  }

  @Test func `install.sh installs and removes the program and keeps the user's store`() throws {
    let folder = try TemporaryDirectory()
    let unpacked = "unpacked folder"
    try folder.write(
      String(contentsOfFile: Self.script("install.sh"), encoding: .utf8),
      to: "\(unpacked)/install.sh")
    try folder.write("#!/bin/sh\necho version $1\n", to: "\(unpacked)/bin/cartographer")
    try folder.write("sample", to: "\(unpacked)/share/cartographer/sample/day.gpx")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.file("\(unpacked)/bin/cartographer").path)
    try folder.write("store", to: "home/.local/share/cartographer/default.store")
    func install(_ words: String...) throws -> Subprocess {
      try Subprocess.run(
        "sh", [folder.file("\(unpacked)/install.sh").path] + words,
        environment: ["HOME": folder.file("home").path, "PREFIX": "", "XDG_DATA_HOME": ""])
    }
    let installed = try install()
    #expect(installed.exitCode == 0, "\(installed.errors)")
    #expect(installed.output.contains("version --version\nInstalled Cartographer"))
    #expect(installed.output.contains("Add \(folder.file("home").path)/.local/bin to PATH"))
    func files() throws -> [String] {
      let home = folder.file("home").path
      return try #require(FileManager.default.subpaths(atPath: home)).filter {
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(home)/\($0)")
        return attributes[.type] as? FileAttributeType == .typeRegular
      }.sorted()
    }
    #expect(
      try files() == [
        ".local/bin/cartographer", ".local/share/cartographer/default.store",
        ".local/share/cartographer/sample/day.gpx",
      ])
    #expect(try install("--bogus").exitCode == 64)
    #expect(try install("--uninstall").exitCode == 0)
    #expect(try files() == [".local/share/cartographer/default.store"])
  }

  @Test func `make uninstall keeps a store in the same folder`() throws {
    let folder = try TemporaryDirectory()
    try folder.write("store", to: "share/cartographer/default.store")
    try folder.write("sample", to: "share/cartographer/sample/day.gpx")
    let result = try Subprocess.run(
      "make", ["-s", "-C", PackageFiles.root.path, "uninstall", "PREFIX=\(folder.url.path)"])
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(
      FileManager.default.fileExists(atPath: folder.file("share/cartographer/default.store").path))
    #expect(!FileManager.default.fileExists(atPath: folder.file("share/cartographer/sample").path))
  }
}
