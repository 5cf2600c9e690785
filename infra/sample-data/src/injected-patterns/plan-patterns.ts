import type { ActivityType } from '@clearwatch/contracts/alerts';
import {
  accountNumberOf,
  FIRST_NAMES,
  type Holder,
  type Holders,
  MARRIED_LAST_NAMES,
  PATTERN_LAST_NAMES,
} from '../account-holders.ts';
import type { BankingCalendar } from '../banking-calendar.ts';
import type { LedgerWindow } from '../ledger-options.ts';
import type { DraftEntry } from '../sample-entry.ts';
import { Random } from '../seeded-random.ts';
import { BUSINESS_EMAIL, EMAIL_LOOK_ALIKES, URGENCY } from './business-email-patterns.ts';
import { MULTIPLE_COMPANIES, NEW_COMPANIES } from './company-count-patterns.ts';
import { HIGH_RISK } from './high-risk-patterns.ts';
import { type InjectedPattern, patternContext } from './injected-pattern.ts';
import { KITING, MONEY_LOOK_ALIKES } from './kiting-patterns.ts';
import { LARGE_CREDIT_LOOK_ALIKES, LARGE_CREDITS } from './large-credit-patterns.ts';
import { HIGH_VOLUME_MULE, MULE } from './mule-patterns.ts';
import { REGRESSION_PATTERNS } from './regression-patterns.ts';
import { ROUND_AMOUNTS, STRUCTURING, STRUCTURING_LOOK_ALIKES } from './structuring-patterns.ts';
import { ACCOUNT_TAKEOVER, TAKEOVER_LOOK_ALIKES, TEST_THEN_LARGE } from './takeover-patterns.ts';
import { TIMING_ANOMALY, WEEKEND_ONLY } from './timing-patterns.ts';
import { REVERSALS, UNAUTHORIZED, UNAUTHORIZED_LOOK_ALIKES } from './unauthorized-debit-patterns.ts';
import { DORMANT, HABIT_LOOK_ALIKES, UNUSUAL } from './unusual-activity-patterns.ts';
import { FREQUENT_DEBITS, VELOCITY, VELOCITY_LOOK_ALIKES } from './velocity-patterns.ts';

export function behaviorId(pattern: InjectedPattern, index: number): string {
  return `${pattern.name}-${index + 1}`;
}

type Patterns = readonly InjectedPattern[];

const FIRST_PATTERNS = {
  structuring: STRUCTURING,
  velocity_anomaly: VELOCITY,
  large_credit: LARGE_CREDITS,
  'look-alikes of structuring': STRUCTURING_LOOK_ALIKES,
  'look-alikes of velocity': VELOCITY_LOOK_ALIKES,
  'look-alikes of large credits': LARGE_CREDIT_LOOK_ALIKES,
} as const;

/** In the order in which they are planted. A type of the catalogue without its patterns here is a type error. */
const FOLLOWING_PATTERNS = {
  round_amount_structuring: ROUND_AMOUNTS,
  test_then_large: TEST_THEN_LARGE,
  account_takeover: ACCOUNT_TAKEOVER,
  new_companies: NEW_COMPANIES,
  timing_anomaly: TIMING_ANOMALY,
  weekend_only: WEEKEND_ONLY,
  kiting_pattern: KITING,
  reversal_pattern: REVERSALS,
  unauthorized_ach: UNAUTHORIZED,
  multiple_companies: MULTIPLE_COMPANIES,
  'look-alikes of takeovers': TAKEOVER_LOOK_ALIKES,
  'look-alikes of unauthorized debits': UNAUTHORIZED_LOOK_ALIKES,
  bec_pattern: BUSINESS_EMAIL,
  urgency_flag: URGENCY,
  mule_activity: MULE,
  high_volume_mule: HIGH_VOLUME_MULE,
  dormant_reactivation: DORMANT,
  high_risk_pattern: HIGH_RISK,
  frequent_debits: FREQUENT_DEBITS,
  unusual_pattern: UNUSUAL,
  'look-alikes of business email': EMAIL_LOOK_ALIKES,
  'look-alikes of habits': HABIT_LOOK_ALIKES,
  'look-alikes of money on its way': MONEY_LOOK_ALIKES,
} satisfies Record<Exclude<ActivityType, keyof typeof FIRST_PATTERNS>, Patterns> & Record<string, Patterns>;

/**
 * All patterns, dealt out in turn so that a small ledger has something of each rule. Those of the rules that are in
 * force come first: what a small ledger holds is then found.
 */
export const PATTERN_CATALOG: Patterns = [
  ...interleave(Object.values(FIRST_PATTERNS)),
  ...interleave(Object.values(FOLLOWING_PATTERNS)),
  ...REGRESSION_PATTERNS,
];

function interleave(lists: readonly Patterns[]): InjectedPattern[] {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, k) => lists.flatMap((list) => list.slice(k, k + 1))).flat();
}

/** A pattern given its place in the ledger. */
export interface PlacedPattern {
  readonly index: number;
  readonly pattern: InjectedPattern;
  /** Ordinal of its first account; the others follow. */
  readonly firstOrdinal: number;
  /** Entries on all its accounts, the ordinary ones included. */
  readonly entries: number;
}

type UnplacedPattern = Omit<PlacedPattern, 'firstOrdinal'>;

