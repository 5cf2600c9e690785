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

export const behaviorId = (pattern: InjectedPattern, index: number): string => `${pattern.name}-${index + 1}`;

type Patterns = readonly InjectedPattern[];

const FIRST_PATTERNS = {
  structuring: STRUCTURING,
  velocity_anomaly: VELOCITY,
  large_credit: LARGE_CREDITS,
  'look-alikes of structuring': STRUCTURING_LOOK_ALIKES,
  'look-alikes of velocity': VELOCITY_LOOK_ALIKES,
  'look-alikes of large credits': LARGE_CREDIT_LOOK_ALIKES,
} as const;

/** In order of injection. An activity type without patterns is a type error. */
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

/** Interleaved, so that a small ledger contains patterns for many rules. `FIRST_PATTERNS` come first. */
export const PATTERN_CATALOG: Patterns = [
  ...interleave(Object.values(FIRST_PATTERNS)),
  ...interleave(Object.values(FOLLOWING_PATTERNS)),
  ...REGRESSION_PATTERNS,
];

function interleave(lists: readonly Patterns[]): InjectedPattern[] {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, k) => lists.flatMap((list) => list.slice(k, k + 1))).flat();
}

export interface PlacedPattern {
  readonly index: number;
  readonly pattern: InjectedPattern;
  /** The ordinal of its first account; its other accounts follow. */
  readonly firstOrdinal: number;
  readonly entries: number;
}

type UnplacedPattern = Omit<PlacedPattern, 'firstOrdinal'>;

/** Separate from the streams for ordinary accounts. */
const PATTERN_RANDOM_STREAM = 1_000_000_000;

/** `largestShare` is the largest share of all entries that patterns may take up. */
const USUAL_DENSITY = { accountsPerPattern: 16, largestShare: 0.55 };
/** Used if every pattern then fits once, so that the sample need not grow with the catalog. */
const DENSE_PLACEMENT: typeof USUAL_DENSITY = { accountsPerPattern: 12, largestShare: 0.65 };

export function planPatterns(window: LedgerWindow, calendar: BankingCalendar): PlacedPattern[] {
  const usual = patternsWithin(USUAL_DENSITY, window, calendar);
  if (usual.length >= PATTERN_CATALOG.length) return assignAccounts(usual, window);
  const dense = patternsWithin(DENSE_PLACEMENT, window, calendar).slice(0, PATTERN_CATALOG.length);
  return assignAccounts(dense.length === PATTERN_CATALOG.length ? dense : usual, window);
}

/** Cycles through the catalog while there is room; each ordinary account keeps at least one entry. */
function patternsWithin(
  { accountsPerPattern, largestShare }: typeof USUAL_DENSITY,
  { seed, accounts, transactions }: LedgerWindow,
  calendar: BankingCalendar,
): UnplacedPattern[] {
  const budget = Math.min(transactions * largestShare, transactions - accounts);
  const patterns: UnplacedPattern[] = [];
  let used = 0;
  for (let index = 0; index < Math.floor(accounts / accountsPerPattern); index += 1) {
    const pattern = PATTERN_CATALOG[index % PATTERN_CATALOG.length] as InjectedPattern;
    const entries = draftPattern(seed, calendar, index, pattern).drafts.flat().length;
    used += entries;
    if (used > budget) break;
    patterns.push({ index, pattern, entries });
  }
  return patterns;
}

function assignAccounts(patterns: readonly UnplacedPattern[], { accounts }: LedgerWindow): PlacedPattern[] {
  return patterns.map((pattern, k) => {
    return { ...pattern, firstOrdinal: Math.floor(((k + 0.5) * accounts) / patterns.length) };
  });
}

export function draftPattern(
  seed: number,
  calendar: BankingCalendar,
  index: number,
  pattern: InjectedPattern,
): { drafts: DraftEntry[][]; behavior: ReadonlySet<DraftEntry> } {
  const random = new Random(seed, PATTERN_RANDOM_STREAM + index);
  const context = patternContext(random, calendar, anchorDay(random, calendar));
  const made = pattern.entries(context);
  const lists = (pattern.accounts === 1 ? [made] : made) as DraftEntry[][];
  const drafts = lists.map((list, account) =>
    account === 0 || pattern.persons === 'each' ? list.concat(pattern.background(context)) : list,
  );
  return { drafts, behavior: new Set(lists.flat()) };
}

export function accountNumbersOf(seed: number, { pattern, firstOrdinal }: PlacedPattern): string[] {
  return Array.from({ length: pattern.accounts }, (_, k) =>
    pattern.persons === 'each'
      ? accountNumberOf({ seed, personOrdinal: firstOrdinal + k, position: 0 })
      : accountNumberOf({ seed, personOrdinal: firstOrdinal, position: k }),
  );
}

/** After a third of the window and before its last three weeks. Later days are more likely. */
function anchorDay(random: Random, calendar: BankingCalendar): number {
  const count = calendar.days.length;
  const from = Math.floor(count / 3) + 10;
  const to = count - 15;
  return calendar.days[from + Math.floor(Math.sqrt(random.next()) * (to - from))] ?? calendar.lastDay;
}

/** Holders in the first five hundred patterns have unique names. */
const NAMES_PER_PATTERN = 7;
const SECOND_NAME = 6;

export function holdersOfPattern(index: number, position: number, pattern: InjectedPattern): Holders {
  const slot = index * NAMES_PER_PATTERN;
  if (pattern.persons === 'each') return [nameAt(slot + position)];
  const first = nameAt(slot);
  if (pattern.persons === 'business')
    return [{ firstName: first.lastName, lastName: `Co ${index + 1}`, middleInitial: null }];
  return pattern.second === undefined ? [first] : [first, SECOND[pattern.second](slot)];
}

const SECOND: Readonly<Record<NonNullable<InjectedPattern['second']>, (slot: number) => Holder>> = {
  spouse: (slot) => ({
    ...nameAt(slot),
    firstName: nameAt(slot, Math.floor(FIRST_NAMES.length / 2)).firstName,
  }),
  married: (slot) => ({
    ...nameAt(slot),
    lastName: MARRIED_LAST_NAMES[(slot / NAMES_PER_PATTERN) % MARRIED_LAST_NAMES.length] ?? '',
  }),
  stranger: (slot) => nameAt(slot + SECOND_NAME),
};

function nameAt(slot: number, step = 0): Holder {
  const last = slot % PATTERN_LAST_NAMES.length;
  const round = Math.floor(slot / PATTERN_LAST_NAMES.length);
  return {
    firstName: FIRST_NAMES[(round + 37 * last + step) % FIRST_NAMES.length] ?? '',
    lastName: PATTERN_LAST_NAMES[last] ?? '',
    middleInitial: null,
  };
}
