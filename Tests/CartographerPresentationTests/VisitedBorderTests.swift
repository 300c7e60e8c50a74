import BaseMap
import Geodesy
import TestSupport
import Testing

@testable import CartographerPresentation

/// Positions at most 0.1° from a border and 30 km from a town, drawn at random, with the countries
/// in which they lie according to the areas of Natural Earth (ne_10m_admin_0_countries, public
/// domain).
@Suite struct VisitedBorderTests {
  private static let positions = """
    42.509 3.000 FR, 47.620 11.540 DE, -27.167 -53.850 BR, 48.613 7.798 FR, -25.840 -54.531 AR,
    45.319 21.076 RO, 1.238 34.861 KE, 42.462 2.663 FR, -6.110 12.594 AO, 47.597 22.209 RO,
    19.694 -71.723 DO, 56.484 22.402 LV, 22.461 114.065 HK, -3.277 37.677 TZ, 50.610 3.422 BE,
    51.726 5.931 NL, 50.918 5.598 BE, 46.367 16.243 HR, 21.714 107.011 VN, 15.864 -13.368 SN,
    34.087 36.366 LB, 49.329 18.219 CZ, 31.256 61.668 IR, 51.319 3.589 NL, 33.534 35.995 SY,
    13.712 -86.849 HN, 9.757 3.535 NG, 43.686 25.439 RO, 50.323 12.110 DE, 47.424 7.321 CH,
    22.530 114.104 HK, 48.122 39.904 RU, 1.407 103.827 SG, 31.761 35.026 IL, 51.271 5.196 BE,
    -1.237 30.109 UG, 43.746 19.462 BA, -18.129 33.014 MZ, 9.545 -82.707 CR, 34.718 36.003 SY,
    50.886 5.998 NL, 23.876 91.161 BD, 50.442 3.252 FR, 41.969 -7.879 ES, 46.238 19.885 HU,
    29.979 48.638 IR, -9.740 34.382 TZ, 32.713 -115.358 US, 51.415 27.820 UA, 50.986 14.252 CZ,
    10.297 -6.218 ML, 51.362 4.326 NL, 12.709 -4.146 BF, 46.764 6.423 FR, 33.030 35.177 IL,
    47.901 23.692 RO, 26.070 -97.688 US, 48.192 22.733 UA, 47.294 6.840 FR, 47.521 9.752 AT,
    14.001 -88.181 HN, 50.928 5.678 BE, 31.639 35.416 PS, 41.147 71.829 UZ, 47.220 29.390 MD,
    50.401 3.785 BE, 31.291 35.002 IL, 41.521 69.159 KZ, 22.453 114.091 HK, -2.258 29.895 RW,
    50.758 5.667 BE, 46.522 16.140 SI, 32.010 35.062 PS, -32.170 -58.225 AR, 47.718 12.236 AT,
    46.638 16.448 HU, 34.776 32.769 CY, -26.248 -53.688 AR, 32.190 34.905 IL, 0.616 34.269 KE,
    47.656 9.043 CH, 6.455 -3.220 GH, 49.729 18.807 PL, 10.582 105.008 VN, 51.530 4.811 NL,
    24.159 56.066 OM, 15.262 -92.265 MX, 47.885 25.776 RO, 46.110 8.896 CH, 42.578 18.563 ME,
    -30.023 27.181 ZA, 49.431 5.842 FR, 40.280 71.957 UZ, 12.853 9.068 NE, 38.965 -7.048 PT,
    46.179 6.239 FR, 8.741 -72.669 VE, 39.300 45.227 AZ, 1.369 103.940 SG, 6.558 -3.328 CI,
    46.668 48.447 RU, 50.969 5.702 BE, 40.987 72.075 UZ, 31.389 35.203 PS, 40.924 72.257 UZ,
    5.905 -3.097 CI, 50.741 3.004 FR, 46.677 10.962 IT, 51.341 5.199 NL, 22.433 114.120 HK,
    38.968 45.511 IR, 31.891 35.252 PS, 46.703 134.066 RU, 51.122 6.018 NL, 32.845 74.779 IN,
    26.587 86.405 NP, 12.507 -16.091 SN, 4.337 114.225 MY, 50.422 6.174 BE, 43.259 -1.705 ES,
    32.012 35.078 PS, -11.029 39.367 TZ, 21.995 99.617 MM, 0.180 29.679 CD, 51.151 5.566 BE,
    15.662 -88.385 GT, 46.862 29.842 UA, 41.852 12.379 IT, 42.044 -8.620 PT, 11.940 3.414 NE,
    -28.630 -56.206 AR, 41.994 -83.248 US, 46.285 13.470 SI, 1.475 103.912 MY, 50.858 5.559 BE,
    7.791 -8.074 CI, 41.132 70.394 UZ, 12.984 -16.703 SN, 46.497 6.568 CH, 22.528 103.909 VN,
    48.434 22.160 UA, 46.038 8.939 CH, 51.324 4.566 BE, 9.325 -12.817 GN, 6.310 1.758 TG,
    -25.173 -57.690 PY, 42.916 -79.058 CA, 45.999 15.632 SI, -9.503 33.345 TZ, 45.248 19.462 RS
    """

  @Test func `positions near borders are assigned to the country that contains them`() throws {
    let map = try InstalledBaseMap()
    var finder = AreaFinder(map.file, try map.towns().gazetteer)
    let rows = Self.positions.split(separator: ",").map { $0.split(whereSeparator: \.isWhitespace) }
    var correct = 0
    for row in rows {
      let latitude = try #require(Double(row[0]))
      let longitude = try #require(Double(row[1]))
      let cell = GridCell(latitude: latitude, longitude: longitude, perDegree: 10)
      let area = try finder.area(latitude: latitude, longitude: longitude, in: cell)
      if area?.countryCode == String(row[2]) { correct += 1 }
    }
    #expect(rows.count == 150)
    // The nearest town alone gives the correct country for 76 % of such positions.
    #expect(Double(correct) / Double(rows.count) > 0.95, "\(correct) correct")
  }
}
