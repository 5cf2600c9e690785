import type { AlertEvidence, EvidenceEntry, EvidenceFigure } from '@clearwatch/contracts/alerts';
import type { AccountDay, AlertContext, UnusualActivityDetail } from '@clearwatch/contracts/alerts.dto';
import { epochDay } from '@clearwatch/domain/calendar/day';
import type { Period } from '@clearwatch/domain/calendar/period';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { displayedEvidence } from '@clearwatch/domain/detection/finding-evidence';
import type { Letterhead } from '@clearwatch/domain/institution-profile';
import { formatDollars, parseCents } from '@clearwatch/domain/money/cents';
import {
  ACCENT,
  BACKGROUND,
  type Cell,
  cell,
  MUTED,
  RULE_COLOR,
  type Section,
  TEXT_WIDTH,
  tableSection,
} from '@clearwatch/service-kit/pdf/pdf-layout';
import type { CanvasElement, Content, ContentText } from 'pdfmake/interfaces.js';

export interface EvidenceFile {
  alert: UnusualActivityDetail;
  evidence: AlertEvidence;
  context: AlertContext;
  institution: Letterhead | null;
  /** IANA name; null for the server's time zone. */
  timeZone: string | null;
  exportedBy: string;
  exportedAt: Date;
}

const EMPTY_EVIDENCE: AlertEvidence = {
  rule: { activityType: '', ruleVersion: 0, policyVersion: 0, parameters: [], sources: [] },
  triggerEntryId: '',
  entries: [],
  figures: [],
  baseline: null,
  window: { firstDay: '', lastDay: '' },
  wouldBeSilent: [],
  companies: [],
  dailyTotals: [],
  facts: [],
};

/** Adds fields that older versions of Clearwatch did not store, and converts units and labels from older versions. */
export function completeEvidence(frozen: Partial<AlertEvidence>): AlertEvidence {
  return displayedEvidence({ ...EMPTY_EVIDENCE, ...frozen });
}

/** In points. */
const HALF_HEIGHT = 38;
const MIN_BAR = 1;
const MAX_BAR_WIDTH = 6;
/** As a share of the width of one day. */
const BAR_SHARE = 0.75;

/**
 * Draws bars for each day on one scale, with credits above the line and debits below it. Shades the days in the window. Lengths are in
 * points.
 */
export function dailyBarChart(
  { firstDay, lastDay, days }: Pick<AlertContext, 'firstDay' | 'lastDay' | 'days'>,
  { width, window }: { width: number; window: Period },
): CanvasElement[] {
  const first = epochDay(firstDay);
  const step = width / (epochDay(lastDay) - first + 1);
  const placeOf = (day: string) => (epochDay(day) - first) * step;
  const largest = largestDailyAmount(days);
  const barWidth = Math.min(MAX_BAR_WIDTH, Math.max(MIN_BAR, step * BAR_SHARE));
  const bars = days.flatMap(({ day, credits, debits }) => {
    const x = placeOf(day) + (step - barWidth) / 2;
    const [up, down] = [barHeight(credits, largest), barHeight(debits, largest)];
    return [
      { type: 'rect', x, y: HALF_HEIGHT - up, w: barWidth, h: up, color: ACCENT } as const,
      { type: 'rect', x, y: HALF_HEIGHT, w: barWidth, h: down, color: MUTED } as const,
    ].filter(({ h }) => h > 0);
  });
  return [
    {
      type: 'rect',
      x: placeOf(window.firstDay),
      y: 0,
      w: placeOf(window.lastDay) - placeOf(window.firstDay) + step,
      h: 2 * HALF_HEIGHT,
      color: BACKGROUND,
    },
    ...bars,
    {
      type: 'line',
      x1: 0,
      y1: HALF_HEIGHT,
      x2: width,
      y2: HALF_HEIGHT,
      lineWidth: 0.5,
      lineColor: RULE_COLOR,
    },
  ];
}

/** Largest daily credit or debit total in cents. Never zero, because it is used as a divisor. */
function largestDailyAmount(days: readonly AccountDay[]): number {
  return Math.max(1, ...days.flatMap(({ credits, debits }) => [parseCents(credits), parseCents(debits)]));
}

/** Small amounts get a minimum height so that they stay visible. */
function barHeight(amount: string, largest: number): number {
  const cents = parseCents(amount);
  return cents === 0 ? 0 : Math.max(MIN_BAR, (HALF_HEIGHT * cents) / largest);
}

