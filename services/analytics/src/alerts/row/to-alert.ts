import { REVIEW_OUTCOMES, RISK_LEVELS } from '@clearwatch/contracts/alerts';
import type { UnusualActivity } from '@clearwatch/contracts/alerts.dto';
import { sarDueDay } from '@clearwatch/domain/detection/review-outcomes';
import { displayName } from '@clearwatch/domain/members/member-names';
import {
  booleanOf,
  dayOf,
  enumOf,
  instantOf,
  integerOf,
  moneyOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { localDay } from '@clearwatch/service-kit/time/calendar-day';

/** One alert as staff sees it, with the name of the account's holder as the ledger knows it now. */
export function toAlert(row: Row): UnusualActivity {
  const accountNumber = textOf(row, 'account_number');
  const firstName = nullable(textOf, row, 'first_name') ?? '';
  const lastName = nullable(textOf, row, 'last_name') ?? '';
  const company = nullable(textOf, row, 'company');
  const createdAt = instantOf(row, 'created_at');
  const reviewOutcome = nullable((r, column) => enumOf(REVIEW_OUTCOMES, r, column), row, 'review_outcome');
  return {
    id: integerOf(row, 'id'),
    accountNumber,
    transactionId: integerOf(row, 'transaction_id'),
    activityType: textOf(row, 'activity_type'),
    amount: moneyOf(row, 'amount'),
    percentageChange: nullable(moneyOf, row, 'percentage_change'),
    riskLevel: enumOf(RISK_LEVELS, row, 'risk_level'),
    description: textOf(row, 'description'),
    reviewed: booleanOf(row, 'reviewed'),
    reviewOutcome,
    reviewNote: nullable(textOf, row, 'review_note'),
    reviewedBy: nullable(textOf, row, 'reviewed_by_name'),
    reviewedAt: nullable(instantOf, row, 'reviewed_at'),
    activityDate: dayOf(row, 'activity_date'),
    createdAt,
    memberId: nullable(integerOf, row, 'member_id'),
    memberName: displayName({ firstName, lastName, company, accountNumber }),
    firstName,
    lastName,
    assigneeId: nullable(integerOf, row, 'assignee_id'),
    assignee: nullable(textOf, row, 'assignee_name'),
    lockedUntil: nullable(instantOf, row, 'locked_until'),
    sarDueOn: sarDueDay({ outcome: reviewOutcome, detectedOn: localDay(new Date(createdAt)) }),
  };
}
