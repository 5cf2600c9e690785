import type { EvidenceBaseline, EvidenceFigure } from '@clearwatch/contracts/alerts';
import { formatDollars } from '../../money/cents.ts';
import { BASELINE_DAYS } from '../baseline.ts';
import { type Behavior, BehaviorCollector } from '../behaviors.ts';
import { defineDetector, type ParametersOf } from '../define-detector.ts';
import { deduplicationWindow, firstComparableDay, fixedCount, ratio } from '../detector.ts';
import { SlidingMedian } from '../entry-windows.ts';
import { baselineOver, countFigure, percentageChange } from '../finding-evidence.ts';
import type { AccountHistory, PreparedEntry } from '../member-history.ts';
import { outgoingDebits } from '../unfamiliar-debits.ts';

/** The usual number of entries on a day that has any, and the days it was taken from (days since 1970-01-01). */
interface UsualDay {
  count: number;
  firstDay: number;
  lastDay: number;
}

/**
 * How many entries a day usually has, of the days that have any: the median over 90 days. Days without entries do not
 * count, or whoever pays all bills on Fridays would look idle.
 */
export class ActiveDays {
  readonly #skipDays: number;
  readonly #days: number[] = [];
  readonly #counts: number[] = [];
  readonly #median: SlidingMedian;
  #entering = 0;
  #leaving = 0;

