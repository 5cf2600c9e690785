import type { AlertHistoryItem } from '@clearwatch/contracts/alerts.dto';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { formatDollars, parseCents } from '@clearwatch/domain/money/cents';
import { cell, tableSection } from '@clearwatch/service-kit/pdf/pdf-layout';
import type { Content } from 'pdfmake/interfaces.js';
import type { EvidenceFile } from '../evidence-file.ts';
import { dayWords, instantWords } from '../words/day-words.ts';
import { outcomeWords, STEP_WORDS } from '../words/outcome-words.ts';

/** What staff did with the alert, and what else was seen of the member. */
export function history({ alert, surroundings: { otherAlerts }, timeZone }: EvidenceFile): Content[] {
  return [
    ...tableSection({
      title: 'What staff did',
      columns: [
        { label: 'When', width: 106 },
        { label: 'Who', width: 70 },
        { label: 'What', width: 118 },
        { label: 'Note', width: '*' },
      ],
      rows: alert.history.map((step) => [
        cell(instantWords(step.at, timeZone)),
        cell(step.by),
        cell(stepWords(step), { bold: true }),
        cell(step.note ?? ''),
      ]),
      mayBeLong: true,
    }),
    ...tableSection({
      title: `Other alerts of the member (${otherAlerts.length})`,
      columns: [
        { label: 'Day', width: 62 },
        { label: 'Alert', width: '*' },
        { label: 'Account', width: 80 },
        { label: 'Risk', width: 46 },
        { label: 'State', width: 96 },
        { label: 'Amount', width: 72, alignment: 'right' },
      ],
      rows: otherAlerts.map((other) => [
        cell(dayWords(other.activityDate)),
        cell(`${activityLabel(other.activityType)} (no. ${other.id})`),
        cell(other.accountNumber),
        cell(other.riskLevel),
        cell(other.reviewed ? outcomeWords(other.reviewOutcome) : 'Open'),
        cell(formatDollars(parseCents(other.amount))),
      ]),
    }),
  ];
}

/** What a reopening took back is said with it. */
function stepWords({ step, outcome }: AlertHistoryItem): string {
  const words = STEP_WORDS[step];
  if (step === 'reviewed') return `${words}: ${outcomeWords(outcome)}`;
  return step === 'reopened' ? `${words} (was: ${outcomeWords(outcome)})` : words;
}
