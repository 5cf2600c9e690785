import { BankingCalendar } from '../banking-calendar.ts';
import { generateLedger } from '../generate-ledger.ts';
import { checkLedgerOptions, type LedgerOptions } from '../ledger-options.ts';
import type { SampleEntry } from '../sample-entry.ts';
import { accountNumbersOf, behaviorId, planPatterns } from './plan-patterns.ts';

export type InjectedBehavior = ReturnType<typeof injectedBehaviors>[number];

/** The labels for `generateLedger(options)`, in the order of its accounts. */
export function injectedBehaviors(options: LedgerOptions) {
  const window = checkLedgerOptions(options);
  const patterns = planPatterns(window, new BankingCalendar(window.lastDay, window.days));
  const injected: SampleEntry[] = [];
  for (const entry of generateLedger(options)) if (entry.behavior !== null) injected.push(entry);
  const entriesById = Map.groupBy(injected, ({ behavior }) => behavior);
  return patterns.map((placed) => {
    const { name, verdict, activityType, difficulty, why, needsTime = false, persons } = placed.pattern;
    const id = behaviorId(placed.pattern, placed.index);
    const entries = entriesById.get(id) ?? [];
    const days = entries.map(({ postingDate }) => postingDate).toSorted();
    return {
      // The value of `behavior` in its entries.
      id,
      pattern: name,
      verdict,
      activityType,
      difficulty,
      why,
      needsTime,
      accountNumbers: accountNumbersOf(window.seed, placed),
      // Each account belongs to a different member, and each may have an alert.
      onEachAccount: persons === 'each',
      firstDay: days[0] ?? '',
      lastDay: days.at(-1) ?? '',
      entries: entries.length,
      cents: entries.reduce((sum, { cents }) => sum + cents, 0),
      // By account, oldest first.
      traceNumbers: entries.map(({ traceNumber }) => traceNumber),
    };
  });
}
