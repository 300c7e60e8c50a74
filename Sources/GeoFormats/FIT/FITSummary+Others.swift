/// The session and lap fields that are preserved as extension values without any special
/// conversion.
extension FITSummary {
  /// A field that is preserved under its name in the public FIT profile.
  struct OtherField {
    let name: String
    let scale: Double
  }

  /// Returns the field with the given number in messages of the given kind. Returns nil if the
  /// profile has no such field.
  static func otherField(_ number: UInt8, in kind: FITMessageKind) -> OtherField? {
    otherFields[kind]?[number]
  }

  /// Returns the numbers of the fields that ``otherField(_:in:)`` returns.
  static func otherFieldNumbers(of kind: FITMessageKind) -> Set<UInt8> {
    Set(otherFields[kind, default: [:]].keys)
  }

  private static let otherFields: [FITMessageKind: [UInt8: OtherField]] = {
    var fields: [FITMessageKind: [UInt8: OtherField]] = [:]
    for line in table.split(separator: "\n") {
      let parts = line.split { $0 == "=" || $0 == "/" }
      guard parts.count >= 2 else { continue }
      let scale = parts.count > 2 ? Double(parts[2]) ?? 1 : 1
      let numbers = parts[1].split(separator: ",").map { UInt8($0) }
      for (kind, number) in zip([FITMessageKind.session, .lap, .segmentLap], numbers) {
        guard let number else { continue }
        fields[kind, default: [:]][number] = OtherField(name: String(parts[0]), scale: scale)
      }
    }
    return fields
  }()

  /// The fields of the public FIT profile, one per line: the name, the numbers in session, lap and
  /// segment lap messages (`-` for none), and the scale.
  private static let table = """
    total_cycles=10,10,10
    total_fat_calories=13,12,12
    total_training_effect=24,-,-/10
    trigger=28,-,-
    num_lengths=33,32,-
    training_stress_score=35,-,-/10
    intensity_factor=36,-,-/1000
    left_right_balance=37,34,31
    avg_stroke_count=41,-,-/10
    avg_stroke_distance=42,37,-/100
    swim_stroke=43,38,-
    pool_length=44,-,-/100
    threshold_power=45,-,-
    pool_length_unit=46,-,-
    num_active_lengths=47,40,-
    total_work=48,41,33
    gps_accuracy=51,44,36
    avg_grade=52,45,37/100
    avg_pos_grade=53,46,38/100
    avg_neg_grade=54,47,39/100
    max_pos_grade=55,48,40/100
    max_neg_grade=56,49,41/100
    avg_pos_vertical_speed=60,53,45/1000
    avg_neg_vertical_speed=61,54,46/1000
    max_pos_vertical_speed=62,55,47/1000
    max_neg_vertical_speed=63,56,48/1000
    time_in_hr_zone=65,57,49/1000
    time_in_speed_zone=66,58,50/1000
    time_in_cadence_zone=67,59,51/1000
    time_in_power_zone=68,60,52/1000
    avg_lap_time=69,-,-/1000
    best_lap_index=70,-,-
    player_score=82,83,-
    opponent_score=83,74,-
    opponent_name=84,-,-
    stroke_count=85,75,-
    zone_count=86,76,-
    max_ball_speed=87,-,-/100
    avg_ball_speed=88,-,-/100
    avg_vertical_oscillation=89,77,-/10
    avg_stance_time_percent=90,78,-/100
    avg_stance_time=91,79,-/10
    total_fractional_cycles=94,82,68/128
    avg_total_hemoglobin_conc=95,84,-/100
    min_total_hemoglobin_conc=96,85,-/100
    max_total_hemoglobin_conc=97,86,-/100
    avg_saturated_hemoglobin_percent=98,87,-/10
    min_saturated_hemoglobin_percent=99,88,-/10
    max_saturated_hemoglobin_percent=100,89,-/10
    avg_left_torque_effectiveness=101,91,59/2
    avg_right_torque_effectiveness=102,92,60/2
    avg_left_pedal_smoothness=103,93,61/2
    avg_right_pedal_smoothness=104,94,62/2
    avg_combined_pedal_smoothness=105,95,63/2
    time_standing=112,98,71/1000
    stand_count=113,99,72
    avg_left_pco=114,100,73
    avg_right_pco=115,101,74
    avg_left_power_phase=116,102,75/0.711111
    avg_left_power_phase_peak=117,103,76/0.711111
    avg_right_power_phase=118,104,77/0.711111
    avg_right_power_phase_peak=119,105,78/0.711111
    avg_power_position=120,106,79
    max_power_position=121,107,80
    avg_cadence_position=122,108,81
    max_cadence_position=123,109,82
    avg_lev_motor_power=129,115,-
    max_lev_motor_power=130,116,-
    lev_battery_consumption=131,117,-/2
    avg_vertical_ratio=132,118,-/100
    avg_stance_time_balance=133,119,-/100
    avg_step_length=134,120,-/10
    total_anaerobic_training_effect=137,-,-/10
    avg_vam=139,121,-/1000
    avg_depth=140,122,-/1000
    max_depth=141,123,-/1000
    surface_interval=142,-,-
    start_cns=143,-,-
    end_cns=144,-,-
    start_n2=145,-,-
    end_n2=146,-,-
    avg_respiration_rate=147,147,-
    max_respiration_rate=148,148,-
    min_respiration_rate=149,-,-
    o2_toxicity=155,-,-
    dive_number=156,-,-
    training_load_peak=168,-,-/65536
    enhanced_avg_respiration_rate=169,136,-/100
    enhanced_max_respiration_rate=170,137,-/100
    enhanced_min_respiration_rate=180,-,-/100
    total_grit=181,149,84
    total_flow=182,150,85
    jump_count=183,151,-
    avg_grit=186,153,86
    avg_flow=187,154,87
    workout_feel=192,-,-
    workout_rpe=193,-,-
    avg_spo2=194,-,-
    avg_stress=195,-,-
    sdrr_hrv=197,-,-
    rmssd_hrv=198,-,-
    total_fractional_ascent=199,156,89/100
    total_fractional_descent=200,157,90/100
    avg_core_temperature=208,158,-/100
    min_core_temperature=209,159,-/100
    max_core_temperature=210,160,-/100
    intensity=-,23,-
    lap_trigger=-,24,-
    first_length_index=-,35,-
    repetition_num=-,61,53
    wkt_step_index=-,71,57
    active_time=-,-,56/1000
    sport_event=-,-,58
    status=-,-,64
    uuid=-,-,65
    front_gear_shift_count=-,-,69
    rear_gear_shift_count=-,-,70
    manufacturer=-,-,83
    """
}
