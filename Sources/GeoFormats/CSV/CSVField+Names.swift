import Foundation

/// The meaning of a column name in a table's header.
struct CSVColumnName {
  let field: CSVField
  let unit: CSVUnit
}

extension CSVColumnName {
  /// Recognises a column name, such as `Höhe (m)`, in any of several languages.
  ///
  /// - Returns: Nil if the name, or the unit after the name, is unknown.
  init?(_ text: String) {
    let (name, unit) = Self.split(text)
    if let field = Self.fields[name] {
      self.init(field, unit: unit)
      return
    }
    // A unit without brackets: `elevation_ft`, `speed km/h`.
    let words = text.lowercased().split { " _-.".contains($0) }
    guard words.count > 1, let last = words.last,
      let field = Self.fields[Self.key(words.dropLast().joined())]
    else { return nil }
    self.init(field, unit: String(last))
  }

  private init?(_ field: CSVField, unit name: String?) {
    guard let name, !Self.plainUnits.contains(name) else {
      self.init(field: field, unit: CSVUnit())
      return
    }
    guard let quantity = field.quantity else {
      guard Self.impliedUnits[field]?.contains(name) ?? false else { return nil }
      self.init(field: field, unit: CSVUnit())
      return
    }
    guard let unit = CSVUnit.named(name, quantity) else { return nil }
    self.init(field: field, unit: unit)
  }

  /// Returns the unit in a column's name, such as feet in `Peak (ft)`. Returns nil if the name
  /// includes no unit of the given quantity.
  static func unit(in text: String, _ quantity: CSVUnit.Dimension) -> CSVUnit? {
    let words = text.lowercased().split { " _-.".contains($0) }
    let name = split(text).unit ?? words.dropFirst().last.map { String($0) }
    return name.flatMap { CSVUnit.named($0, quantity) }
  }

  /// Units and remarks that can follow a column name without changing the meaning of the column.
  private static let plainUnits: Set = ["", "wgs84", "gps", "utc", "gmt", "dd", "dec", "decimal"]

  private static let impliedUnits: [CSVField: Set<String>] = [
    .latitude: ["deg", "°", "degrees", "grad", "dms", "dm", "n", "y", "north"],
    .longitude: ["deg", "°", "degrees", "grad", "dms", "dm", "e", "x", "east"],
    .course: ["deg", "°", "degrees", "grad"], .bearing: ["deg", "°", "degrees", "grad"],
    .magneticVariation: ["deg", "°", "degrees"],
    .heartRate: ["bpm", "1/min", "/min"], .cadence: ["rpm", "spm", "1/min", "/min"],
    .power: ["w", "watt", "watts"],
    .time: ["local", "s", "ms", "unix", "iso", "iso8601", "24h"], .date: ["local", "iso"],
    .correctionAge: ["s"],
  ]

  /// Splits a column's name into the normalised name (see ``key(_:)``) and the unit in brackets, if
  /// any.
  private static func split(_ text: String) -> (key: String, unit: String?) {
    guard let open = text.lastIndex(where: { $0 == "(" || $0 == "[" }) else {
      return (key(text), nil)
    }
    let unit = text[text.index(after: open)...].lowercased()
      .filter { !$0.isWhitespace && !")].".contains($0) }
    return (key(String(text[..<open])), unit)
  }

  /// Returns a column's name in lower case, without accents, blanks or punctuation.
  static func key(_ text: String) -> String {
    let folded = text.lowercased().folding(options: .diacriticInsensitive, locale: nil)
    let letters: [Character: String] = [
      "ł": "l", "ø": "o", "ı": "i", "đ": "d", "æ": "ae", "ß": "ss",
    ]
    return folded.filter { $0.isLetter || $0.isNumber }
      .map { letters[$0] ?? String($0) }.joined()
  }

  /// The prefix that distinguishes a column of preserved values from a field with the same name.
  private static let preservedPrefix = "extra:"

  /// Returns the name to write in the header for a column with preserved values.
  ///
  /// A name that the reader would interpret as a field, such as `DATE`, is written with a prefix.
  /// ``preserved(_:)`` removes the prefix again.
  static func preserving(_ name: String) -> String {
    isFieldName(name) ? preservedPrefix + name : name
  }

