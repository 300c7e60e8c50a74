import GeoFormats
import Testing

/// Tests of the names of columns and of columns that the user specifies.
@Suite struct CSVColumnsTests {
  @Test(
    arguments: [
      "Latitude,Longitude,Name,Elevation", "Breitengrad,Längengrad,Bezeichnung,Höhe",
      "latitude,longitude,nom,altitude", "latitud,longitud,nombre,elevación",
      "latitudine,longitudine,nome,quota", "breedtegraad,lengtegraad,naam,hoogte",
      "Latitude,Longitude,Título,Altitude", "szerokość,długość,nazwa,wysokość",
      "zeměpisná šířka,zeměpisná délka,název,výška", "Bredde,Længde,Navn,Højde",
      "LAT (WGS84),LON (WGS84),Title,Alt (m)", "Y,X,label,ele_m",
    ])
  func `the names of columns are understood in many languages`(header: String) throws {
    let result = try TableReading.read("\(header)\n46.02,7.75,Zermatt,1608\n")
    #expect(TableReading.places(result) == ["Zermatt 46.02 7.75"])
    #expect(result.document.places.first?.elevation == 1608)
  }

  @Test(arguments: [
    ("lat,lon,name\n46,7,Hut\n", ["lat", "lon", "name"], "lat=1,lon=2"),
    ("Places of 2026\nlat;lon\n46;7\n", ["lat", "lon"], "lat=1,lon=2"),
    ("n,b,a\nHut,7,46\n", ["n", "b", "a"], "lat=3,lon=2"),
    ("n,b,a\nHut,7,46\n", ["n", "b", "a"], "lat=1,lon=2"),
    ("7,46,Hut\n8,47,Lake\n", ["1", "2", "3"], "lat=2,lon=1"),
  ])
  func `the report names the columns of a table, also of a rejected one`(
    table: String, names: [String], columns: String
  ) throws {
    #expect(try TableReading.read(table).report.columnNames == names)
    let specified = try TableReading.read(table, columns: columns)
    #expect(specified.report.columnNames == names, "the names do not depend on the option")
  }

  @Test func `units in the header are converted to metres and seconds`() throws {
    let result = try TableReading.read(
      """
      time,lat,lon,Elevation (ft),Speed [km/h],temp (°F),distance_km
      2026-07-11T06:00:00Z,46,7,1000,36,50,1.5
      """)
    let points = try #require(result.document.paths.first).points
    #expect(points.elevations.map { ($0 * 10).rounded() } == [3048])
    #expect(points.sensors[GeoSensor.speed.rawValue] == [10])
    #expect(abs(points.sensors[GeoSensor.airTemperature.rawValue][0] - 10) < 1e-9)
    #expect(points.sensors[GeoSensor.distance.rawValue] == [1500])
    #expect(result.report.message(.csvColumns)?.contains("speed in Speed [km/h]") == true)
  }

  @Test func `a column with an unknown unit is kept but not converted`() throws {
    let result = try TableReading.read("lat,lon,speed (furlongs)\n46,7,3\n")
    #expect(result.document.places.first?.sensors.isEmpty == true)
    #expect(result.document.places.first?.kept?.contains("speed (furlongs)") == true)
  }

  @Test func `other columns are kept as extensions with their names`() throws {
    let result = try TableReading.read("lat,lon,Owner,\n46,7,SAC <Bern>,extra,more\n")
    let kept = try #require(result.document.places.first?.kept)
    #expect(kept.contains("name=\"Owner\">SAC &lt;Bern"))
    #expect(kept.contains("name=\"column 4\">extra"))
    #expect(kept.contains("name=\"column 5\">more"))
  }

  @Test func `cells beyond a header without other columns are kept`() throws {
    let result = try TableReading.read("lat,lon,name\n45,6,Smith, John\n46,7,Hut,\n")
    #expect(result.document.places.map(\.name) == ["Smith", "Hut"])
    #expect(result.document.places[0].kept?.contains("name=\"column 4\">John") == true)
    #expect(result.document.places[1].kept == nil)
  }

  @Test func `a column may have a number as its name`() throws {
    let result = try TableReading.read("lat,lon,226\n46,7,x\n")
    #expect(TableReading.places(result) == ["– 46.0 7.0"])
    #expect(result.document.places.first?.kept?.contains("name=\"226\">x") == true)
  }

  @Test func `fields of places are read from their columns`() throws {
    let result = try TableReading.read(
      """
      lat,lon,name,comment,description,symbol,type,groups,notes,colour,url,hdop,satellites
      46,7,Hut,c,d,Lodge,SAC,Alps;2026,n,#ff0000,https://example.org,1.5,7
      """)
    let place = try #require(result.document.places.first)
    #expect([place.name, place.comment, place.details] == ["Hut", "c", "d"])
    #expect([place.symbol, place.type, place.extras.notes] == ["Lodge", "SAC", "n"])
    #expect(place.extras.groups == ["Alps", "2026"])
    #expect(place.extras.colour == "#FF0000")
    #expect(place.fields.links.map(\.href) == ["https://example.org"])
    #expect(place.fields.hdop == 1.5)
    #expect(place.fields.satellites == 7)
  }

  @Test func `the option names columns by number and by header`() throws {
    let text = "id,Bez,Nord,Ost\n1,A,46,7\n"
    let result = try TableReading.read(text, columns: "lat=3, lon = ost ,name=Bez")
    #expect(TableReading.places(result) == ["A 46.0 7.0"])
    let message = try #require(result.report.message(.csvColumns))
    #expect(message.contains("lat=3, lon=4, name=2"))
    #expect(message.contains("kept as extension values: 1 “id”"))
  }