export const right = (width: number) => ({ width, alignment: 'right' as const });

export const bold = (text: string) => cell(text, { bold: true });

export function table({
  columns,
  rows,
  ...section
}: Pick<Section, 'title' | 'mayBeLong'> & {
  columns: Record<string, '*' | number | ReturnType<typeof right>>;
  rows: (string | Cell)[][];
}): Content[] {
  return tableSection({
    ...section,
    columns: Object.entries(columns).map(([label, width]) => ({
      label,
      ...(typeof width === 'object' ? width : { width }),
    })),
    rows: rows.map((row) => row.map((content) => (typeof content === 'string' ? cell(content) : content))),
  });
}

function listSection(title: string, sentences: readonly string[]): Content[] {
  const [first, ...others] = sentences;
  if (first === undefined) return [];
  const item = (sentence: string): Content => ({ ul: [sentence], margin: [0, 1, 0, 1] });
  const heading: Content = { text: title, style: 'section', margin: [0, 14, 0, 4] };
  return [{ unbreakable: true, stack: [heading, item(first)] }, ...others.map(item)];
}

const DAY = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const DAY_FORMAT = new Intl.DateTimeFormat('en-US', { ...DAY, timeZone: 'UTC' });

/** Formats an ISO day as "Mar 2, 2026". Returns any other text unchanged. */
export function formatEvidenceDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? day : DAY_FORMAT.format(date);
}

/** Formats a time as "Nov 20, 2026, 16:12 UTC". Includes the time zone, because a printed file may be read elsewhere. */
export function formatInstant(instant: Date | string, timeZone: string | null): string {
  return new Intl.DateTimeFormat('en-US', {
    ...DAY,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    ...(timeZone !== null && { timeZone }),
  }).format(new Date(instant));
}

export function accountDaysSection({ alert, evidence, context }: EvidenceFile): Content[] {
  const { firstDay, lastDay, days } = context;
  if (days.length === 0) return [];
  const day = alert.activityDate;
  const { window } = evidence;
  const shaded = window.firstDay === '' ? { firstDay: day, lastDay: day } : window;
  return [
    {
      unbreakable: true,
      stack: [
        { text: 'Account activity around the pattern', style: 'section', margin: [0, 14, 0, 2] },
        {
          text:
            `Amounts by day, up to ${formatDollars(largestDailyAmount(days))}: credits above the line, debits below it.` +
            ' The days in the pattern are shaded. Data as of the time of export.',
          style: 'small',
          margin: [0, 0, 0, 6],
        },
        { canvas: dailyBarChart(context, { width: TEXT_WIDTH, window: shaded }) },
        {
          margin: [0, 3, 0, 0],
          columns: [
            { text: formatEvidenceDay(firstDay), style: 'small' },
            { text: formatEvidenceDay(lastDay), style: 'small', alignment: 'right' },
          ],
        },
      ],
    },
  ];
}

export function entriesSection({ alert, evidence }: EvidenceFile): Content[] {
  const isElsewhere = (accountNumber: string) => accountNumber !== alert.accountNumber;
  return [
    ...table({
      title: `Entries in the pattern (${evidence.entries.length})`,
      columns: {
        Day: 58,
        'Company and description': '*',
        Part: 56,
        'Trace number, file and line': 92,
        Credit: right(58),
        Debit: right(58),
      },
      rows: evidence.entries.map((entry) =>
        entryRow(entry, {
          isTrigger: entry.transactionId === evidence.triggerEntryId,
          account: isElsewhere(entry.accountNumber) ? `Account ${entry.accountNumber}` : null,
        }),
      ),
    }),
    ...table({
      title: 'Credits by day and account',
      columns: { Day: 90, Account: '*', Credits: right(110) },
      rows: evidence.dailyTotals.map(({ day, accountNumber, credits }) => [
        formatEvidenceDay(day),
        accountNumber,
        dollars(credits),
      ]),
    }),
    ...table({
      title: 'Companies',
      columns: {
        Company: '*',
        'First seen on the account': right(130),
        'Other accounts using it': right(130),
      },
      rows: evidence.companies.map(({ company, firstSeenOnAccount, otherAccounts }) => [
        company,
        formatEvidenceDay(firstSeenOnAccount),
        String(otherAccounts),
      ]),
    }),
  ];
}