  /// Returns the original name of a column with preserved values, given the name in the header.
  static func preserved(_ name: String) -> String {
    guard name.hasPrefix(preservedPrefix) else { return name }
    let original = String(name.dropFirst(preservedPrefix.count))
    return isFieldName(original) ? original : name
  }

  /// Returns whether a name is a field's name once all leading ``preservedPrefix`` strings are
  /// removed.
  private static func isFieldName(_ name: String) -> Bool {
    var rest = name[...]
    while rest.hasPrefix(preservedPrefix) { rest = rest.dropFirst(preservedPrefix.count) }
    return CSVColumnName(String(rest)) != nil
  }

  /// Returns whether a column name denotes a projected coordinate, such as an easting.
  static func isProjected(_ text: String) -> Bool { projected.contains(split(text).key) }

  private static let projected: Set<String> = Set(
    """
    easting northing eastings northings utme utmn utmeast utmnorth utmeasting utmnorthing \
    rechtswert hochwert ostwert nordwert este norte estutm nordutm xutm yutm utmx utmy \
    lv95e lv95n lv95x lv95y ch1903x ch1903y lv03x lv03y lambertx lamberty gkrechts gkhoch
    """.split { $0 == " " }.map(String.init))

  /// The field for each known column name, keyed by the normalised name (see ``key(_:)``).
  private static let fields: [String: CSVField] = {
    var fields: [String: CSVField] = [:]
    for (field, names) in names {
      for name in names.split(whereSeparator: \.isWhitespace) { fields[String(name)] = field }
    }
    for field in CSVField.allCases {
      fields[key(field.header)] = field
      fields[field.key] = field
    }
    return fields
  }()