/** Randomness of plants lies apart from that of ordinary accounts. */
const PATTERN_RANDOM_STREAM = 1_000_000_000;

interface Density {
  /** One planted behaviour or look-alike for so many accounts, … */
  readonly accountsPerPlant: number;
  /** … and they never make up more than this share of the entries. */
  readonly largestShare: number;
}

const USUAL_DENSITY: Density = { accountsPerPlant: 16, largestShare: 0.55 };
/** Where it gives each pattern its place once: the sample stays as large as it is when patterns are added. */
const DENSE_PLACEMENT: Density = { accountsPerPlant: 12, largestShare: 0.65 };

/** Which behaviours a ledger of this size holds, and where. Small enough to keep: no entries, only their number. */
export function planPatterns(window: LedgerWindow, calendar: BankingCalendar): PlacedPattern[] {
  const usual = patternsWithin(USUAL_DENSITY, window, calendar);
  if (usual.length >= PATTERN_CATALOG.length) return assignAccounts(usual, window);
  const close = patternsWithin(DENSE_PLACEMENT, window, calendar).slice(0, PATTERN_CATALOG.length);
  return assignAccounts(close.length === PATTERN_CATALOG.length ? close : usual, window);
}

/** In the order of the catalogue, over and over, as many as there is room for; an ordinary account is never left without an entry. */
function patternsWithin(
  { accountsPerPlant, largestShare }: Density,
  { seed, accounts, transactions }: LedgerWindow,
  calendar: BankingCalendar,
): UnplacedPattern[] {
  const most = Math.floor(accounts / accountsPerPlant);
  const budget = Math.min(transactions * largestShare, transactions - accounts);
  const plants: UnplacedPattern[] = [];
  let used = 0;
  for (let index = 0; index < most; index += 1) {
    const pattern = PATTERN_CATALOG[index % PATTERN_CATALOG.length] as InjectedPattern;
    const entries = draftPattern(seed, calendar, index, pattern).drafts.flat().length;
    used += entries;
    if (used > budget) break;
    plants.push({ index, pattern, entries });
  }
  return plants;
}

function assignAccounts(plants: readonly UnplacedPattern[], { accounts }: LedgerWindow): PlacedPattern[] {
  return plants.map((plant, k) => {
    return { ...plant, firstOrdinal: Math.floor(((k + 0.5) * accounts) / plants.length) };
  });
}

/** The entries of one plant, one list for each account, and those among them that are the behaviour. */
export function draftPattern(
  seed: number,
  calendar: BankingCalendar,
  index: number,
  pattern: InjectedPattern,
): { drafts: DraftEntry[][]; behaviour: ReadonlySet<DraftEntry> } {
  const random = new Random(seed, PATTERN_RANDOM_STREAM + index);
  const context = patternContext(random, calendar, anchorDay(random, calendar));
  const made = pattern.entries(context);
  const lists = (pattern.accounts === 1 ? [made] : made) as DraftEntry[][];
  const drafts = lists.map((list, account) =>
    account === 0 || pattern.persons === 'each' ? list.concat(pattern.background(context)) : list,
  );
  return { drafts, behaviour: new Set(lists.flat()) };
}

/** The number of each of its accounts. */
export function accountNumbersOf(seed: number, { pattern, firstOrdinal }: PlacedPattern): string[] {
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

/** Names that one plant may need; the first five hundred plants have names nobody else in the ledger has. */
const NAMES_PER_PATTERN = 7;
const SECOND_NAME = 6;

/** Who takes part: `position` counts the accounts of the plant. */
export function holdersOfPattern(index: number, position: number, pattern: InjectedPattern): Holders {
  const slot = index * NAMES_PER_PATTERN;
  if (pattern.persons === 'each') return [nameAt(slot + position)];
  const first = nameAt(slot);
  if (pattern.persons === 'business')
    return [{ firstName: first.lastName, lastName: `Co ${index + 1}`, middleInitial: null }];
  return pattern.second === undefined ? [first] : [first, SECOND[pattern.second](slot)];
}

const SECOND: Readonly<Record<NonNullable<InjectedPattern['second']>, (slot: number) => Holder>> = {
  /** The joint holder. */
  spouse: (slot) => ({ ...nameAt(slot), firstName: firstNameAt(slot, Math.floor(FIRST_NAMES.length / 2)) }),
  /** The same person after the wedding. */
  married: (slot) => ({
    ...nameAt(slot),
    lastName: MARRIED_LAST_NAMES[(slot / NAMES_PER_PATTERN) % MARRIED_LAST_NAMES.length] ?? '',
  }),
  stranger: (slot) => nameAt(slot + SECOND_NAME),
};

function nameAt(slot: number): Holder {
  return { firstName: firstNameAt(slot, 0), lastName: lastNameAt(slot), middleInitial: null };
}

function firstNameAt(slot: number, step: number): string {
  const last = slot % PATTERN_LAST_NAMES.length;
  const round = Math.floor(slot / PATTERN_LAST_NAMES.length);
  return FIRST_NAMES[(round + 37 * last + step) % FIRST_NAMES.length] ?? '';
}

function lastNameAt(slot: number): string {
  return PATTERN_LAST_NAMES[slot % PATTERN_LAST_NAMES.length] ?? '';
}
