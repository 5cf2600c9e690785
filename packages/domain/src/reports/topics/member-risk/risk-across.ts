import { RISK_LEVELS } from '@clearwatch/contracts/fraud/risk-level';
import type { ReportSection, Span } from '@clearwatch/contracts/reports/report-document';
import type { Asked } from '../../asked.ts';
import type { FactSheet, Stated } from '../../fact-sheet.ts';
import { counted, enumerated, paragraph, prose } from '../../prose.ts';
import { table } from '../../table.ts';
import { againstBefore, isComparable } from '../against-before.ts';
import { noted, notedAsOf } from '../noted.ts';
import { chartOf, section } from '../sections.ts';
import type { MemberRisk } from './member-risk.ts';

const LEVEL_LABELS = { low: 'Low', medium: 'Medium', high: 'High' } as const;
const MOST_CATEGORIES = 8;
const MOST_MOVED = 3;

/** How many members stand at each level, and how much money moves through them. */
export function acrossSection(
  sheet: FactSheet,
  { levels, members }: MemberRisk,
  { period, asOf }: Asked,
): ReportSection | null {
  if (members === 0) return null;
  const all = sheet.count(notedAsOf('Members', 'Accounts of the member list', asOf), members);
  const rows = RISK_LEVELS.toReversed().map((level) => {
    const { members: bearers, creditCents, debitCents } = levels[level];
    const words = LEVEL_LABELS[level];
    const source = `daily totals of the accounts of members at ${level} risk`;
    const standing = sheet.count(
      notedAsOf(`Members at ${level} risk`, 'Risk level of the member list', asOf),
      bearers,
    );
    return {
      words,
      standing,
      part: sheet.partOf(`Part of all members that is at ${level} risk`, standing, all),
      credits: sheet.money(
        noted(`Credits of members at ${level} risk`, `Credits in the ${source}`, period),
        creditCents,
      ),
      debits: sheet.money(
        noted(`Debits of members at ${level} risk`, `Debits in the ${source}`, period),
        debitCents,
      ),
    };
  });
  return section(
    'Risk across members',
    table(
      'Members by risk level, with the money that moved through them in the period',
      [
        { label: 'Risk', align: 'left' },
        { label: 'Members', align: 'right' },
        { label: 'Part', align: 'right' },
        { label: 'Credits', align: 'right' },
        { label: 'Debits', align: 'right' },
      ],
      rows.map(({ words, standing, part, credits, debits }) => [words, standing, part, credits, debits]),
    ),
  );
}

interface ShownCategory {
  name: Stated;
  now: Stated;
  before: Stated;
  rise: number;
}

function firstTimeSentence({ now, firstTime }: MemberRisk['alerted'], first: Stated): Span[] | null {
  if (firstTime === 0) return null;
  if (firstTime === now)
    return now === 1
      ? prose`It is the member’s first such alert.`
      : prose`For all of them it is the first such alert.`;
  return prose`For ${first} of them it is the first such alert.`;
}

/** The categories that moved most in one direction. */
function moved(shown: readonly ShownCategory[], opening: string, direction: 1 | -1): Span[] | null {
  const most = shown
    .filter(({ rise }) => rise * direction > 0)
    .toSorted((left, right) => direction * (right.rise - left.rise))
    .slice(0, MOST_MOVED)
    .map(({ name, now, before }) => prose`${name} (${now} after ${before})`);
  return most.length === 0 ? null : prose`${opening} ${enumerated(most)}.`;
}

/** Whom alerts of the period concern, and of which kind they are, against the period before. */
export function changedSection(sheet: FactSheet, data: MemberRisk, asked: Asked): ReportSection | null {
  const { alerted, categories } = data;
  const source = 'Accounts with an alert of high or medium risk dated';
  const now = sheet.count(noted('Members with alerts', source, asked.period), alerted.now);
  const before = sheet.count(noted('Members with alerts', source, asked.previous), alerted.before);
  if (alerted.now === 0 && alerted.before === 0) return null;
  const first = sheet.count(
    noted(
      'Members alerted for the first time',
      'Accounts whose first alert of high or medium risk is dated',
      asked.period,
    ),
    alerted.firstTime,
  );
  const shown = categories.slice(0, MOST_CATEGORIES).map(({ category, ...counts }) => {
    const of = (period: Asked['period'], count: number) =>
      sheet.count(noted(`Members with ${category} alerts`, `${source} of this category`, period), count);
    return {
      name: sheet.word({ label: 'Category of alerts', source: 'Detection catalogue' }, category),
      now: of(asked.period, counts.now),
      before: of(asked.previous, counts.before),
      rise: counts.now - counts.before,
    };
  });
  const comparable = isComparable(asked);
  return section(
    'What changed',
    paragraph(
      comparable
        ? prose`Alerts of high or medium risk concern ${counted(now, 'member')} in the period, ${againstBefore(sheet, 'Members with alerts', now, before)}.`
        : prose`Alerts of high or medium risk concern ${counted(now, 'member')} in the period.`,
      firstTimeSentence(alerted, first),
      comparable ? moved(shown, 'More members than before have alerts of', 1) : null,
      comparable ? moved(shown, 'Fewer have alerts of', -1) : null,
    ),
    shown.length < 2
      ? null
      : table(
          'Members with alerts of high or medium risk, by category',
          [
            { label: 'Category', align: 'left' },
            { label: 'In the period', align: 'right' },
            ...(comparable ? [{ label: 'Period before', align: 'right' as const }] : []),
          ],
          shown.map(({ name, now, before }) => (comparable ? [name, now, before] : [name, now])),
        ),
    chartOf({
      title: 'Members with alerts, by category',
      type: 'bar',
      unit: 'count',
      categories: shown.map(({ name }) => name),
      series: [
        { name: 'In the period', values: shown.map(({ now }) => now) },
        ...(comparable ? [{ name: 'Period before', values: shown.map(({ before }) => before) }] : []),
      ],
    }),
  );
}