  /// The known column names: words in English, German, French, Spanish, Italian, Dutch, Portuguese,
  /// Polish, Czech and the Scandinavian languages, and names that devices and programs use.
  private static let names: [(CSVField, String)] = [
    (
      .latitude,
      """
      lat latitude latitud latitudine breite breitengrad geogbreite geographischebreite breedte \
      breedtegraad szerokosc szerokoscgeograficzna zemepisnasirka sirka bredde breddegrad \
      breddgrad leveysaste latdd latdeg latwgs84 wgs84lat gpslat gpslatitude poslat positionlat \
      positionlatitude decimallatitude latdecimal latitudedecimal ycoord широта
      """
    ),
    (
      .longitude,
      """
      lon long lng longitude longitud longitudine lange laenge langengrad laengengrad geoglange \
      geoglaenge geographischelange geographischelaenge lengte lengtegraad dlugosc \
      dlugoscgeograficzna zemepisnadelka delka lengde lengdegrad laengde langdgrad longitud laengdgrad \
      pituusaste londd londeg longdd lonwgs84 wgs84lon gpslon gpslong gpslng gpslongitude poslon \
      poslong positionlong positionlon positionlongitude decimallongitude londecimal \
      longitudedecimal xcoord долгота
      """
    ),
    (
      .latitudeHemisphere,
      """
      ns nsindicator latns latdir latitudens latituderef latref
      """
    ),
    (
      .longitudeHemisphere,
      """
      ew ewindicator lonew londir longitudeew longituderef lonref
      """
    ),
    (
      .position,
      """
      position coordinates coordinate coords coord latlon latlng latlong latitudelongitude \
      gpscoordinates gpscoordinate koordinaten koordinate coordonnees coordonneesgps coordenadas \
      coordinategps coordinaten wspolrzedne souradnice koordinater wkt geometry geom geometrie \
      geometria thegeom wkbgeometry geowkt point
      """
    ),
    (
      .elevation,
      """
      ele elev elevation alt altitude height hohe hoehe hoheunn hohem altitud elevacion elevacao \
      altezza quota altitudine hoogte wysokosc wysokoscnpm vyska nadmorskavyska hoyde hojde hojd \
      korkeus gpsaltitude altitudemsl heightmsl altmsl hmsl высота
      """
    ),
    (
      .time,
      """
      time datetime timestamp dateandtime datetimeutc timeutc utc utctime gmttime gmt zeit uhrzeit \
      zeitstempel zeitpunkt datumzeit datumuhrzeit horodatage dateheure heure fechahora fechayhora \
      hora dataora dataehora datahora ora datumtijd tijd czas dataczas dataiczas godzina cas \
      datumacas tid dato tidspunkt recordedat isotime time8601 iso8601 unixtime unixtimestamp \
      epoch epochtime epochms timestampms timems tstamp localtime gpstime время
      """
    ),
    (
      .date,
      """
      date datum fecha data jour dia giorno dag dzien day datoen pvm utcdate dateutc gpsdate \
      localdate дата
      """
    ),
    (
      .name,
      """
      name title titel bezeichnung nom titre nombre titulo nome naam nazwa tytul nazev jmeno navn \
      namn nimi label waypoint waypointname wegpunkt wpt poi place ort lieu lugar luogo plaats \
      miejsce misto sted location locationname placename caption название имя
      """
    ),
    (
      .comment,
      """
      cmt comment comments kommentar commentaire comentario commento opmerking komentarz \
      poznamka remark remarks bemerkung bemerkungen remarque
      """
    ),
    (
      .details,
      """
      desc description beschreibung descripcion descrizione omschrijving beschrijving opis \
      descricao popis beskrivelse beskrivning details detail info описание
      """
    ),
    (
      .symbol,
      """
      sym symbol icon symbole icone simbolo symbool ikona ikon
      """
    ),
    (
      .type,
      """
      type typ tipo category kategorie categorie categoria kategoria kategori
      """
    ),
    (.source, "src source"),
    (
      .links,
      """
      link links url website webseite web
      """
    ),
    (
      .groups,
      """
      group groups gruppe gruppen groupe groupes grupo grupos gruppo gruppi groep groepen grupa \
      skupina folder collection
      """
    ),
    (
      .notes,
      """
      note notes notiz notizen nota notas notities notatki anmerkung anmerkungen
      """
    ),
    (
      .colour,
      """
      color colour farbe couleur colore kleur kolor barva cor
      """
    ),
    (.kind, "kind"),
    (
      .pathID,
      """
      pathid trackid trkid routeid tripid activityid tracknumber trackno
      """
    ),
    (
      .path,
      """
      path track trackname route routename pathname trk tour strecke spur trace parcours ruta \
      recorrido percorso traccia tracciato sciezka trasa szlak trip tripname activity activityname \
      percurso rota trajet
      """
    ),
    (
      .segment,
      """
      segment seg segmentid trkseg segmentno segmentnumber abschnitt troncon segmento odcinek \
      tracksegment
      """
    ),
    (
      .heartRate,
      """
      hr heartrate heartratebpm bpm pulse puls pulsfrequenz herzfrequenz frequencecardiaque fc \
      frecuenciacardiaca frequenzacardiaca frequenciacardiaca hartslag tetno
      """
    ),
    (
      .cadence,
      """
      cad cadence kadenz trittfrequenz cadencia cadenza cadans kadencja rpm
      """
    ),
    (
      .airTemperature,
      """
      temp temperature airtemperature atemp temperatur temperatura temperatuur teplota
      """
    ),
    (
      .waterTemperature,
      """
      wtemp watertemp watertemperature wassertemperatur
      """
    ),
    (
      .depth,
      """
      depth tiefe profondeur profundidad profondita diepte profundidade glebokosc
      """
    ),
    (
      .speed,
      """
      speed spd geschwindigkeit vitesse velocidad velocita snelheid predkosc velocidade rychlost \
      hastighet hastighed gpsspeed enhancedspeed
      """
    ),
    (
      .course,
      """
      course heading cog direction kurs richtung cap rumbo rotta koers azimuth
      """
    ),
    (.bearing, "bearing"),
    (
      .power,
      """
      power watts watt leistung puissance potencia potenza vermogen moc
      """
    ),
    (
      .distance,
      """
      distance dist distanz entfernung distancia distanza afstand odleglosc vzdalenost odo \
      odometer cumdistance
      """
    ),
    (
      .satellites,
      """
      sat sats satellites satellite satelliten numsat nsat
      """
    ),
    (.fix, "fix fixtype"),
    (
      .geoidHeight,
      """
      geoid geoidheight geoidseparation
      """
    ),
    (
      .magneticVariation,
      """
      magvar magneticvariation
      """
    ),
    (
      .rowNumber,
      """
      no nr num number index idx row rownum rownumber recordnumber lfdnr
      """
    ),
  ]
}
