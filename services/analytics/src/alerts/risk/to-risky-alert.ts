import { REVIEW_OUTCOMES } from '@clearwatch/contracts/fraud/review-outcome';
import { RISK_LEVELS } from '@clearwatch/contracts/fraud/risk-level';
import type { MemberAlertRisk } from '@clearwatch/domain/members/member-bands';
import { oneOf } from '@clearwatch/service-kit/database/one-of';
import { booleanOf, dayOf, nullable, type Row, textOf } from '@clearwatch/service-kit/database/row';

/** What of an alert counts towards its member's risk. */
export function toRiskyAlert(row: Row): MemberAlertRisk {
  return {
    activityType: textOf(row, 'activity_type'),
    riskLevel: oneOf(RISK_LEVELS, row, 'risk_level'),
    activityDate: dayOf(row, 'activity_date'),
    reviewed: booleanOf(row, 'reviewed'),
    reviewOutcome: nullable((r, c) => oneOf(REVIEW_OUTCOMES, r, c), row, 'review_outcome'),
  };
}
