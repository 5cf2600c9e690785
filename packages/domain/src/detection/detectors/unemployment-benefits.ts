import { type Cents, formatDollars } from '../../money/cents.ts';
import { type Behavior, collectBehaviors, type Strength } from '../behaviors.ts';
import type { FindingDetails, ParameterValuesOf } from '../define-detector.ts';
import { days, fixedCount } from '../detector.ts';
import { EntryWindow } from '../entry-windows.ts';
import { figure } from '../finding-evidence.ts';
import { dayRange, pluralize, textFact } from '../finding-facts.ts';
import { type AccountHistory, type PreparedEntry, sumOfEntries } from '../member-history.ts';
import { getOrAdd } from '../memoize.ts';
import { passThroughFacts } from '../pass-through.ts';
import { namesShareWord, receiverNames } from '../receiver-names.ts';

/** Names and abbreviations of the states and their unemployment agencies, as they appear in originator names. */
const STATE_NAMES: Readonly<Record<string, string>> = {
  AL: 'ALABAMA',
  AK: 'ALASKA',
  AZ: 'ARIZONA',
  AR: 'ARKANSAS',
  CA: 'CALIFORNIA|CALIF|EDD',
  CO: 'COLORADO|CDLE',
  CT: 'CONNECTICUT|CTDOL',
  DC: 'DISTRICT OF COLUMBIA|DCDOES|DOES',
  DE: 'DELAWARE',
  FL: 'FLORIDA|DEO|FLDEO',
  GA: 'GEORGIA|GDOL',
  HI: 'HAWAII',
  ID: 'IDAHO',
  IL: 'ILLINOIS|IDES',
  IN: 'INDIANA',
  IA: 'IOWA',
  KS: 'KANSAS|KDOL',
  KY: 'KENTUCKY',
  LA: 'LOUISIANA|LWC',
  ME: 'MAINE',
  MD: 'MARYLAND|DLLR',
  MA: 'MASSACHUSETTS|MASS',
  MI: 'MICHIGAN|UIA',
  MN: 'MINNESOTA|MNUI',
  MS: 'MISSISSIPPI|MDES',
  MO: 'MISSOURI|MODES',
  MT: 'MONTANA',
  NE: 'NEBRASKA',
  NV: 'NEVADA|DETR',
  NH: 'NEW HAMPSHIRE|NHES',
  NJ: 'NEW JERSEY|NJDOL',
  NM: 'NEW MEXICO',
  NY: 'NEW YORK|NYS|NYSDOL',
  NC: 'NORTH CAROLINA|NCDES',
  ND: 'NORTH DAKOTA',
  OH: 'OHIO|ODJFS',
  OK: 'OKLAHOMA|OESC',
  OR: 'OREGON|OED',
  PA: 'PENNSYLVANIA|PENN|PAUC',
  PR: 'PUERTO RICO',
  RI: 'RHODE ISLAND|RIDLT',
  SC: 'SOUTH CAROLINA|SCDEW',
  SD: 'SOUTH DAKOTA',
  TN: 'TENNESSEE|TENN',
  TX: 'TEXAS|TWC',
  UT: 'UTAH',
  VT: 'VERMONT',
  VA: 'VIRGINIA|VEC',
  WA: 'WASHINGTON|ESD|ESDWAGOV',
  WV: 'WEST VIRGINIA|WORKFORCEWV',
  WI: 'WISCONSIN',
  WY: 'WYOMING',
};

const STATE_PATTERNS: readonly [string, RegExp][] = Object.entries(STATE_NAMES)
  // Sorted by length, so that WEST VIRGINIA is tested before VIRGINIA.
  .toSorted(([, left], [, right]) => right.length - left.length)
  .map(([code, names]) => [code, new RegExp(`\\b(?:${names})\\b`)]);

/**
 * Returns a postal code, or the key itself if it names no state. A code counts only as the first or last word, because IN, OR and ME are
 * also English words.
 */
export function payingState(companyKey: string): string {
  const words = companyKey.split(' ');
  const code = [words[0] ?? '', words.at(-1) ?? ''].find((word) => Object.hasOwn(STATE_NAMES, word));
  return code ?? STATE_PATTERNS.find(([, names]) => names.test(companyKey))?.[0] ?? companyKey;
}

/** Number of days before its first benefit that a name must have been on the account to belong to it. */
const NAME_KNOWN_DAYS = 20;
/** Two unrelated names are enough, so a window compares only this many. */
const MAX_NAMES_TRACKED = 12;

export function unemploymentBenefits({ entries }: AccountHistory): PreparedEntry[] {
  return entries.filter(({ purpose, isOriginal }) => purpose === 'unemployment' && isOriginal);
}

export class BenefitWindow {
  readonly #account: AccountHistory;
  readonly #states: EntryWindow;
  readonly #names: EntryWindow;
  readonly #firstDays = new Map<string, number>();
  readonly #unrelatedAmong = new Map<string, string[]>();

