import { formatDollars } from '../../money/cents.ts';
import { defineDetector } from '../define-detector.ts';
import { deduplicationWindow, fixedCount, ratio } from '../detector.ts';
import { BASELINE_DAYS, RecentMedian } from '../entry-windows.ts';
import { baselineOver, figure, percentageChange } from '../finding-evidence.ts';
import { countCompanies, dayRange, pluralize } from '../finding-facts.ts';
import { outgoingDebits, type PreparedEntry } from '../member-history.ts';

/** The 24 hours may include part of the previous day, so the baseline ends before that day. */
const BASELINE_SKIP_DAYS = 2;

/**
 * Days without entries are ignored. Otherwise, an account that pays all bills on Fridays would look inactive. Days must not decrease
 * between calls.
 */
export function usualCountOf(entries: readonly PreparedEntry[]) {
  const byDay = Map.groupBy(entries, ({ entry }) => entry.epochDay);
  const counts = new RecentMedian([...byDay].map(([day, { length }]) => ({ day, value: length })));
  return (epochDay: number): { count: number; firstDay: number; lastDay: number } | null => {
    const lastDay = epochDay - BASELINE_SKIP_DAYS;
    const firstDay = lastDay - BASELINE_DAYS + 1;
    const count = counts.between(firstDay, lastDay);
    return count === null ? null : { count, firstDay, lastDay };
  };
}

const MINUTES_PER_DAY = 1440;

/**
 * A window over the last date, or over the last 24 hours if all entries since then have a time, whichever contains more entries. Entries
 * must be in day order.
 */
export class DayOr24Hours {
  #fromDate = 0;
  #fromHours = 0;

  constructor(private readonly entries: readonly PreparedEntry[]) {}

  get from(): number {
    return Math.min(this.#fromDate, this.#fromHours);
  }

  get overMidnight(): boolean {
    return this.#fromHours < this.#fromDate;
  }

  /**
   * Moves the end of the window to the entry at index `at` and returns the number of entries in it. Must be called for each index in turn.
   */
  moveTo(at: number): number {
    const { epochDay = 0, minuteOfDay = null } = this.entries[at]?.entry ?? {};
    while ((this.entries[this.#fromDate]?.entry.epochDay ?? epochDay) < epochDay) this.#fromDate += 1;
    if (minuteOfDay === null) this.#fromHours = at + 1;
    else while (this.#minuteAt(this.#fromHours) <= (epochDay - 1) * MINUTES_PER_DAY + minuteOfDay) this.#fromHours += 1;
    return at - this.from + 1;
  }

  #minuteAt(index: number): number {
    const { epochDay = Infinity, minuteOfDay = 0 } = this.entries[index]?.entry ?? {};
    return epochDay * MINUTES_PER_DAY + (minuteOfDay ?? 0);
  }
}

/**
 * The usual share applies to the actual number of debits: a shop with six debits on a usual Friday gets no alert for ten, but does for
 * sixty.
 */
export const frequentDebits = defineDetector({
  activityType: 'frequent_debits',
  category: 'Other Patterns',
  ruleVersion: 4,
  sources: [
    'Nacha, risk management topics, fraud monitoring (2026): velocity checks are an option for the RDFI',
    'FFIEC BSA/AML manual, Automated Clearing House: identify customers with frequent and large ACH transactions',
    'Tazama rules 010 and 011 (number of transactions against history)',
  ],
  parameters: [
    // Never scaled, because the institution sets this number itself.
    fixedCount(
      'frequentTransactionCount',
      [3, 10, 10_000],
      'Debits on one day or within 24 hours',
      'with 10, ten debits on March 3',
    ),
    ratio(
      'usualShare',
      [0.1, 0.5, 1],
      'Debits are ordinary if this share of them is usual on a day',
      'with 0.5, ten debits if five are usual',
    ),
    ratio(
      'highRiskRatio',
      [1, 2, 100],
      'Multiple of the minimum number of debits for high risk',
      'with 2, twenty debits if the minimum is ten',
    ),
    deduplicationWindow(7),
  ],

  find({ account, parameters, comparableFrom, collect }) {
    const { frequentTransactionCount, usualShare } = parameters;
    const debits = outgoingDebits(account);
    // Most accounts never have this many debits within two consecutive days.
    const everReachesCount = debits.some(({ entry }, at) => {
      const last = debits[at + frequentTransactionCount - 1];
      return last !== undefined && last.entry.epochDay - entry.epochDay <= 1;
    });
    if (!everReachesCount) return [];
    const window = new DayOr24Hours(debits);
    const usualBefore = usualCountOf(debits);
    return collect(debits, ({ entry: { epochDay } }, at) => {
      const strength = window.moveTo(at);
      if (strength < frequentTransactionCount || epochDay < comparableFrom) return null;
      const usual = usualBefore(epochDay);
      if (usual !== null && usual.count >= usualShare * strength) return null;
      return { from: window.from, strength, overMidnight: window.overMidnight, usual };
    });
  },

  explain({ entries, amountCents, first, peak }, { parameters }) {
    const { frequentTransactionCount, usualShare, highRiskRatio } = parameters;
    const { strength, overMidnight, usual } = first;
    const highRiskCount = Math.ceil(frequentTransactionCount * highRiskRatio);
    const fewest = Math.max(frequentTransactionCount, Math.floor((usual?.count ?? 0) / usualShare) + 1);
    const label = 'Median number of debits on a day with debits';
    const usualLabel = `Usual debits per day with debits, compared with ${usualShare} times the actual count`;
    const what = overMidnight ? 'Debits within 24 hours' : 'Debits on one day';
    return {
      percentageChange: percentageChange(peak.strength, peak.usual?.count ?? null),
      description:
        `${peak.strength} debits ${peak.overMidnight ? 'within 24 hours' : 'on one day'}; ` +
        (peak.usual === null
          ? `the account had no debits in the ${BASELINE_DAYS} days before`
          : `${formatNumber(peak.usual.count)} ${peak.usual.count === 1 ? 'is' : 'are'} usual on a day with debits`) +
        `. Altogether, ${entries.length} debits to ${pluralize(countCompanies(entries), 'company', 'companies')} ` +
        `totaled ${formatDollars(amountCents)} ${dayRange(entries)}.`,
      figures: [
        figure.count([strength, '>=', frequentTransactionCount], what),
        usual && figure.count([usual.count, '<', usualShare * strength], usualLabel),
      ],
      highRiskFigures: [figure.count([peak.strength, '>=', highRiskCount], 'largest number of debits')],
      baseline: usual && baselineOver({ label, value: usual.count.toFixed(2), unit: 'count' }, usual),
      wouldBeSilent: [
        `Only ${pluralize(fewest - 1, 'debit')} ${overMidnight ? 'within 24 hours' : 'on the day'} instead of ${strength}.`,
        `A usual number of ${formatNumber(usualShare * strength)} or more debits on days with debits.`,
      ],
    };
  },
});

function formatNumber(number: number): string {
  return Number.isInteger(number) ? String(number) : number.toFixed(1);
}
