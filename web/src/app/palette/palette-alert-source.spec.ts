import { parseAlertQuery } from './palette-alert-source.ts';

it.each([
  ['structuring', 'structuring', ''],
  ['Structuring Sample', 'structuring', 'Sample'],
  ['sample  kiting', 'kiting_pattern', 'sample'],
  ['kiting pattern dana', 'kiting_pattern', 'dana'],
  ['round', 'round_amount_structuring', ''],
  ['round amount', 'round_amount_structuring', ''],
  ['BEC pattern', 'bec_pattern', ''],
  ['weekend only 17', 'weekend_only', '17'],
  // “bec” is too short, and “high” matches several types.
  ['bec', null, 'bec'],
  ['high', null, 'high'],
  ['high volume', 'high_volume_mule', ''],
  ['velocity', 'velocity_anomaly', ''],
  ['dana sample', null, 'dana sample'],
  ['', null, ''],
] as const)(
  'the command palette parses the alert query “%s” as type %p and search text “%s”',
  (text, activityType, search) => {
    expect(parseAlertQuery(text)).toEqual({ activityType, search });
  },
);
