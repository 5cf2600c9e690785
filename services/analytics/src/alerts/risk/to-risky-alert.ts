import { REVIEW_OUTCOMES, RISK_LEVELS } from '@clearwatch/contracts/alerts';
import type { MemberAlertRisk } from '@clearwatch/domain/members/member-bands';
import {
  booleanOf,
  dayOf,
  enumOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';

/** What of an alert counts towards its member's risk. */
export function toRiskyAlert(row: Row): MemberAlertRisk {
  return {
    activityType: textOf(row, 'activity_type'),
    riskLevel: enumOf(RISK_LEVELS, row, 'risk_level'),
    activityDate: dayOf(row, 'activity_date'),
    reviewed: booleanOf(row, 'reviewed'),
    reviewOutcome: nullable((r, c) => enumOf(REVIEW_OUTCOMES, r, c), row, 'review_outcome'),
  };
}
