import type { EvidenceBaseline, EvidenceFigure } from '@clearwatch/contracts/alerts';
import { formatDollars } from '../../money/cents.ts';
import { baselineBefore, firstIndexOnOrAfter } from '../baseline.ts';
import { type Behavior, BehaviorCollector } from '../behaviors.ts';
import { defineDetector, type ParametersOf } from '../define-detector.ts';
import { count, days, deduplicationWindow, firstComparableDay, minimumHistory, ratio } from '../detector.ts';
import { baselineOver, countFigure, percentageChange, ratioFigure } from '../finding-evidence.ts';
import type { AccountHistory, PreparedEntry } from '../member-history.ts';

/** The usual number of entries in a window, and the days it was taken from (days since 1970-01-01). */
interface UsualCount {
  count: number;
  firstDay: number;
  lastDay: number;
}

/**
 * A window of calendar days that moves forward over day-ordered entries, and the number of entries that is usual for its
 * length: the rate of the 90 days before, with a gap so that the beginning of a burst does not raise its own normal.
 */
class RhythmWindow {
  readonly days: number;
  readonly #entries: readonly PreparedEntry[];
  readonly #gapDays: number;
  readonly #usualFloor: number;
  readonly #historyFirstDay: number;
  /** Entries of established companies inside, by company. */
  readonly #established = new Map<string, number>();
  #from = 0;
  #end = 0;
  #usualOn: { epochDay: number; usual: UsualCount | null } | null = null;

  constructor(
    entries: readonly PreparedEntry[],
    rhythm: { days: number; gapDays: number; usualFloor: number; historyFirstDay: number },
  ) {
    this.#entries = entries;
    this.days = rhythm.days;
    this.#gapDays = rhythm.gapDays;
    this.#usualFloor = rhythm.usualFloor;
    this.#historyFirstDay = rhythm.historyFirstDay;
  }

  /** Index of the window's first entry. */
  get from(): number {
    return this.#from;
  }

