import type { AlertEvidence, EvidenceEntry, EvidenceFigure } from '@clearwatch/contracts/alerts';
import type { AccountDay, AlertContext, UnusualActivityDetail } from '@clearwatch/contracts/alerts.dto';
import { epochDay } from '@clearwatch/domain/calendar/day';
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
  TEXT_WIDTH,
  tableSection,
} from '@clearwatch/service-kit/pdf/pdf-layout';
import type { CanvasElement, Content, ContentText } from 'pdfmake/interfaces.js';

/** What is printed. */
export interface EvidenceFile {
  alert: UnusualActivityDetail;
  evidence: AlertEvidence;
  surroundings: AlertContext;
  /** Whose paper it is, when that is set up. */
  institution: Letterhead | null;
  /** In which times are said (IANA); null: the server's. */
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

/** Evidence was frozen by the version of its day: what that did not write yet is empty, other units are those of today. */
export function completeEvidence(frozen: Partial<AlertEvidence>): AlertEvidence {
  return displayedEvidence({ ...EMPTY_EVIDENCE, ...frozen });
}

/** Points. */
const HALF_HEIGHT = 38;
const MIN_BAR = 1;
const MAX_BAR_WIDTH = 6;
/** Of the width of a day. */
const BAR_SHARE = 0.75;

export interface ChartedDays {
  firstDay: string;
  lastDay: string;
}

/**
 * Days of an account as bars, credits above the line and debits below it, on one scale; the days of the pattern lie on a
 * ground of their own. Points from the left upper corner.
 */
export function dailyBarChart(
  { firstDay, lastDay, days }: ChartedDays & { days: readonly AccountDay[] },
  { width, window }: { width: number; window: ChartedDays },
): CanvasElement[] {
  const first = epochDay(firstDay);
  const step = width / (epochDay(lastDay) - first + 1);
  const placeOf = (day: string) => (epochDay(day) - first) * step;
  const largest = largestDailyAmount(days);
  const barWidth = Math.min(MAX_BAR_WIDTH, Math.max(MIN_BAR, step * BAR_SHARE));
  const bars = days.flatMap(({ day, credits, debits }) => {
    const x = placeOf(day) + (step - barWidth) / 2;
    const [up, down] = [credits, debits].map((amount) => barHeight(amount, largest));
    return [
      ...bar({ x, y: HALF_HEIGHT - (up ?? 0), w: barWidth, h: up ?? 0, color: ACCENT }),
      ...bar({ x, y: HALF_HEIGHT, w: barWidth, h: down ?? 0, color: MUTED }),
    ];
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

/** The largest credit or debit of a day, in cents; never zero, so that it can be divided by. */
function largestDailyAmount(days: readonly AccountDay[]): number {
  return Math.max(1, ...days.flatMap(({ credits, debits }) => [parseCents(credits), parseCents(debits)]));
}

/** However small beside the largest, money is seen. */
function barHeight(amount: string, largest: number): number {
  const cents = parseCents(amount);
  return cents === 0 ? 0 : Math.max(MIN_BAR, (HALF_HEIGHT * cents) / largest);
}

function bar(shape: { x: number; y: number; w: number; h: number; color: string }): CanvasElement[] {
  return shape.h === 0 ? [] : [{ type: 'rect', ...shape }];
}

/** A section of sentences, kept together with its heading; nothing without sentences. */
function listSection(title: string, sentences: readonly string[]): Content[] {
  const [first, ...others] = sentences;
  if (first === undefined) return [];
  const shown = (sentence: string): Content => ({
    ul: [sentence],
    margin: [0, 1, 0, 1],
  });
  return [
    {
      unbreakable: true,
      stack: [{ text: title, style: 'section', margin: [0, 14, 0, 4] }, shown(first)],
    },
    ...others.map(shown),
  ];
}

const DAY_FORMAT = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/** "Mar 2, 2026"; anything that is no ISO day as it is. */
export function formatEvidenceDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? day : DAY_FORMAT.format(date);
}

/** In a time zone (IANA) that the words name, because papers are read elsewhere; null: the server's. "Nov 20, 2026, 16:12 UTC" */
export function formatInstant(instant: Date | string, timeZone: string | null): string {
  return new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    ...(timeZone !== null && { timeZone }),
  }).format(new Date(instant));
}

/** The days of the pattern among the days around them, so that one sees at a glance what is unlike the rest. */
export function accountDaysSection({ alert, evidence, surroundings }: EvidenceFile): Content[] {
  const { firstDay, lastDay, days } = surroundings;
  if (days.length === 0) return [];
  const day = alert.activityDate;
  const { window } = evidence;
  const shaded = window.firstDay === '' ? { firstDay: day, lastDay: day } : window;
  return [
    {
      unbreakable: true,
      stack: [
        { text: 'The account around the pattern', style: 'section', margin: [0, 14, 0, 2] },
        {
          text:
            `Money by day, ${formatDollars(largestDailyAmount(days))} at most: credits above the line, debits below it;` +
            ' shaded: the days of the pattern. As the ledger was when this was exported.',
          style: 'small',
          margin: [0, 0, 0, 6],
        },
        { canvas: dailyBarChart(surroundings, { width: TEXT_WIDTH, window: shaded }) },
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

/** The entries of the pattern with where each came from, daily totals where the rule looked at days, and the companies. */
export function entriesSection({ alert, evidence }: EvidenceFile): Content[] {
  const isElsewhere = (accountNumber: string) => accountNumber !== alert.accountNumber;
  return [
    ...tableSection({
      title: `Entries of the pattern (${evidence.entries.length})`,
      columns: [
        { label: 'Day', width: 58 },
        { label: 'Company and description', width: '*' },
        { label: 'Part', width: 56 },
        { label: 'Trace no., file and line', width: 92 },
        { label: 'Credit', width: 58, alignment: 'right' },
        { label: 'Debit', width: 58, alignment: 'right' },
      ],
      rows: evidence.entries.map((entry) =>
        entryRow(entry, {
          isTrigger: entry.transactionId === evidence.triggerEntryId,
          account: isElsewhere(entry.accountNumber) ? `Account ${entry.accountNumber}` : null,
        }),
      ),
    }),
    ...tableSection({
      title: 'Credits by day and account',
      columns: [
        { label: 'Day', width: 90 },
        { label: 'Account', width: '*' },
        { label: 'Credits', width: 110, alignment: 'right' },
      ],
      rows: evidence.dailyTotals.map(({ day, accountNumber, credits }) => [
        cell(formatEvidenceDay(day)),
        cell(accountNumber),
        cell(dollars(credits)),
      ]),
    }),
    ...tableSection({
      title: 'Companies',
      columns: [
        { label: 'Company', width: '*' },
        { label: 'First seen on the account', width: 130, alignment: 'right' },
        { label: 'Other accounts that use it', width: 130, alignment: 'right' },
      ],
      rows: evidence.companies.map(({ company, firstSeenOnAccount, otherAccounts }) => [
        cell(company),
        cell(formatEvidenceDay(firstSeenOnAccount)),
        cell(String(otherAccounts)),
      ]),
    }),
  ];
}

/** @param marks.account named where it is another one of the member's */
function entryRow(entry: EvidenceEntry, marks: { isTrigger: boolean; account: string | null }): Cell[] {
  const amount = dollars(entry.amount);
  const [credit, debit] = entry.transactionType === 'Credit' ? [amount, ''] : ['', amount];
  const row: Cell[] = [
    cell(formatEvidenceDay(entry.day)),
    {
      stack: [
        cell(entry.company, { bold: true }),
        ...secondLine(entry.entryDescription),
        ...secondLine(marks.account),
      ],
    },
    {
      stack: [
        ...(marks.isTrigger ? [{ text: 'Trigger', bold: true, color: ACCENT }] : []),
        ...secondLine(entry.part),
      ],
    },
    {
      stack: [
        ...secondLine(entry.traceNumber),
        { text: `Import ${entry.source.importId}, line ${entry.source.line}`, style: 'small' },
      ],
    },
    cell(credit),
    cell(debit),
  ];
  return marks.isTrigger ? row.map((content) => Object.assign({ fillColor: BACKGROUND }, content)) : row;
}

/** Evidence of earlier versions leaves some of these out. */
function secondLine(text: string | null | undefined): ContentText[] {
  return text === null || text === undefined ? [] : [cell(text, { style: 'small' })];
}

function dollars(amount: string): string {
  return formatDollars(parseCents(amount));
}

const NUMBER_FORMAT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const MONEY = /^-?\d+(\.\d{1,2})?$/;

/** A value of the evidence with its unit, as a person reads it: "$8,240.00", "3 days", "4.02×". */
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

/** "at least $10,000.00" */
function formatThreshold({ comparison, threshold, unit }: EvidenceFigure): string {
  return `${COMPARISON_LABELS[comparison]} ${formatFigureValue({ value: threshold, unit })}`;
}

function formatFigureNumber(value: string): string {
  const number = Number(value);
  return Number.isNaN(number) ? value : NUMBER_FORMAT.format(number);
}

/** Every figure beside its threshold, the member's normal, and what else the rule looked at. */
export function figuresSection({ evidence }: EvidenceFile): Content[] {
  const baselines = evidence.baseline === null ? [] : [evidence.baseline];
  return [
    ...tableSection({
      title: 'Figures against thresholds',
      columns: [
        { label: 'Figure', width: '*' },
        { label: 'Seen', width: 110, alignment: 'right' },
        { label: 'Threshold', width: 150, alignment: 'right' },
      ],
      rows: evidence.figures.map((figure) => [
        cell(figure.label),
        cell(formatFigureValue(figure), { bold: true }),
        cell(formatThreshold(figure)),
      ]),
    }),
    ...tableSection({
      title: 'Normal of the member',
      columns: [
        { label: 'What it was compared with', width: '*' },
        { label: 'From', width: 80, alignment: 'right' },
        { label: 'To', width: 80, alignment: 'right' },
        { label: 'Normal', width: 110, alignment: 'right' },
      ],
      rows: baselines.map((baseline) => [
        cell(baseline.label),
        cell(formatEvidenceDay(baseline.firstDay)),
        cell(formatEvidenceDay(baseline.lastDay)),
        cell(formatFigureValue(baseline), { bold: true }),
      ]),
    }),
    ...tableSection({
      title: 'Also seen',
      columns: [
        { label: 'Fact', width: '*' },
        { label: 'Value', width: 220, alignment: 'right' },
      ],
      rows: evidence.facts.map((fact) => [cell(fact.label), cell(formatFigureValue(fact), { bold: true })]),
      mayBeLong: true,
    }),
  ];
}

/** What would have kept the rule silent, the numbers it went by, and on whose authority. */
export function ruleSection({ evidence }: EvidenceFile): Content[] {
  const { activityType, ruleVersion, policyVersion, parameters, sources } = evidence.rule;
  return [
    ...listSection('What would have kept the rule silent', evidence.wouldBeSilent),
    ...tableSection({
      title: `Rule: ${activityLabel(activityType)}, version ${ruleVersion}, under policy ${policyVersion}`,
      columns: [
        { label: 'Parameter in force', width: '*' },
        { label: 'Value', width: 110, alignment: 'right' },
      ],
      rows: parameters.map(({ meaning, value, unit }) => [
        cell(meaning),
        cell(formatFigureValue({ value: String(value), unit })),
      ]),
    }),
    ...listSection('Regulations and guidance the rule follows', sources),
  ];
}
