import { categoryOf, type ReviewOutcome, type RiskLevel } from '@clearwatch/contracts/alerts';
import type { AlertHistoryItem, AlertStep } from '@clearwatch/contracts/alerts.dto';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { formatDollars, parseCents } from '@clearwatch/domain/money/cents';
import {
  ACCENT,
  BACKGROUND,
  cell,
  letterhead,
  MUTED,
  pageFrame,
  TEXT_COLOR,
  tableSection,
  WARNING,
} from '@clearwatch/service-kit/pdf/pdf-layout';
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import {
  accountDaysSection,
  type EvidenceFile,
  entriesSection,
  figuresSection,
  formatEvidenceDay,
  formatInstant,
  ruleSection,
} from './evidence-pdf-sections.ts';

const OUTCOME_LABELS: Record<ReviewOutcome, string> = {
  false_positive: 'False positive',
  explained: 'Explained',
  suspicious: 'Suspicious',
  escalated: 'Escalated',
};

function formatOutcome(outcome: ReviewOutcome | null): string {
  return outcome === null ? 'Outcome not stated' : OUTCOME_LABELS[outcome];
}

const STEP_LABELS: Record<AlertStep, string> = {
  reviewed: 'Reviewed',
  reopened: 'Reopened',
  assigned: 'Taken on',
  released: 'Given back',
};

const RISK_BADGES: Record<RiskLevel, { words: string; color: string }> = {
  high: { words: 'HIGH RISK', color: WARNING },
  medium: { words: 'MEDIUM RISK', color: '#92400e' },
  low: { words: 'LOW RISK', color: MUTED },
};
const FACTS_PER_LINE = 4;

/** What it is about, and what the rule said in one sentence. */
function headSection(file: EvidenceFile): Content[] {
  const { alert } = file;
  const risk = RISK_BADGES[alert.riskLevel];
  return [
    {
      columns: [
        { text: activityLabel(alert.activityType), style: 'title', width: '*' },
        {
          width: 'auto',
          margin: [0, 5, 0, 0],
          layout: 'noBorders',
          table: {
            body: [
              [
                {
                  text: risk.words,
                  color: '#ffffff',
                  fillColor: risk.color,
                  bold: true,
                  fontSize: 8.5,
                  margin: [5, 2, 5, 1],
                },
              ],
            ],
          },
        },
      ],
    },
    {
      text: `${categoryOf(alert.activityType)} · a possible pattern; evidence as it was when the alert was raised`,
      color: ACCENT,
      margin: [0, 1, 0, 8],
    },
    { text: alert.description, style: 'lead', margin: [0, 0, 0, 10] },
    factGrid(factsOf(file)),
  ];
}

function factsOf({ alert, evidence, timeZone }: EvidenceFile): [label: string, value: string][] {
  const { window, rule } = evidence;
  const change = alert.percentageChange === null ? null : `${alert.percentageChange}%`;
  return [
    ['Member', alert.memberName],
    ['Account', alert.accountNumber],
    ['Amount', formatDollars(parseCents(alert.amount))],
    ['Change against normal', change ?? 'No normal'],
    ['Entries from', formatEvidenceDay(window.firstDay === '' ? alert.activityDate : window.firstDay)],
    ['Entries to', formatEvidenceDay(window.lastDay === '' ? alert.activityDate : window.lastDay)],
    ['Trigger', `Entry ${alert.transactionId}, ${formatEvidenceDay(alert.activityDate)}`],
    ['Raised', formatInstant(alert.createdAt, timeZone)],
    ['State', alert.reviewed ? `Reviewed: ${formatOutcome(alert.reviewOutcome)}` : 'Open'],
    ['Decided by', alert.reviewedBy ?? 'Nobody yet'],
    ['Report due', alert.sarDueOn === null ? 'None called for' : formatEvidenceDay(alert.sarDueOn)],
    ['Rule', `Version ${rule.ruleVersion}, policy ${rule.policyVersion}`],
  ];
}

function factGrid(facts: readonly (readonly [string, string])[]): Content {
  const lines = Array.from({ length: Math.ceil(facts.length / FACTS_PER_LINE) }, (_, line) =>
    facts.slice(line * FACTS_PER_LINE, (line + 1) * FACTS_PER_LINE),
  );
  return {
    layout: {
      hLineWidth: () => 0,
      vLineWidth: () => 0,
      fillColor: () => BACKGROUND,
      paddingLeft: () => 8,
      paddingRight: () => 4,
      paddingTop: () => 5,
      paddingBottom: () => 4,
    },
    table: {
      widths: Array.from({ length: FACTS_PER_LINE }, () => '*' as const),
      body: lines.map((line) =>
        line.map(([label, value]) => ({
          stack: [
            { text: label, style: 'label' },
            cell(value, { bold: true, color: TEXT_COLOR, margin: [0, 1, 0, 0] }),
          ],
        })),
      ),
    },
  };
}

/** What staff did with the alert, and what else was seen of the member. */
function historySection({ alert, surroundings: { otherAlerts }, timeZone }: EvidenceFile): Content[] {
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
        cell(formatInstant(step.at, timeZone)),
        cell(step.by),
        cell(formatStep(step), { bold: true }),
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
        cell(formatEvidenceDay(other.activityDate)),
        cell(`${activityLabel(other.activityType)} (no. ${other.id})`),
        cell(other.accountNumber),
        cell(other.riskLevel),
        cell(other.reviewed ? formatOutcome(other.reviewOutcome) : 'Open'),
        cell(formatDollars(parseCents(other.amount))),
      ]),
    }),
  ];
}

/** What a reopening took back is said with it. */
function formatStep({ step, outcome }: AlertHistoryItem): string {
  const words = STEP_LABELS[step];
  if (step === 'reviewed') return `${words}: ${formatOutcome(outcome)}`;
  return step === 'reopened' ? `${words} (was: ${formatOutcome(outcome)})` : words;
}

const CLASSIFICATION = 'Confidential – SAR-adjacent; do not disclose';

/**
 * The evidence of an alert as a document worth filing. Accounts are shown in full, as on the screen: who files a report needs
 * the number, and each page says that it must not be disclosed.
 */
export function evidenceDocument(file: EvidenceFile): TDocumentDefinitions {
  const { alert, institution, timeZone, exportedBy, exportedAt } = file;
  const frame = pageFrame({
    classification: CLASSIFICATION,
    title: `Alert ${alert.id}: ${activityLabel(alert.activityType)}`,
    subject: `${institution?.name ?? 'Clearwatch'} · Alert ${alert.id} · Account ${alert.accountNumber}`,
    exported: `Exported by ${exportedBy} on ${formatInstant(exportedAt, timeZone)}`,
    exportedBy,
    exportedAt,
  });
  return {
    ...frame,
    content: [
      letterhead(institution),
      headSection(file),
      figuresSection(file),
      accountDaysSection(file),
      entriesSection(file),
      ruleSection(file),
      historySection(file),
    ].flat(),
  };
}