  /** Moves the window to end with the entry at index `at`; returns how many entries it holds. Indexes must not decrease. */
  moveTo(at: number): number {
    const lastDay = this.#dayAt(at);
    for (; this.#end <= at; this.#end += 1) this.#count(this.#end, 1);
    for (; this.#dayAt(this.#from) <= lastDay - this.days; this.#from += 1) this.#count(this.#from, -1);
    return at - this.#from + 1;
  }

  /** Established companies with an entry inside: pay and bills, which come whether or not anything else does. */
  get establishedCompanies(): number {
    return this.#established.size;
  }

  #count(index: number, change: 1 | -1): void {
    const prepared = this.#entries[index];
    if (prepared?.isEstablished !== true) return;
    const { companyKey } = prepared.entry;
    const inside = (this.#established.get(companyKey) ?? 0) + change;
    if (inside === 0) this.#established.delete(companyKey);
    else this.#established.set(companyKey, inside);
  }

  /** The usual number of entries for a window that ends on this day, null when the history is too young to tell. */
  usualOn(epochDay: number): UsualCount | null {
    if (this.#usualOn?.epochDay !== epochDay)
      this.#usualOn = { epochDay, usual: this.#computeUsual(epochDay) };
    return this.#usualOn.usual;
  }

  #computeUsual(epochDay: number): UsualCount | null {
    const { firstDay, lastDay, coveredDays } = baselineBefore({
      epochDay,
      skipDays: this.days + this.#gapDays,
      historyFirstDay: this.#historyFirstDay,
    });
    if (coveredDays === 0) return null;
    const seen =
      firstIndexOnOrAfter(this.#entries, lastDay + 1) - firstIndexOnOrAfter(this.#entries, firstDay);
    return { count: Math.max(this.#usualFloor, (seen * this.days) / coveredDays), firstDay, lastDay };
  }

  #dayAt(index: number): number {
    return this.#entries[index]?.entry.epochDay ?? Infinity;
  }
}

const RULE = {
  activityType: 'velocity_anomaly',
  category: 'Velocity & Testing',
  ruleVersion: 2,
  sources: [
    'Nacha, risk management topics, fraud monitoring (2026): velocity checks, anomaly detection and behavioural tolerances are options of the RDFI',
    'FFIEC BSA/AML manual, Automated Clearing House: identify customers with frequent and large ACH transactions',
    'Tazama rules 010 and 011 (number of transactions against history)',
  ],
  parameters: [
    days('shortWindowDays', [1, 3, 7], 'length of the short window'),
    count('shortMinimumCount', [3, 10, 1000], 'entries in the short window'),
    ratio('shortRatio', [1.5, 4, 100], 'short window against the usual number'),
    days('longWindowDays', [2, 7, 30], 'length of the long window'),
    count('longMinimumCount', [3, 8, 1000], 'entries in the long window'),
    ratio('longRatio', [1.5, 6, 100], 'long window against the usual number'),
    ratio('deviations', [1, 5, 20], 'square roots of the usual number above it'),
    ratio('usualFloor', [0.1, 0.8, 100], 'least usual number of a window'),
    days('baselineGapDays', [0, 3, 30], 'days between baseline and window'),
    minimumHistory('minimumHistoryDays', [10, 30, 365], 'age of the account'),
    count('highRiskCount', [3, 12, 10_000], 'entries in a window for high risk'),
    deduplicationWindow(10),
  ],
} as const;

type Parameters = ParametersOf<typeof RULE>;

/** A window with more entries than the account's rhythm explains. */
interface Burst {
  /** Entries in the window. */
  strength: number;
  limits: Limits;
  usual: UsualCount;
}

/** One of the two windows: its length and what it takes to fire. */
interface Limits {
  days: number;
  /** Long enough for pay and bills to fall into it: one entry of each established company is not counted. */
  sparesEstablished: boolean;
  minimumCount: number;
  ratio: number;
}

/**
 * Activity far above the account's own rhythm: many entries in 3 or 7 days, several times the usual number and well
 * outside its chance variation (`n >= e + 5 sqrt(e)`, entries taken as a Poisson process). The ratio keeps merchants and
 * gig workers with steadily high counts quiet. Returns do not count, neither in the window nor in the rhythm.
 *
 * One thing is better than the plain condition: in seven days pay and bills fall together, and a quiet account with five
 * purchases beside them is no burst. The long window leaves out one entry of each established company; the second counts.
 */
export const velocityAnomaly = defineDetector(RULE, ({ history, context, parameters, finding }) => {
  const comparableFrom = firstComparableDay(context);
  return history.accounts
    .flatMap((account) => burstsOf(account, parameters, comparableFrom))
    .map((burst) =>
      finding({
        behaviour: burst,
        riskLevel: burst.peak.strength >= parameters.highRiskCount ? 'high' : 'medium',
        percentageChange: percentageChange(burst.peak.strength, burst.peak.usual.count),
        description: describe(burst),
        figures: figuresOf(burst, parameters),
        baseline: baselineOf(burst.first),
        wouldBeSilent: wouldBeSilent(burst.first, parameters),
      }),
    );
});

function burstsOf(
  account: AccountHistory,
  parameters: Parameters,
  comparableFrom: number,
): Behavior<Burst>[] {
  const entries = account.entries.filter(({ isReturn }) => !isReturn);
  const collector = new BehaviorCollector<Burst>(entries, parameters.coolDays);
  const windows = limitsOf(parameters).map((limits) => ({
    limits,
    rhythm: new RhythmWindow(entries, {
      days: limits.days,
      gapDays: parameters.baselineGapDays,
      usualFloor: parameters.usualFloor,
      historyFirstDay: account.firstDay ?? 0,
    }),
  }));
  entries.forEach(({ entry, historyDays }, at) => {
    if (entry.epochDay < comparableFrom || historyDays < parameters.minimumHistoryDays) return;
    for (const { limits, rhythm } of windows) {
      const entriesInside = rhythm.moveTo(at);
      const inside = entriesInside - (limits.sparesEstablished ? rhythm.establishedCompanies : 0);
      if (inside < limits.minimumCount) continue;
      const usual = rhythm.usualOn(entry.epochDay);
      if (usual === null || inside < fewestThatFire(usual.count, limits, parameters)) continue;
      collector.complete({ from: rhythm.from, at, detail: { strength: inside, limits, usual } });
      // The short window is the sharper statement; the long one speaks only when it is silent.
      return;
    }
  });
  return collector.behaviours();
}

function limitsOf(parameters: Parameters): Limits[] {
  const { shortWindowDays, shortMinimumCount, shortRatio, longWindowDays, longMinimumCount, longRatio } =
    parameters;
  return [
    {
      days: shortWindowDays,
      sparesEstablished: false,
      minimumCount: shortMinimumCount,
      ratio: shortRatio,
    },
    { days: longWindowDays, sparesEstablished: true, minimumCount: longMinimumCount, ratio: longRatio },
  ];
}

/** The smallest number of entries in a window that fires, given the usual number. */
function fewestThatFire(usual: number, limits: Limits, parameters: Parameters): number {
  return Math.ceil(Math.max(limits.minimumCount, limits.ratio * usual, outsideChance(usual, parameters)));
}

function outsideChance(usual: number, { deviations }: Parameters): number {
  return usual + deviations * Math.sqrt(usual);
}

function describe({ entries, amountCents, peak }: Behavior<Burst>): string {
  const [first, last] = [entries[0]?.entry.day, entries.at(-1)?.entry.day];
  return (
    `${peak.strength} entries within ${peak.limits.days} days${notCounted(peak.limits)}, where ${peak.usual.count.toFixed(1)} are usual for this ` +
    `account; ${formatDollars(amountCents)} in ${entries.length} entries from ${first} to ${last}. ` +
    'Possible testing or misuse of the account number.'
  );
}

function notCounted({ sparesEstablished }: Limits): string {
  return sparesEstablished ? ' (but for one of each established company)' : '';
}

function figuresOf({ first, peak }: Behavior<Burst>, parameters: Parameters): EvidenceFigure[] {
  const { limits, usual, strength } = first;
  const figures = [
    countFigure({
      label: `Entries within ${limits.days} days${notCounted(limits)}`,
      value: strength,
      threshold: limits.minimumCount,
    }),
    ratioFigure({
      label: 'Entries against the usual number',
      value: strength / usual.count,
      threshold: limits.ratio,
    }),
    countFigure({
      label: `Entries against the usual number and ${parameters.deviations} times its square root`,
      value: strength,
      threshold: outsideChance(usual.count, parameters),
    }),
  ];
  if (peak.strength < parameters.highRiskCount) return figures;
  const label = `High risk: entries in the busiest ${peak.limits.days} days`;
  return [...figures, countFigure({ label, value: peak.strength, threshold: parameters.highRiskCount })];
}

function baselineOf({ usual, limits }: Burst): EvidenceBaseline {
  return baselineOver(
    {
      label: `Usual entries of this account in ${limits.days} days`,
      value: usual.count.toFixed(2),
      unit: 'count',
    },
    usual,
  );
}

function wouldBeSilent({ usual, limits, strength }: Burst, parameters: Parameters): string[] {
  const fewest = fewestThatFire(usual.count, limits, parameters);
  return [
    `With ${fewest - 1} entries in ${limits.days} days instead of ${strength}.`,
    `With a usual rhythm of more than ${(strength / limits.ratio).toFixed(1)} entries in ${limits.days} days.`,
    `On an account younger than ${parameters.minimumHistoryDays} days.`,
  ];
}
