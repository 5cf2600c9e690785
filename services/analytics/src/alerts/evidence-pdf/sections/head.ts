import { categoryOf, type RiskLevel } from '@clearwatch/contracts/alerts';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { formatDollars, parseCents } from '@clearwatch/domain/money/cents';
import { ACCENT, BACKGROUND, cell, MUTED, TEXT_COLOR, WARNING } from '@clearwatch/service-kit/pdf/pdf-layout';
import type { Content } from 'pdfmake/interfaces.js';
import type { EvidenceFile } from '../evidence-file.ts';
import { dayWords, instantWords } from '../words/day-words.ts';
import { outcomeWords } from '../words/outcome-words.ts';

const RISKS: Record<RiskLevel, { words: string; color: string }> = {
  high: { words: 'HIGH RISK', color: WARNING },
  medium: { words: 'MEDIUM RISK', color: '#92400e' },
  low: { words: 'LOW RISK', color: MUTED },
};
const FACTS_PER_LINE = 4;

/** What it is about, and what the rule said in one sentence. */
export function head(file: EvidenceFile): Content[] {
  const { alert } = file;
  const risk = RISKS[alert.riskLevel];
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
    ['Entries from', dayWords(window.firstDay === '' ? alert.activityDate : window.firstDay)],
    ['Entries to', dayWords(window.lastDay === '' ? alert.activityDate : window.lastDay)],
    ['Trigger', `Entry ${alert.transactionId}, ${dayWords(alert.activityDate)}`],
    ['Raised', instantWords(alert.createdAt, timeZone)],
    ['State', alert.reviewed ? `Reviewed: ${outcomeWords(alert.reviewOutcome)}` : 'Open'],
    ['Decided by', alert.reviewedBy ?? 'Nobody yet'],
    ['Report due', alert.sarDueOn === null ? 'None called for' : dayWords(alert.sarDueOn)],
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