  @Test func `the option overrules the guess, and other guesses stay`() throws {
    let result = try TableReading.read(
      "name,title,lat,lon\nwrong,right,46,7\n", columns: "name=2")
    #expect(TableReading.places(result) == ["right 46.0 7.0"])
    #expect(result.document.places.first?.kept?.contains("wrong") == true)
  }

  @Test(
    arguments: [
      ("lat,lon,Owner (ft),Höhe", "ele=4", nil, 100), ("lat,lon,x,Höhe (ft)", "ele=3", nil, 5),
      ("lat,lon,Höhe (ft),Höhe (m)", "ele=4", nil, 100),
      ("lat,lon,Peak (ft),Höhe", "ele=3", "elevation in Peak (ft)", 1.524),
      ("lat,lon,Höhe,Höhe (ft)", "name=3,ele=4", "elevation in Höhe (ft)", 30.48),
    ] as [(String, String, String?, Double)])
  func `the option converts units as the header states them, and tells only these`(
    header: String, option: String, converted: String?, elevation: Double
  ) throws {
    let result = try TableReading.read("\(header)\n46,7,5,100\n", columns: option)
    let message = try #require(result.report.message(.csvColumns))
    #expect(message.contains("converted: ") == (converted != nil), "\(message)")
    #expect(message.contains(converted ?? ""))
    #expect(abs((result.document.places.first?.elevation ?? .nan) - elevation) < 1e-9)
  }

  @Test func `a table without a header is read with the option`() throws {
    let result = try TableReading.read("A,46,7\nB,47,8\n", columns: "lat=2,lon=3,name=1")
    #expect(TableReading.places(result) == ["A 46.0 7.0", "B 47.0 8.0"])
  }

  @Test(
    arguments: [
      ("lat=9,lon=2", "there is no column 9; the table has 3 columns: 1 “name”, 2 “a”, 3 “b”"),
      ("lat=foo,lon=2", "there is no column named “foo”"), ("lat", "does not have the form"),
      ("wat=1", "the field “wat” is unknown; the fields are lat, lon"),
      ("lat=1,lat=2", "specified twice"),
      ("lat=2,lon=2", "column 2 is specified for both lat and lon"),
      ("lat=a,lon=3,ele=2", "column 2 is specified for both lat and ele"),
      (" ", "does not have the form"),
      ("lat=0,lon=1", "no column 0"),
      ("name=1", "no columns are named latitude and longitude: 1 “name”"),
    ])
  func `an error in the option is told with the columns there are`(
    option: String, message: String
  ) throws {
    let report = try TableReading.read("name,a,b\nA,46,7\n", columns: option).report
    #expect(report.refusal?.code == .csvColumnsUnusable)
    #expect(report.refusal?.message.contains(message) == true)
    #expect(report.refusal?.remedy == .chooseColumns)
  }

  @Test(
    arguments: [
      ("name,easting,northing\nA,600000,200000\n", "projected coordinates"),
      ("name;Rechtswert;Hochwert\nA;3500000;5400000\n", "projected coordinates"),
      ("name,x,y\nA,600000,200000\n", "too large for degrees"),
      ("name,price\nA,3\n", "no columns are named latitude and longitude"),
    ])
  func `columns without degrees are refused with a reason`(text: String, reason: String) throws {
    let report = try TableReading.read(text).report
    #expect(report.refusal?.code == .csvColumnsUnusable)
    #expect(report.refusal?.message.contains(reason) == true)
  }

  @Test func `a value that is not a number is told and kept`() throws {
    let result = try TableReading.read("lat,lon,ele,hr\n46,7,high,fast\n47,8,n/a,-\n")
    #expect(result.report.all(.elevationUnreadable).first?.column == 6)
    #expect(result.report.all(.valueInvalid).count == 1)
    #expect(result.report.faults.allSatisfy { $0.action == .kept })
    #expect(result.report.faults.allSatisfy { $0.message.hasSuffix("kept as an extension value") })
    #expect(result.document.places[0].kept?.contains(">high<") == true)
    #expect(result.document.places[1].kept == nil)
  }

  @Test func `a colour that cannot be read is told and kept`() throws {
    let result = try TableReading.read(
      "name,lat,lon,colour\nA,46,7,#f00\nB,46,8,zzz\nC,46,9,bad\nD,46,10,red\nE,46,11,-\nF,46,12,00ff00\n"
    )
    let places = result.document.places
    #expect(places.map(\.extras.colour) == ["#FF0000", nil, nil, "#FF0000", nil, "#00FF00"])
    let told = result.report.all(.valueInvalid)
    #expect(told.map { "\($0.line ?? 0):\($0.column ?? 0)" } == ["3:8", "4:8"])
    #expect(
      told.first?.message
        == "colour: “zzz” is not a known colour; it is kept as an extension value")
    #expect(told.allSatisfy { $0.isFault })
    #expect(places[1].kept?.contains(">zzz<") == true)
    #expect(places[4].kept == nil)
  }

  @Test func `the unreadable colour of a path is told`() throws {
    let result = try TableReading.read("path,lat,lon,colour,segment\nUp,46,7,rot,1\nUp,46,8,,1\n")
    #expect(result.document.paths.map(\.header.extras.colour) == [nil])
    #expect(result.report.all(.valueInvalid).map(\.line) == [2])
    let line = try TableReading.read("wkt;colour\nLINESTRING (7 46, 8 47);rot\n")
    #expect(line.report.all(.valueInvalid).map(\.line) == [2])
  }
}
