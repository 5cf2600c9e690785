import type { Block, ReportSection, Span } from '@clearwatch/contracts/reports/report-document';
import type { Month } from '../../../calendar/month.ts';
import { monthWords } from '../../day-words.ts';
import type { FactSheet, Stated } from '../../fact-sheet.ts';
import { compact, counted, paragraph, prose } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import { table } from '../../table.ts';
import type { MonthFlow } from '../../topics/flows.ts';
import { monthsBlocks } from '../../topics/flows-told.ts';
import { movedTo } from '../../topics/pair-words.ts';
import { chartOf } from '../../topics/sections.ts';
import type { Direction } from '../../topics/stated-movers.ts';
import type { TrendData } from './trend-data.ts';
import { amountIn, run, wholeMonths } from './whole-months.ts';

/** What is compared: the last quarter of a year with the one before it. */
const MONTHS = 3;
/** A shorter run is chance. */
const LEAST_RUN = 3;
const SOURCE = 'Months of the daily totals of the ledger';

/** "Credits averaged …": the last months against those before; null while there are too few whole ones. */
export function averageSentence(data: TrendData, context: ReportContext): Span[] | null {
  const whole = wholeMonths(data.flows.months, context.asked);
  if (whole.length < 2 * MONTHS) return null;
  const recent = whole.slice(-MONTHS);
  const earlier = whole.slice(-2 * MONTHS, -MONTHS);
  const { sheet } = context;
  const span = (months: readonly MonthFlow[]) =>
    `${monthWords(months[0]?.month ?? '')} to ${monthWords(months.at(-1)?.month ?? '')}`;
  const average = (direction: Direction, months: readonly MonthFlow[]): Stated =>
    sheet.money(
      {
        label: `${name(direction)} of an average month, ${span(months)}`,
        source: `${SOURCE}, rounded to the cent`,
      },
      Math.round(months.reduce((sum, month) => sum + amountIn(direction, month), 0) / months.length),
    );
  const moved = (direction: Direction) =>
    movedTo(sheet, {
      label: `${name(direction)} of an average month`,
      now: average(direction, recent),
      before: average(direction, earlier),
    });
  const count = sheet.count({ label: 'Whole months that are averaged', source: SOURCE }, MONTHS);
  return prose`Over the last ${count} whole months credits ${moved('credits')} a month and debits ${moved('debits')}, against the ${count} months before.`;
}

/** What the average would be without a month that stands out; null where none of the last months does. */
function withoutOutstanding(data: TrendData, { asked, sheet }: ReportContext): Span[] | null {
  const recent = wholeMonths(data.flows.months, asked).slice(-MONTHS);
  const found = data.outstanding.find(({ month }) => recent.some((own) => own.month === month));
  const others = recent.filter(({ month }) => month !== found?.month);
  if (found === undefined || others.length === 0) return null;
  const { direction, month } = found;
  const when = sheet.month({ label: 'Month', source: SOURCE }, month);
  const average = sheet.money(
    {
      label: `${name(direction)} of an average month without ${monthWords(month)}`,
      source: `${SOURCE}, rounded to the cent`,
    },
    Math.round(others.reduce((sum, own) => sum + amountIn(direction, own), 0) / others.length),
  );
  return prose`The average is driven by ${when}, which stands out: without it ${direction} came to ${compact(average)} a month.`;
}

const name = (direction: Direction) => (direction === 'credits' ? 'Credits' : 'Debits');

/** "Debits have fallen … months in a row"; null for less than a run. */
export function runSentence(direction: Direction, data: TrendData, context: ReportContext): Span[] | null {
  const whole = wholeMonths(data.flows.months, context.asked);
  const { months, way } = run(whole.map((month) => amountIn(direction, month)));
  if (months < LEAST_RUN) return null;
  const count = context.sheet.count(
    { label: `Months in a row that ${direction} went ${way}`, source: SOURCE },
    months,
  );
  return prose`${name(direction)} have ${way === 'up' ? 'risen' : 'fallen'} ${counted(count, 'month')} in a row.`;
}

