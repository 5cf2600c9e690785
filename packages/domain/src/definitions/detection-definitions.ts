import type { Definition } from './definition.ts';

export const DETECTION_DEFINITIONS = {
  falsePositiveRate: {
    label: 'False Positive Rate',
    meaning:
      'Alerts of a rule that led to nothing, because the rule was wrong or an innocent reason was found. Both cost an analyst the same work.',
    formula:
      '(False positives + explained) / all alerts reviewed with an outcome x 100. Open alerts and reviews without an outcome do not count.',
  },
  belowTheLine: {
    label: 'Below the Line',
    meaning:
      'What the tried policy just does not show. If cases for an analyst are among it, the policy is too strict.',
    formula:
      'Alerts that the tried policy finds in addition when the counts, sums and amounts of its rules are a fifth lower.',
  },
} as const satisfies Record<string, Definition>;
