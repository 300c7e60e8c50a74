extension FITProfile {
  /// A record field without a corresponding point property.
  struct ExtraField {
    /// The field's name in the public FIT profile.
    let name: String
    let scale: Double
  }

  /// The record fields in the public FIT profile that have no corresponding point property, keyed
  /// by field number.
  static let extraFields: [UInt8: ExtraField] = {
    var fields: [UInt8: ExtraField] = [:]
    for line in extraFieldTable.split(separator: "\n") {
      let parts = line.split { $0 == "=" || $0 == "/" }
      guard parts.count >= 2, let number = UInt8(parts[1]) else { continue }
      let scale =
        parts.count < 3 ? 1 : parts[2] == "angle" ? angleScale : Double(parts[2]) ?? 1
      fields[number] = ExtraField(name: String(parts[0]), scale: scale)
    }
    return fields
  }()

  /// The scale of angles in the power phases: 256 units make a full circle. The profile states the
  /// rounded scale 0.7111111, which would turn round angles into long decimals.
  private static let angleScale = 256.0 / 360

  /// The fields, one per line: the name, the number, and the scale if it is not 1.
  private static let extraFieldTable = """
    grade=9/100
    resistance=10
    time_from_course=11/1000
    cycle_length=12/100
    speed_1s=17/16
    cycles=18
    total_cycles=19
    compressed_accumulated_power=28
    accumulated_power=29
    left_right_balance=30
    gps_accuracy=31
    vertical_speed=32/1000
    calories=33
    vertical_oscillation=39/10
    stance_time_percent=40/100
    stance_time=41/10
    activity_type=42
    left_torque_effectiveness=43/2
    right_torque_effectiveness=44/2
    left_pedal_smoothness=45/2
    right_pedal_smoothness=46/2
    combined_pedal_smoothness=47/2
    time128=48/128
    stroke_type=49
    zone=50
    ball_speed=51/100
    total_hemoglobin_conc=54/100
    total_hemoglobin_conc_min=55/100
    total_hemoglobin_conc_max=56/100
    saturated_hemoglobin_percent=57/10
    saturated_hemoglobin_percent_min=58/10
    saturated_hemoglobin_percent_max=59/10
    device_index=62
    left_pco=67
    right_pco=68
    left_power_phase=69/angle
    left_power_phase_peak=70/angle
    right_power_phase=71/angle
    right_power_phase_peak=72/angle
    battery_soc=81/2
    motor_power=82
    vertical_ratio=83/100
    stance_time_balance=84/100
    step_length=85/10
    cycle_length16=87/100
    absolute_pressure=91
    next_stop_depth=93/1000
    next_stop_time=94
    time_to_surface=95
    ndl_time=96
    cns_load=97
    n2_load=98
    respiration_rate=99
    enhanced_respiration_rate=108/100
    grit=114
    flow=115
    current_stress=116/100
    ebike_travel_range=117
    ebike_battery_level=118
    ebike_assist_mode=119
    ebike_assist_level_percent=120
    air_time_remaining=123
    pressure_sac=124/100
    volume_sac=125/100
    rmv=126/100
    ascent_rate=127/1000
    po2=129/100
    core_temperature=139/100
    """
}
