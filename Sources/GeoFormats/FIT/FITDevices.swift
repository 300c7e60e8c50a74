/// The names of devices in FIT files, from the public FIT profile.
enum FITDevices {
  /// Returns the name of a device, such as "Garmin Edge 530". A device without a known name is
  /// described by its manufacturer's name and its product number.
  ///
  /// - Parameter productName: The name in the file itself, or nil for no name.
  /// - Returns: Nil if the manufacturer is unknown and the file contains no name.
  static func name(manufacturer: Int?, product: Int?, productName: String?) -> String? {
    guard let manufacturer else { return productName }
    let maker = manufacturers[manufacturer] ?? "manufacturer \(manufacturer)"
    if let productName {
      let isComplete = productName.lowercased().hasPrefix(maker.lowercased())
      return isComplete || manufacturer == development ? productName : "\(maker) \(productName)"
    }
    guard let product else { return maker }
    // Garmin's own sensors are sold under the name of Dynastream, with the same product numbers.
    if [1, 13, 15].contains(manufacturer), let name = products[product] {
      return "\(maker) \(name)"
    }
    return product == 0 ? maker : "\(maker) product \(product)"
  }

  /// The manufacturer number for programs under development.
  private static let development = 255

  private static let manufacturers: [Int: String] = [
    1: "Garmin", 6: "SRM", 7: "Quarq", 9: "Saris", 13: "Dynastream", 15: "Dynastream", 16: "Timex",
    23: "Suunto", 32: "Wahoo Fitness", 37: "Magellan", 38: "o-synce", 39: "Holux", 40: "Concept2",
    41: "Shimano", 45: "Xplova", 48: "Pioneer", 51: "4iiii", 52: "Epson", 60: "Rotor",
    61: "Geonaute", 63: "Specialized", 67: "BKOOL", 68: "CatEye", 69: "Stages Cycling",
    70: "Sigma Sport", 71: "TomTom", 73: "Wattbike", 76: "Moxy", 77: "Ciclosport", 81: "Bontrager",
    86: "Elite", 89: "Tacx", 95: "Stryd", 99: "LOOK", 107: "Magene", 111: "Technogym",
    112: "Bryton", 115: "iGPSPORT", 116: "ThinkRider", 123: "Polar", 127: "Leomo", 128: "iFit",
    129: "COROS", 132: "CYCPLUS", 135: "COOSPO", 137: "Bosch", 140: "Decathlon", 142: "TAG Heuer",
    144: "Zwift", 147: "Meilan", 148: "Ezon", 255: "development", 258: "Lezyne", 260: "Zwift",
    262: "Recon", 263: "Favero", 265: "Strava", 267: "Bryton", 268: "SRAM", 269: "Navman",
    270: "COBI", 272: "Mio", 281: "TrainerRoad", 282: "The Sufferfest", 284: "Virtual Training",
    286: "Omata", 287: "VDO", 289: "Hammerhead", 294: "COROS", 298: "Trailforks", 299: "Mahle",
    304: "Yamaha", 305: "WHOOP", 307: "OneLap", 309: "FORM", 310: "Decathlon", 315: "RGT Cycling",
    326: "Nike", 327: "Magicshine", 331: "MyWhoosh",
  ]

  private static let products: [Int: String] = {
    var names: [Int: String] = [:]
    for line in garmin.split(separator: "\n") {
      let parts = line.split(separator: "=")
      guard let name = parts.first, let numbers = parts.last else { continue }
      for number in numbers.split(separator: ",").compactMap({ Int($0) }) {
        names[number] = String(name)
      }
    }
    return names
  }()