/** The highest and the lowest whole month. */
function extremes(direction: Direction, data: TrendData, { asked, sheet }: ReportContext): Span[] | null {
  const sorted = wholeMonths(data.flows.months, asked).toSorted(
    (left, right) => amountIn(direction, left) - amountIn(direction, right),
  );
  const [lowest, highest] = [sorted[0], sorted.at(-1)];
  if (lowest === undefined || highest === undefined || sorted.length < MONTHS) return null;
  const words = (month: MonthFlow) => {
    const when = sheet.month({ label: 'Month', source: SOURCE }, month.month);
    const amount = sheet.money(
      { label: `${name(direction)}, ${monthWords(month.month)}`, source: SOURCE },
      amountIn(direction, month),
    );
    return prose`${when} (${amount})`;
  };
  return prose`${name(direction)} were highest in ${words(highest)} and lowest in ${words(lowest)}.`;
}

/** Where credits, debits and members are going, month by month. */
export function directionSection(data: TrendData, context: ReportContext): ReportSection[] {
  if (data.flows.months.length < 2) return [];
  const sentences = [
    withoutOutstanding(data, context),
    runSentence('credits', data, context),
    runSentence('debits', data, context),
    extremes('credits', data, context),
    extremes('debits', data, context),
  ];
  const told: Block[] = sentences.some((sentence) => sentence !== null) ? [paragraph(...sentences)] : [];
  return [
    {
      title: 'Direction',
      blocks: [
        ...told,
        ...monthsBlocks(data.flows, context),
        monthsTable(data, context),
        ...activeChart(data, context),
      ],
    },
  ];
}

function monthsTable({ flows, activity }: TrendData, { sheet }: ReportContext): Block {
  const right = (label: string) => ({ label, align: 'right' as const });
  return table(
    'Month by month',
    [
      { label: 'Month', align: 'left' },
      right('Credits'),
      right('Debits'),
      right('Net flow'),
      right('Active members'),
      right('Alerts'),
      right('High risk'),
    ],
    flows.months.toReversed().map(({ month, creditCents, debitCents }) => {
      const words = monthWords(month);
      const own = activity.find((candidate) => candidate.month === month);
      const money = (label: string, cents: number) =>
        sheet.money({ label: `${label}, ${words}`, source: SOURCE }, cents);
      const count = (label: string, source: string, number: number) =>
        sheet.count({ label: `${label}, ${words}`, source }, number);
      return [
        sheet.month({ label: 'Month', source: SOURCE }, month),
        money('Credits', creditCents),
        money('Debits', debitCents),
        money('Net flow', creditCents - debitCents),
        activeMembers(sheet, month, activity),
        count('Alerts', 'Alerts by the day of the activity', own?.alerts ?? 0),
        count('High-risk alerts', 'Alerts by the day of the activity', own?.highAlerts ?? 0),
      ];
    }),
  );
}

function activeChart({ flows, activity }: TrendData, { sheet }: ReportContext): Block[] {
  const chart = chartOf({
    title: 'Active members by month',
    type: 'bar',
    unit: 'count',
    categories: flows.months.map(({ month }) => sheet.month({ label: 'Month', source: SOURCE }, month)),
    series: [
      {
        name: 'Active members',
        values: flows.months.map(({ month }) => activeMembers(sheet, month, activity)),
      },
    ],
  });
  return chart === null ? [] : [chart];
}

function activeMembers(sheet: FactSheet, month: Month, activity: TrendData['activity']): Stated {
  const own = activity.find((candidate) => candidate.month === month);
  return sheet.count(
    {
      label: `Active members, ${monthWords(month)}`,
      source: 'Accounts with at least one credit or debit in the month',
    },
    own?.activeAccounts ?? 0,
  );
}
