import type { Draft } from '../draft.ts';
import { accountNumberOf } from '../ledger/account-number.ts';
import type { Window } from '../options.ts';
import type { BankingCalendar } from '../world/banking-calendar.ts';
import { Random } from '../world/random.ts';
import { PATTERNS } from './catalogue.ts';
import type { Pattern, Stage } from './pattern.ts';

/** A pattern given its place in the ledger. */
export interface Plant {
  readonly index: number;
  readonly pattern: Pattern;
  /** Ordinal of its first account; the others follow. */
  readonly firstOrdinal: number;
  /** Entries on all its accounts, the ordinary ones included. */
  readonly entries: number;
}

/** Randomness of plants lies apart from that of ordinary accounts. */
const STREAM_BASE = 1_000_000_000;
/** One planted behaviour or look-alike for so many accounts, … */
const ACCOUNTS_PER_PLANT = 16;
/** … and they never make up more than this share of the entries, nor leave an ordinary account without any. */
const LARGEST_SHARE = 0.55;

/** Which behaviours a ledger of this size holds, and where. Small enough to keep: no entries, only their number. */
export function planPlants(window: Window, calendar: BankingCalendar): Plant[] {
  const most = Math.floor(window.accounts / ACCOUNTS_PER_PLANT);
  const budget = Math.min(window.transactions * LARGEST_SHARE, window.transactions - window.accounts);
  const plants: Omit<Plant, 'firstOrdinal'>[] = [];
  let used = 0;
  for (let index = 0; index < most; index += 1) {
    const pattern = PATTERNS[index % PATTERNS.length] as Pattern;
    const entries = perform(window.seed, calendar, index, pattern).drafts.flat().length;
    used += entries;
    if (used > budget) break;
    plants.push({ index, pattern, entries });
  }
  return plants.map((plant, k) => {
    return { ...plant, firstOrdinal: Math.floor(((k + 0.5) * window.accounts) / plants.length) };
  });
}

/** The entries of one plant, one list for each account, and those among them that are the behaviour. */
export function perform(
  seed: number,
  calendar: BankingCalendar,
  index: number,
  pattern: Pattern,
): { drafts: Draft[][]; behaviour: ReadonlySet<Draft> } {
  const random = new Random(seed, STREAM_BASE + index);
  const stage: Stage = { random, calendar, anchor: anchorDay(random, calendar) };
  const act = pattern.act(stage);
  const drafts = act.map((list, account) =>
    account === 0 || pattern.persons === 'each' ? list.concat(pattern.background(stage)) : list,
  );
  return { drafts, behaviour: new Set(act.flat()) };
}

/** The number of each of its accounts. */
export function accountNumbersOf(seed: number, { pattern, firstOrdinal }: Plant): string[] {
  return Array.from({ length: pattern.accounts }, (_, k) =>
    pattern.persons === 'each'
      ? accountNumberOf({ seed, personOrdinal: firstOrdinal + k, position: 0 })
      : accountNumberOf({ seed, personOrdinal: firstOrdinal, position: k }),
  );
}

/** After a third of the window and before its last three weeks; later days come up more often, as fresh alerts do. */
function anchorDay(random: Random, calendar: BankingCalendar): number {
  const count = calendar.days.length;
  const from = Math.floor(count / 3) + 10;
  const to = count - 15;
  return calendar.days[from + Math.floor(Math.sqrt(random.next()) * (to - from))] ?? calendar.lastDay;
}
