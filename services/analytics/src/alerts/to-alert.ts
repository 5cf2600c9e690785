import type { AlertEvidence } from '@clearwatch/contracts/fraud/alert-evidence';
import { REVIEW_OUTCOMES } from '@clearwatch/contracts/fraud/review-outcome';
import { RISK_LEVELS } from '@clearwatch/contracts/fraud/risk-level';
import type { UnusualActivity, UnusualActivityDetail } from '@clearwatch/contracts/http/unusual-activities';
import { displayName } from '@clearwatch/domain/members/display-name';
import {
  booleanOf,
  dayOf,
  instantOf,
  integerOf,
  moneyOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row';
import { oneOf } from './one-of.ts';

/** One alert as staff sees it, with the name of the account's holder as the ledger knows it now. */
export function toAlert(row: Row): UnusualActivity {
  const accountNumber = textOf(row, 'account_number');
  const firstName = nullable(textOf, row, 'first_name') ?? '';
  const lastName = nullable(textOf, row, 'last_name') ?? '';
  const company = nullable(textOf, row, 'company');
  return {
    id: integerOf(row, 'id'),
    accountNumber,
    transactionId: integerOf(row, 'transaction_id'),
    activityType: textOf(row, 'activity_type'),
    amount: moneyOf(row, 'amount'),
    percentageChange: nullable(moneyOf, row, 'percentage_change'),
    riskLevel: oneOf(RISK_LEVELS, row, 'risk_level'),
    description: textOf(row, 'description'),
    reviewed: booleanOf(row, 'reviewed'),
    reviewOutcome: nullable((r, column) => oneOf(REVIEW_OUTCOMES, r, column), row, 'review_outcome'),
    reviewNote: nullable(textOf, row, 'review_note'),
    reviewedBy: nullable(textOf, row, 'reviewed_by_name'),
    reviewedAt: nullable(instantOf, row, 'reviewed_at'),
    activityDate: dayOf(row, 'activity_date'),
    createdAt: instantOf(row, 'created_at'),
    memberId: nullable(integerOf, row, 'member_id'),
    memberName: displayName({ firstName, lastName, company, accountNumber }),
    firstName,
    lastName,
    assigneeId: nullable(integerOf, row, 'assignee_id'),
    assignee: nullable(textOf, row, 'assignee_name'),
    lockedUntil: nullable(instantOf, row, 'locked_until'),
    sarDueOn: nullable(dayOf, row, 'sar_due_on'),
  };
}

export function toAlertDetail(row: Row): UnusualActivityDetail {
  const evidence = row['evidence'];
  if (typeof evidence !== 'object' || evidence === null)
    throw new TypeError('Column evidence should be an object');
  // Frozen by this service when the alert was raised; its shape is versioned by the rule version inside.
  return Object.assign(toAlert(row), { evidence: evidence as AlertEvidence, history: [] });
}
