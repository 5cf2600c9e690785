import type { DetectionContext, Detector, Finding } from '../frame.ts';
import type { MemberHistory } from '../preparation/account-history.ts';

export const structuring = {
  activityType: 'structuring',
  category: 'Structuring',
  ruleVersion: 1,
  sources: [],
  parameters: [],
  detect(_history: MemberHistory, _context: DetectionContext): Finding[] {
    return [];
  },
} as const satisfies Detector;
