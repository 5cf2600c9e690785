import { categoryOf, type ReviewOutcome, type RiskLevel } from '@clearwatch/contracts/alerts';
import type { AlertHistoryItem, AlertStep } from '@clearwatch/contracts/alerts.dto';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { formatDollars, parseCents } from '@clearwatch/domain/money/cents';
import {
  ACCENT,
  BACKGROUND,
  type Cell,
  cell,
  letterhead,
  MUTED,
  pageFrame,
  TEXT_COLOR,
  WARNING,
} from '@clearwatch/service-kit/pdf/pdf-layout';
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import {
  accountDaysSection,
  bold,
  type EvidenceFile,
  entriesSection,
  figuresSection,
  formatEvidenceDay,
  formatInstant,
  right,
  ruleSection,
  table,
} from './evidence-pdf-sections.ts';

const OUTCOME_LABELS: Record<ReviewOutcome, string> = {
  false_positive: 'False positive',
  explained: 'Explained',
  suspicious: 'Suspicious',
  escalated: 'Escalated',
};

const formatOutcome = (outcome: ReviewOutcome | null) => (outcome === null ? 'No outcome' : OUTCOME_LABELS[outcome]);

const STEP_LABELS: Record<AlertStep, string> = {
  reviewed: 'Reviewed',
  reopened: 'Reopened',
  assigned: 'Assigned',
  released: 'Released',
};

const RISK_BADGES: Record<RiskLevel, { text: string; color: string }> = {
  high: { text: 'HIGH RISK', color: WARNING },
  medium: { text: 'MEDIUM RISK', color: '#92400e' },
  low: { text: 'LOW RISK', color: MUTED },
};
const FACTS_PER_LINE = 4;

function headSection(file: EvidenceFile): Content[] {
  const { alert } = file;
  const { text, color } = RISK_BADGES[alert.riskLevel];
  const badge: Cell = {
    text,
    color: '#ffffff',
    fillColor: color,
    bold: true,
    fontSize: 8.5,
    margin: [5, 2, 5, 1],
  };
  return [
    {
      columns: [
        { text: activityLabel(alert.activityType), style: 'title', width: '*' },
        {
          width: 'auto',
          margin: [0, 5, 0, 0],
          layout: 'noBorders',
          table: { body: [[badge]] },
        },
      ],
    },
    {
      text: `${categoryOf(alert.activityType)} · a possible pattern. Shows the evidence as it was when the alert was raised.`,
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
    ['Change from normal', change ?? 'No baseline available'],
    ['Entries from', formatEvidenceDay(window.firstDay === '' ? alert.activityDate : window.firstDay)],
    ['Entries to', formatEvidenceDay(window.lastDay === '' ? alert.activityDate : window.lastDay)],
    ['Trigger', `Entry ${alert.transactionId}, ${formatEvidenceDay(alert.activityDate)}`],
    ['Raised', formatInstant(alert.createdAt, timeZone)],
    ['Status', alert.reviewed ? `Reviewed: ${formatOutcome(alert.reviewOutcome)}` : 'Open'],
    ['Reviewed by', alert.reviewedBy ?? 'Not reviewed'],
    ['Report due', alert.sarDueOn === null ? 'Not required' : formatEvidenceDay(alert.sarDueOn)],
    ['Rule', `Version ${rule.ruleVersion}, policy ${rule.policyVersion}`],
  ];
}

function factGrid(facts: readonly (readonly [string, string])[]): Content {
  const lines = Map.groupBy(facts, (fact) => Math.floor(facts.indexOf(fact) / FACTS_PER_LINE));
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
      body: [...lines.values()].map((line) =>
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

function historySection({ alert, context: { otherAlerts }, timeZone }: EvidenceFile): Content[] {
  return [
    ...table({
      title: 'Staff actions',
      columns: { When: 106, Who: 70, What: 118, Note: '*' },
      rows: alert.history.map((step) => [
        formatInstant(step.at, timeZone),
        step.by,
        bold(formatStep(step)),
        step.note ?? '',
      ]),
      mayBeLong: true,
    }),
    ...table({
      title: `Other alerts for the member (${otherAlerts.length})`,
      columns: { Day: 62, Alert: '*', Account: 80, Risk: 46, Status: 96, Amount: right(72) },
      rows: otherAlerts.map((other) => [
        formatEvidenceDay(other.activityDate),
        `${activityLabel(other.activityType)} (no. ${other.id})`,
        other.accountNumber,
        other.riskLevel,
        other.reviewed ? formatOutcome(other.reviewOutcome) : 'Open',
        formatDollars(parseCents(other.amount)),
      ]),
    }),
  ];
}

function formatStep({ step, outcome }: AlertHistoryItem): string {
  const words = STEP_LABELS[step];
  if (step === 'reviewed') return `${words}: ${formatOutcome(outcome)}`;
  return step === 'reopened' ? `${words} (was: ${formatOutcome(outcome)})` : words;
}

const CLASSIFICATION = 'Confidential – SAR-adjacent; do not disclose';

/** Shows full account numbers because a SAR needs them. Each page is marked confidential. */
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