  constructor(account: AccountHistory, windowDays: number) {
    const stateOf = new Map<string, string>();
    this.#account = account;
    this.#states = new EntryWindow(windowDays, ({ entry: { companyKey } }) =>
      getOrAdd(stateOf, companyKey, () => payingState(companyKey)),
    );
    this.#names = new EntryWindow(windowDays, ({ entry }) => entry.receiverName ?? '');
  }

  add(benefit: PreparedEntry): void {
    const { receiverName, epochDay } = benefit.entry;
    this.#states.add(benefit);
    this.#names.add(benefit);
    if (receiverName !== null) getOrAdd(this.#firstDays, receiverName, () => epochDay);
  }

  get from(): number {
    return this.#states.firstIndex;
  }

  get sumCents(): Cents {
    return this.#states.sumCents;
  }

  /** Postal codes. An unlisted agency is treated as a separate state. */
  get states(): string[] {
    return this.#states.keys.map(String);
  }

  /** Empty if no two people are unrelated. Names that share a word do not count (couples, newly married members). */
  get unrelatedNames(): string[] {
    const named = this.#names.keys.map(String).filter((name) => name !== '');
    const names = named.slice(0, MAX_NAMES_TRACKED);
    if (names.length < 2) return [];
    return getOrAdd(this.#unrelatedAmong, names.join('\n'), () => {
      const stranger = names.find(
        (name) => names.some((other) => !namesShareWord(name, other)) && this.#isStranger(name),
      );
      if (stranger === undefined) return [];
      return names.filter((name) => name === stranger || !namesShareWord(name, stranger));
    });
  }

  #isStranger(name: string): boolean {
    const known = receiverNames(this.#account);
    const until = (this.#firstDays.get(name) ?? 0) - NAME_KNOWN_DAYS;
    // An account without any name by then was probably opened for the benefits.
    return known.seenUntil(until, 1).length === 0 || known.isStranger(name, until);
  }
}

export const BENEFIT_PARAMETERS = [
  days(
    'benefitDays',
    [14, 60, 180],
    'Number of days within which unemployment benefits are counted together',
    'with 60, about two months',
  ),
  fixedCount(
    'benefitStates',
    [2, 2, 10],
    'Number of states paying benefits into one account that raises an alert',
    'with 2, Ohio and California',
  ),
  fixedCount(
    'benefitPersons',
    [2, 2, 10],
    'Number of unrelated people with benefits in one account that raises an alert',
    'with 2, Maria Lopez and John Reed',
  ),
] as const;

const MAX_NAMES_LISTED = 5;

type BenefitParameters = ParameterValuesOf<typeof BENEFIT_PARAMETERS>;

/** The strength is the sum of the window's benefits in cents. `persons` lists unrelated people and is empty if there are fewer than two. */
export interface BenefitCollection extends Strength {
  kind: 'benefits';
  from: number;
  states: readonly string[];
  persons: readonly string[];
}

/** Before `comparableFrom`, the ledger does not show who belongs to an account, so only states are checked. */
export function benefitCollections(
  account: AccountHistory,
  {
    benefitDays,
    benefitStates,
    benefitPersons,
    coolDays,
    comparableFrom,
  }: BenefitParameters & Record<'coolDays' | 'comparableFrom', number>,
): Behavior<BenefitCollection>[] {
  const window = new BenefitWindow(account, benefitDays);
  return collectBehaviors({ entries: unemploymentBenefits(account), coolDays }, (benefit) => {
    window.add(benefit);
    const { states, from, sumCents: strength } = window;
    const persons = benefit.entry.epochDay < comparableFrom ? [] : window.unrelatedNames;
    if (states.length < benefitStates && persons.length < benefitPersons) return null;
    return { kind: 'benefits', strength, from, states, persons };
  });
}

/** `outgoing` contains the money that has left the member's reach since the first benefit. */
export function benefitCollectionDetails(
  { states, persons }: BenefitCollection,
  {
    entries,
    outgoing,
    parameters: { benefitDays, benefitStates, benefitPersons },
  }: { entries: readonly PreparedEntry[]; outgoing: readonly PreparedEntry[]; parameters: BenefitParameters },
): FindingDetails {
  const benefits = entries.filter(({ purpose }) => purpose === 'unemployment');
  const ofStates = states.length >= benefitStates;
  const forPersons = persons.length >= benefitPersons;
  const what = [
    ...(ofStates ? [`from ${states.length} states (${states.join(', ')})`] : []),
    ...(forPersons ? [`for ${persons.join(' and ')}, who share no name`] : []),
  ].join(' ');
  const within = `within ${benefitDays} days`;
  const fewerStates = `Benefits from only ${pluralize(benefitStates - 1, 'state')} ${within}.`;
  const knownNames = 'Benefits only for people whose names have been on the account for at least 20 days.';
  const oneReason = ofStates ? fewerStates : knownNames;
  const receivers = [...new Set(benefits.flatMap(({ entry }) => entry.receiverName ?? []))];
  return {
    description:
      `${benefits.length} unemployment benefits ${what}${forPersons ? ',' : ''} totaled ` +
      `${formatDollars(sumOfEntries(benefits))} ${dayRange(benefits)}. Possible collection of benefits for other people.`,
    figures: [
      figure.count([states.length, '>=', benefitStates], `States that paid benefits ${within}`),
      figure.count([persons.length, '>=', benefitPersons], `Unrelated people who received benefits ${within}`),
    ].filter(({ met }) => met),
    // Either condition alone raises an alert, so both must change to prevent it.
    wouldBeSilent: [ofStates && forPersons ? `${fewerStates} ${knownNames} (Both are required.)` : oneReason],
    facts: [
      ...passThroughFacts([...benefits, ...outgoing]),
      textFact('States', states.join(', ')),
      textFact('Receivers', receivers.slice(0, MAX_NAMES_LISTED).join(', ') || 'no name given'),
    ],
  };
}