  /** @param skipDays days between the end of the baseline and the day asked about, at least 1 */
  constructor(entries: readonly PreparedEntry[], skipDays: number) {
    this.#skipDays = skipDays;
    for (const { entry } of entries) {
      const last = this.#days.length - 1;
      if (this.#days[last] === entry.epochDay) this.#counts[last] = (this.#counts[last] ?? 0) + 1;
      else {
        this.#days.push(entry.epochDay);
        this.#counts.push(1);
      }
    }
    this.#median = new SlidingMedian(this.#counts);
  }

  /** Null without any active day in the baseline. Days asked about must not decrease. */
  usualBefore(epochDay: number): UsualDay | null {
    const lastDay = epochDay - this.#skipDays;
    const firstDay = lastDay - BASELINE_DAYS + 1;
    for (; (this.#days[this.#entering] ?? Infinity) <= lastDay; this.#entering += 1) {
      this.#median.add(this.#counts[this.#entering] ?? 0);
    }
    for (
      ;
      this.#leaving < this.#entering && (this.#days[this.#leaving] ?? Infinity) < firstDay;
      this.#leaving += 1
    ) {
      this.#median.remove(this.#counts[this.#leaving] ?? 0);
    }
    const count = this.#median.median;
    return count === null ? null : { count, firstDay, lastDay };
  }
}

const MINUTES_PER_DAY = 1440;

/**
 * The entries of the last date, or of the last 24 hours where they have times, whichever are more, while day-ordered
 * entries arrive. A row without a time belongs to its date alone: where one lies in between, the 24 hours end at it.
 */
export class DayOr24Hours {
  readonly #entries: readonly PreparedEntry[];
  #fromDate = 0;
  #fromHours = 0;

  constructor(entries: readonly PreparedEntry[]) {
    this.#entries = entries;
  }

  /** Index of the first entry inside. */
  get from(): number {
    return Math.min(this.#fromDate, this.#fromHours);
  }

  /** Whether the 24 hours reach back into the day before. */
  get overMidnight(): boolean {
    return this.#fromHours < this.#fromDate;
  }

  /** Moves to end with the entry at index `at`; returns how many entries are inside. Indexes go up one by one. */
  moveTo(at: number): number {
    const { epochDay = 0, minuteOfDay = null } = this.#entries[at]?.entry ?? {};
    while ((this.#entries[this.#fromDate]?.entry.epochDay ?? epochDay) < epochDay) this.#fromDate += 1;
    if (minuteOfDay === null) this.#fromHours = at + 1;
    else this.#dropOlderThan(epochDay * MINUTES_PER_DAY + minuteOfDay - MINUTES_PER_DAY);
    return at - this.from + 1;
  }

  #dropOlderThan(minute: number): void {
    for (;;) {
      const { epochDay = Infinity, minuteOfDay = 0 } = this.#entries[this.#fromHours]?.entry ?? {};
      if (epochDay * MINUTES_PER_DAY + (minuteOfDay ?? 0) > minute) return;
      this.#fromHours += 1;
    }
  }
}

/** The day before may lie inside the 24 hours; the normal ends before it. */
const BASELINE_SKIP_DAYS = 2;

const RULE = {
  activityType: 'frequent_debits',
  category: 'Other Patterns',
  ruleVersion: 2,
  sources: [
    'Nacha, risk management topics, fraud monitoring (2026): velocity checks are an option of the RDFI',
    'FFIEC BSA/AML manual, Automated Clearing House: identify customers with frequent and large ACH transactions',
    'Tazama rules 010 and 011 (number of transactions against history)',
  ],
  parameters: [
    // Never scaled: it is the institution's own number from the settings and means what it says.
    fixedCount('frequentTransactionCount', [3, 10, 10_000], 'debits on one day, or within 24 hours'),
    ratio('usualShare', [0.1, 0.5, 1], 'share of the debits that, if usual on a day, keeps it quiet'),
    ratio('highRiskRatio', [1, 2, 100], 'multiple of that number for high risk'),
    deduplicationWindow(7),
  ],
} as const;

type Parameters = ParametersOf<typeof RULE>;

interface DebitCluster {
  /** Debits in the window. */
  strength: number;
  /** Whether times of day made the window: 24 hours that reach over midnight. */
  overMidnight: boolean;
  usual: UsualDay | null;
}

/**
 * Ten debits or more on one date, or within any 24 hours where the file has times, unless the account usually has at
 * least half as many on a day with debits. The half is taken of the debits that are there, not of the threshold: a shop
 * with six on a usual Friday is quiet at ten and heard at sixty. An account without debits in the time before has no usual
 * day; there the number alone decides.
 */
export const frequentDebits = defineDetector(RULE, ({ history, context, parameters, finding }) => {
  const comparableFrom = firstComparableDay(context);
  return history.accounts
    .flatMap((account) => debitClusters(account, parameters, comparableFrom))
    .map((crowd) =>
      finding({
        behaviour: crowd,
        riskLevel: crowd.peak.strength >= highRiskCount(parameters) ? 'high' : 'medium',
        percentageChange: percentageChange(crowd.peak.strength, crowd.peak.usual?.count ?? null),
        description: describe(crowd),
        figures: figuresOf(crowd, parameters),
        baseline: baselineOf(crowd.first),
        wouldBeSilent: wouldBeSilent(crowd.first, parameters),
      }),
    );
});

function debitClusters(
  account: AccountHistory,
  parameters: Parameters,
  comparableFrom: number,
): Behavior<DebitCluster>[] {
  const debits = outgoingDebits(account);
  if (!everReachesCount(debits, parameters.frequentTransactionCount)) return [];
  const collector = new BehaviorCollector<DebitCluster>(debits, parameters.coolDays);
  const window = new DayOr24Hours(debits);
  let activeDays: ActiveDays | null = null;
  for (let at = 0; at < debits.length; at += 1) {
    const strength = window.moveTo(at);
    const epochDay = debits[at]?.entry.epochDay ?? 0;
    if (strength < parameters.frequentTransactionCount || epochDay < comparableFrom) continue;
    activeDays ??= new ActiveDays(debits, BASELINE_SKIP_DAYS);
    const usual = activeDays.usualBefore(epochDay);
    if (usual !== null && usual.count >= parameters.usualShare * strength) continue;
    const { from, overMidnight } = window;
    collector.complete({ from, at, detail: { strength, overMidnight, usual } });
  }
  return collector.behaviours();
}

/** Whether so many debits ever fall on two days in a row: what most accounts never see, asked of each debit once. */
function everReachesCount(debits: readonly PreparedEntry[], count: number): boolean {
  for (let at = count - 1; at < debits.length; at += 1) {
    const [first, last] = [debits[at - count + 1], debits[at]];
    if (first !== undefined && last !== undefined && last.entry.epochDay - first.entry.epochDay <= 1)
      return true;
  }
  return false;
}

function describe({ entries, amountCents, peak, trigger }: Behavior<DebitCluster>): string {
  const where = peak.overMidnight ? 'within 24 hours' : 'on one day';
  const usual =
    peak.usual === null
      ? 'the account had no debits in the time before'
      : `${shown(peak.usual.count)} are usual on a day with debits`;
  const [first, last] = [entries[0]?.entry.day, entries.at(-1)?.entry.day];
  const companies = new Set(entries.map(({ entry }) => entry.companyKey)).size;
  const when = first === last ? `on ${trigger.entry.day}` : `from ${first} to ${last}`;
  return (
    `${peak.strength} debits ${where}, where ${usual}; ${formatDollars(amountCents)} in ${entries.length} debits to ` +
    `${companies} ${companies === 1 ? 'company' : 'companies'} ${when}.`
  );
}

function figuresOf({ first, peak }: Behavior<DebitCluster>, parameters: Parameters): EvidenceFigure[] {
  const { strength, overMidnight, usual } = first;
  const figures = [
    countFigure({
      label: overMidnight ? 'Debits within 24 hours' : 'Debits on one day',
      value: strength,
      threshold: parameters.frequentTransactionCount,
    }),
  ];
  if (usual !== null) {
    figures.push(
      countFigure({
        label: `Usual debits on a day with debits, against ${parameters.usualShare} of these`,
        value: usual.count,
        comparison: '<',
        threshold: parameters.usualShare * strength,
      }),
    );
  }
  if (peak.strength >= highRiskCount(parameters)) {
    const threshold = highRiskCount(parameters);
    figures.push(countFigure({ label: 'High risk: most debits', value: peak.strength, threshold }));
  }
  return figures;
}

function baselineOf({ usual }: DebitCluster): EvidenceBaseline | null {
  if (usual === null) return null;
  return baselineOver(
    { label: 'Median number of debits on a day with debits', value: usual.count.toFixed(2), unit: 'count' },
    usual,
  );
}

function wouldBeSilent({ strength, usual, overMidnight }: DebitCluster, parameters: Parameters): string[] {
  const { frequentTransactionCount, usualShare } = parameters;
  const fewest = Math.max(frequentTransactionCount, Math.floor((usual?.count ?? 0) / usualShare) + 1);
  return [
    `With ${fewest - 1} debits ${overMidnight ? 'within 24 hours' : 'on the day'} instead of ${strength}.`,
    `With ${shown(usualShare * strength)} or more debits usual on a day with debits.`,
  ];
}

function highRiskCount({ frequentTransactionCount, highRiskRatio }: Parameters): number {
  return Math.ceil(frequentTransactionCount * highRiskRatio);
}

function shown(number: number): string {
  return Number.isInteger(number) ? String(number) : number.toFixed(1);
}