  /// Garmin devices and their product numbers. A device with regional variants has several product
  /// numbers.
  private static let garmin = """
    Forerunner 301=473,474,475,494
    Forerunner 405=717,987
    Forerunner 50=782
    Forerunner 60=988
    Forerunner 310XT=1018,1446
    Edge 500=1036,1199,1213,1387,1422
    Forerunner 110=1124,1274
    Edge 800=1169,1333,1334,1386,1497
    Edge 200=1325,1555
    Forerunner 910XT=1328,1537,1600,1664
    Forerunner 610=1345,1410
    Forerunner 210=1360
    Approach G10=1405
    Forerunner 70=1436
    Forerunner 10=1482,1688
    Swim=1499
    fēnix=1551
    Edge 510=1561,1742,1821,1918
    Edge 810=1567,1721,1822,1823
    Forerunner 620=1623,1928,1929,2072,2173
    Forerunner 220=1632,1930,1931,2073,2174
    VIRB Elite=1735
    Edge Touring=1736
    Forerunner 920XT=1765,2130,2131,2132
    Edge 1000=1836,2052,2053,2070,2100,2274
    vívofit=1837
    Forerunner 15=1903,2061
    vívoactive=1907,2160
    Approach S6=1936
    vívosmart=1956,2135,2294
    fēnix 2=1967
    epix=1988,2332,2457
    fēnix 3=2050,2188,2189,2293,2407,2408
    Edge 520=2067,2260,2261
    VIRB X=2134
    eTrex Touch=2140
    Edge 25=2147,2288,2289
    Forerunner 25=2148
    vívofit 2=2150
    Forerunner 225=2153,2219
    Forerunner 630=2156,2310,2311
    Forerunner 230=2157,2313
    Forerunner 735XT=2158,2533,2534
    VIRB XE=2172
    D2 Air=2187
    Edge Explore 1000=2204
    Edge 20=2238,2290
    D2 Bravo=2262
    Approach S20=2266
    vívosmart 2=2271
    Approach X40=2292
    vívoactive HR=2337,2497
    vívosmart GPS HR=2347,2362
    vívosmart HR=2348,2361
    vívomove=2368
    Forerunner 235=2396,2397,2431,2733,3144
    vívofit 3=2406
    fēnix 3 HR=2413,2473,2474,2475,2476,2477
    VIRB Ultra 30=2417
    fēnix 3 Chronos=2432,2675
    Oregon 7xx=2441,2512
    Rino 7xx=2444
    nautix=2496
    Forerunner 35=2503,2650,2667,2668,2727,2814
    Edge 820=2530,2599,2600,2628,2629,2630
    Edge Explore 820=2531
    fēnix 5S=2544,2797
    D2 Bravo Titanium=2547
    fēnix 5X=2604,2798
    vívofit jr.=2606
    vívosmart 3=2622,2831
    vívosport=2623,2832
    Approach S60=2656
    VIRB 360=2687
    Forerunner 935=2691,2833
    fēnix 5=2697,2796
    vívoactive 3=2700,3446
    Edge 1030=2713,2924
    Foretrex 601/701=2769
    vívomove HR=2772,2945
    Approach Z80=2806
    D2 Charlie=2819
    vívofit 4=2878
    Forerunner 645=2886,3003
    Forerunner 645 Music=2888,3004
    Forerunner 30=2891,2977
    fēnix 5S Plus=2900,3134
    Edge 130=2909,3092
    vívosmart 4=2927,3218
    Approach X10=2962
    vívoactive 3 Music=2988,3066,3163
    Edge Explore=3011
    GPSMAP 66=3028
    Approach S10=3049
    Forerunner 245=3076,3145
    Forerunner 245 Music=3077,3321
    Approach G80=3085
    Edge 1030 Bontrager=3095
    fēnix 5 Plus=3110
    fēnix 5X Plus=3111,3135
    Edge 520 Plus=3112,3142
    Forerunner 945=3113,3441
    Edge 530=3121,3349
    Edge 830=3122,3350
    Instinct Esports=3126
    Descent T1=3143
    vívoactive 4 S=3224,3387
    vívoactive 4=3225,3388
    Venu=3226
    MARQ Driver=3246,3420
    MARQ Aviator=3247,3421
    MARQ Captain=3248,3448
    MARQ Commander=3249,3449
    MARQ Expedition=3250,3450
    MARQ Athlete=3251,3451
    Descent Mk2=3258,3702
    Forerunner 45=3282,3469
    GPSMAP 66i=3284
    fēnix 6S Sport=3287,3512
    fēnix 6S=3288,3513
    fēnix 6 Sport=3289,3514
    fēnix 6=3290,3515
    fēnix 6X=3291,3516
    vívomove 3 Premium=3308
    Approach S40=3314
    vívomove 3=3378,3422
    vívoactive 4 OLED=3389
    Swim 2=3405,3639
    Instinct Solar=3466
    Descent Mk2s=3542,3930
    Edge 130 Plus=3558,3813
    Edge 1030 Plus=3570,3812
    Forerunner 745=3589,3794
    Venu Sq Music=3596,3599
    Venu Sq=3600,3837
    Lily=3615,3809
    MARQ Adventurer=3624,3648
    Enduro=3638,3872
    Forerunner 945 LTE=3652,3978
    Venu 2=3703,3950
    Venu 2S=3704,3949
    MARQ Golfer=3739,3850
    Approach S12=3823,3986
    Edge 1040=3843,4305
    Venu 2 Plus=3851,4017
    Forerunner 55=3869,4033
    Instinct 2=3888,4071
    Instinct 2S=3889
    fēnix 7S=3905,3908
    fēnix 7=3906,3909
    fēnix 7X=3907,3910
    Approach G12=3927,4001
    Approach S42=3934,4002
    epix (Gen 2)=3943,3944
    vívomove Sport=3982
    vívomove Trend=3983
    Forerunner 255 Music=3990
    Forerunner 255S Music=3991
    Forerunner 255=3992
    Forerunner 255S=3993
    Descent G1=4005,4132
    Forerunner 955=4024
    Edge 540=4061
    Edge 840=4062
    vívosmart 5=4063
    MARQ (Gen 2)=4105
    Venu Sq 2=4115
    Venu Sq 2 Music=4116
    MARQ (Gen 2) Aviator=4124
    D2 Air X10=4125
    tactix 7=4135
    Instinct Crossover=4155
    Edge Explore 2=4169
    Descent Mk3=4222
    Descent Mk3i=4223
    Approach S70=4233
    Forerunner 265=4257
    Forerunner 265S=4258
    Venu 3=4260
    Venu 3S=4261
    epix (Gen 2) Pro 42 mm=4312
    epix (Gen 2) Pro 47 mm=4313
    epix (Gen 2) Pro 51 mm=4314
    Forerunner 965=4315
    Enduro 2=4341
    fēnix 7S Pro Solar=4374
    fēnix 7 Pro Solar=4375
    fēnix 7X Pro Solar=4376
    Lily 2=4380
    Instinct 2X=4394
    vívoactive 5=4426
    Forerunner 165=4432
    Forerunner 165 Music=4433
    Edge 1050=4440
    Descent T2=4442
    MARQ (Gen 2) Commander=4472
    Lily Athlete=4477
    fēnix 8 Solar=4532
    fēnix 8 Solar Large=4533
    fēnix 8 Small=4534
    fēnix 8=4536
    D2 Mach 1 Pro=4556
    Enduro 3=4575
    Instinct E 40 mm=4583
    Instinct E 45 mm=4584
    Instinct 3 Solar 45 mm=4585
    Instinct 3 AMOLED 45 mm=4586
    Instinct 3 AMOLED 50 mm=4587
    Descent G2=4588
    vívoactive 6=4625
    Approach S44=4647
    Approach S50=4656
    fēnix E=4666
    Instinct 3 Solar 50 mm=4759
    tactix 8 AMOLED=4775
    tactix 8 Solar=4776
    Descent Mk1=2859
    Training Center=20119
    Connect=65534
    Vector=1380,1381
    Tacx Training App=20533,20534,20565,30045,30046,30047
    """
}