function entryRow(entry: EvidenceEntry, marks: { isTrigger: boolean; account: string | null }): Cell[] {
  const amount = dollars(entry.amount);
  const [credit, debit] = entry.transactionType === 'Credit' ? [amount, ''] : ['', amount];
  const row: Cell[] = [
    cell(formatEvidenceDay(entry.day)),
    { stack: [bold(entry.company), ...smallLines(entry.entryDescription, marks.account)] },
    {
      stack: [...(marks.isTrigger ? [{ text: 'Trigger', bold: true, color: ACCENT }] : []), ...smallLines(entry.part)],
    },
    { stack: smallLines(entry.traceNumber, `Import ${entry.source.importId}, line ${entry.source.line}`) },
    cell(credit),
    cell(debit),
  ];
  return marks.isTrigger ? row.map((content) => Object.assign({ fillColor: BACKGROUND }, content)) : row;
}

/** Evidence from earlier versions does not contain all of these texts. */
function smallLines(...texts: (string | null | undefined)[]): ContentText[] {
  return texts.filter((text) => typeof text === 'string').map((text) => cell(text, { style: 'small' }));
}

function dollars(amount: string): string {
  return formatDollars(parseCents(amount));
}

const NUMBER_FORMAT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const MONEY = /^-?\d+(\.\d{1,2})?$/;

/** Formats a value, for example as "$8,240.00", "3 days" or "4.02×". */
function formatFigureValue({ value, unit }: { value: string; unit: string }): string {
  switch (unit) {
    case 'USD':
      return MONEY.test(value) ? formatDollars(parseCents(value)) : value;
    case 'percent':
      return `${value}%`;
    case 'days':
      return `${formatFigureNumber(value)} ${Number(value) === 1 ? 'day' : 'days'}`;
    case 'ratio':
      return `${value}×`;
    case 'count':
      return formatFigureNumber(value);
    case 'day':
      return formatEvidenceDay(value);
    case 'text':
      return value;
    default:
      return `${value} ${unit}`;
  }
}

const COMPARISON_LABELS: Record<EvidenceFigure['comparison'], string> = {
  '>=': 'at least',
  '>': 'more than',
  '<=': 'at most',
  '<': 'less than',
};

function formatFigureNumber(value: string): string {
  const number = Number(value);
  return Number.isNaN(number) ? value : NUMBER_FORMAT.format(number);
}

export function figuresSection({ evidence }: EvidenceFile): Content[] {
  const baselines = evidence.baseline === null ? [] : [evidence.baseline];
  return [
    ...table({
      title: 'Figures against thresholds',
      columns: { Figure: '*', Seen: right(110), Threshold: right(150) },
      rows: evidence.figures.map(({ label, value, unit, comparison, threshold }) => [
        label,
        bold(formatFigureValue({ value, unit })),
        `${COMPARISON_LABELS[comparison]} ${formatFigureValue({ value: threshold, unit })}`,
      ]),
    }),
    ...table({
      title: 'Member’s normal activity',
      columns: {
        'Compared with': '*',
        From: right(80),
        To: right(80),
        Normal: right(110),
      },
      rows: baselines.map((baseline) => [
        baseline.label,
        formatEvidenceDay(baseline.firstDay),
        formatEvidenceDay(baseline.lastDay),
        bold(formatFigureValue(baseline)),
      ]),
    }),
    ...table({
      title: 'Other facts',
      columns: { Fact: '*', Value: right(220) },
      rows: evidence.facts.map((fact) => [fact.label, bold(formatFigureValue(fact))]),
      mayBeLong: true,
    }),
  ];
}

export function ruleSection({ evidence }: EvidenceFile): Content[] {
  const { activityType, ruleVersion, policyVersion, parameters, sources } = evidence.rule;
  return [
    ...listSection('Changes that would have prevented the alert', evidence.wouldBeSilent),
    ...table({
      title: `Rule: ${activityLabel(activityType)}, version ${ruleVersion}, under policy ${policyVersion}`,
      columns: { Parameter: '*', Value: right(110) },
      rows: parameters.map(({ meaning, value, unit }) => [meaning, formatFigureValue({ value: String(value), unit })]),
    }),
    ...listSection('Regulations and guidance behind the rule', sources),
  ];
}
