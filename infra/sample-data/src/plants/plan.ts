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

type Unplaced = Omit<Plant, 'firstOrdinal'>;

/** Randomness of plants lies apart from that of ordinary accounts. */
const STREAM_BASE = 1_000_000_000;

interface Density {
  /** One planted behaviour or look-alike for so many accounts, … */
  readonly accountsPerPlant: number;
  /** … and they never make up more than this share of the entries. */
  readonly largestShare: number;
}

const USUAL: Density = { accountsPerPlant: 16, largestShare: 0.55 };
/** Where it gives each pattern its place once: the sample stays as large as it is when patterns are added. */
const CLOSE: Density = { accountsPerPlant: 12, largestShare: 0.65 };

/** Which behaviours a ledger of this size holds, and where. Small enough to keep: no entries, only their number. */
export function planPlants(window: Window, calendar: BankingCalendar): Plant[] {
  const usual = plantsWithin(USUAL, window, calendar);
  if (usual.length >= PATTERNS.length) return placed(usual, window);
  const close = plantsWithin(CLOSE, window, calendar).slice(0, PATTERNS.length);
  return placed(close.length === PATTERNS.length ? close : usual, window);
}

/** In the order of the catalogue, over and over, as many as there is room for; an ordinary account is never left without an entry. */
function plantsWithin(
  { accountsPerPlant, largestShare }: Density,
  { seed, accounts, transactions }: Window,
  calendar: BankingCalendar,
): Unplaced[] {
  const most = Math.floor(accounts / accountsPerPlant);
  const budget = Math.min(transactions * largestShare, transactions - accounts);
  const plants: Unplaced[] = [];
  let used = 0;
  for (let index = 0; index < most; index += 1) {
    const pattern = PATTERNS[index % PATTERNS.length] as Pattern;
    const entries = perform(seed, calendar, index, pattern).drafts.flat().length;
    used += entries;
    if (used > budget) break;
    plants.push({ index, pattern, entries });
  }
  return plants;
}

function placed(plants: readonly Unplaced[], { accounts }: Window): Plant[] {
  return plants.map((plant, k) => {
    return { ...plant, firstOrdinal: Math.floor(((k + 0.5) * accounts) / plants.length) };
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
