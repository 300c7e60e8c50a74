import CartographerPresentation
import Foundation
import TestSupport
import Testing

/// The user's home folder and the folder of the sample trip.
@Suite struct UserFolderTests {
  @Test(arguments: [
    ("~", "/h"), ("~/a b.gpx", "/h/a b.gpx"), ("a~/b", "a~/b"), ("/x/~", "/x/~"), ("", ""),
  ])
  func `a leading tilde is the folder in HOME`(path: String, expected: String) {
    #expect(HomeFolder.expanding(path, ["HOME": "/h"]) == expected)
    #expect(HomeFolder.expanding(path, ["HOME": "/h/"]) == expected)
  }

  @Test func `paths in the home folder are shown with a tilde`() {
    #expect(HomeFolder.abbreviating("/h/a.gpx", home: "/h") == "~/a.gpx")
    #expect(HomeFolder.abbreviating("/h", home: "/h") == "~")
    #expect(HomeFolder.abbreviating("/hh/a.gpx", home: "/h") == "/hh/a.gpx")
    #expect(HomeFolder.abbreviating("/a.gpx", home: "") == "/a.gpx")
    #expect(HomeFolder.expanding("~/a", ["HOME": "/"]) == "/a")
  }

  @Test func `the sample trip is found beside an installed program or in a checkout`() throws {
    let folder = try TemporaryDirectory()
    let installed = folder.file("usr/bin/cartographer")
    #expect(SampleTrip.folder(of: installed) == nil)
    try folder.write("", to: "usr/share/cartographer/sample/plan.gpx")
    #expect(
      SampleTrip.folder(of: installed)?.standardizedFileURL.path
        == folder.file("usr/share/cartographer/sample").path)
    let built = folder.file("src/.build/debug/cartographer")
    try folder.write("", to: "src/SampleData/plan.gpx")
    #expect(SampleTrip.folder(of: built) == nil, "the folder of another project")
    try folder.write("", to: "src/Package.swift")
    #expect(SampleTrip.folder(of: built)?.path == folder.file("src/SampleData").path)
  }
}
