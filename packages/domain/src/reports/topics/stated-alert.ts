import type { ReviewOutcome } from '@clearwatch/contracts/fraud/review-outcome';
import type { Span } from '@clearwatch/contracts/reports/report-document';
import { activityLabel } from '../../fraud/activity-label.ts';
import { maskAccount } from '../../members/mask-account.ts';
import type { Stated } from '../fact-sheet.ts';
import { prose } from '../prose.ts';
import type { ReportContext } from '../report-composer.ts';
import type { NotedAlert } from './alerts.ts';
import { sizeWords } from './size-words.ts';

export interface StatedAlert {
  alert: NotedAlert;
  number: Stated;
  type: Stated;
  member: Stated;
  account: Stated;
  amount: Stated;
  day: Stated;
}

export const OUTCOME_WORDS: Readonly<Record<ReviewOutcome, string>> = {
  false_positive: 'false positive',
  explained: 'explained',
  suspicious: 'suspicious',
  escalated: 'escalated',
};

export function statedAlert(alert: NotedAlert, { sheet }: ReportContext): StatedAlert {
  const source = `Alert ${alert.id}`;
  return {
    alert,
    number: sheet.word({ label: 'Number of the alert', source }, String(alert.id)),
    type: sheet.word({ label: 'What the rule looks for', source }, activityLabel(alert.activityType)),
    member: sheet.member(
      { label: 'Member', source: `Holder of the account of alert ${alert.id}` },
      alert.memberName,
    ),
    account: sheet.account({ label: 'Account, masked', source }, maskAccount(alert.accountNumber)),
    amount: sheet.money(
      { label: `Amount of alert ${alert.id}`, source: 'Sum that the rule looked at' },
      alert.amountCents,
    ),
    day: sheet.day(
      { label: `Day of alert ${alert.id}`, source: 'Day of the entry that completed it' },
      alert.day,
    ),
  };
}

/** "open", or what was decided. */
export function stateWords({ reviewed, outcome }: NotedAlert): string {
  if (!reviewed) return 'open';
  return outcome === null ? 'reviewed' : OUTCOME_WORDS[outcome];
}

/** "alert 37 (possible Test then Large, Ruth Miller, $2,150 on Oct 30, 2026)". */
export function alertWords(alert: NotedAlert, context: ReportContext): Span[] {
  const { number, type, member, amount, day } = statedAlert(alert, context);
  return prose`alert ${number} (possible pattern: ${type}; ${member}, ${sizeWords(amount)}, ${day})`;
}
