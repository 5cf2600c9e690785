import type { EvidenceFigure } from '@clearwatch/contracts/alerts';
import { type Cents, formatDollars } from '../../money/cents.ts';
import { type Behavior, BehaviorCollector } from '../behaviors.ts';
import { days, fixedCount } from '../detector.ts';
import { countFigure, type PartialFindingDetails } from '../finding-evidence.ts';
import { type AccountHistory, type PreparedEntry, sumOfEntries } from '../member-history.ts';
import { passThroughFacts } from '../pass-through.ts';
import { namesShareWord, receiverNames } from '../receiver-names.ts';

/** Names and abbreviations of the states and of their unemployment agencies, as originators write them. */
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
  // Longer names first, or WEST VIRGINIA would be found as VIRGINIA.
  .toSorted(([, left], [, right]) => right.length - left.length)
  .map(([code, names]) => [code, new RegExp(`\\b(?:${names})\\b`)]);

/**
 * The state whose agency an originator is, as its postal code; the originator itself when nothing names one. Two-letter
 * codes count as the first or last word only, because IN, OR and ME are words as well.
 *
 * @param companyKey as `companyKey` gives it
 */
export function payingState(companyKey: string): string {
  const words = companyKey.split(' ');
  const code = [words[0], words.at(-1)].find(
    (word) => word !== undefined && Object.hasOwn(STATE_NAMES, word),
  );
  return code ?? STATE_PATTERNS.find(([, names]) => names.test(companyKey))?.[0] ?? companyKey;
}

/** A name counts as one of the account's when it was there so many days before its first benefit. */
const NAME_KNOWN_DAYS = 20;
/** Two are enough to tell; an account with more names than these has them. */
const MAX_NAMES_TRACKED = 12;

/** Unemployment benefits of an account, oldest first. */
export function unemploymentBenefits({ entries }: AccountHistory): PreparedEntry[] {
  return entries.filter(
    ({ purpose, isReturn, isReversal }) => purpose === 'unemployment' && !isReturn && !isReversal,
  );
}

/**
 * The benefits of the last days, while they arrive in order: of which states they are and for whom. Each comes and goes
 * once.
 */
export class BenefitWindow {
  readonly #account: AccountHistory;
  readonly #benefits: readonly PreparedEntry[];
  readonly #days: number;
  readonly #stateOf = new Map<string, string>();
  readonly #states = new Map<string, number>();
  readonly #names = new Map<string, number>();
  /** Day of the first benefit in each name, since 1970-01-01. */
  readonly #firstDays = new Map<string, number>();
  #from = 0;
  #sumCents: Cents = 0;
  #unrelated: string[] | null = null;

  constructor(account: AccountHistory, benefits: readonly PreparedEntry[], days: number) {
    this.#account = account;
    this.#benefits = benefits;
    this.#days = days;
  }

  /** Lets in the next benefit and lets go of those that are too old. */
  moveTo(at: number): void {
    const newest = this.#benefits[at];
    if (newest === undefined) throw new RangeError('a window ends with one of the benefits');
    this.#count(newest, 1);
    for (
      let oldest = this.#benefits[this.#from];
      oldest !== undefined && oldest.entry.epochDay <= newest.entry.epochDay - this.#days;
      oldest = this.#benefits[this.#from]
    ) {
      this.#count(oldest, -1);
      this.#from += 1;
    }
  }

  /** Index of the oldest benefit inside. */
  get from(): number {
    return this.#from;
  }

  get sumCents(): Cents {
    return this.#sumCents;
  }

  /** Postal codes; an agency that no list names is a state by itself. */
  get states(): string[] {
    return [...this.#states.keys()];
  }

  /**
   * Names of persons who have nothing to do with each other, one of whom at least is a stranger to the account; empty when
   * there are no two. A stranger was not on it three weeks before the first benefit in that name. Joint holders who are
   * both out of work, a couple of one family name and the member after a wedding are none.
   */
  get unrelatedNames(): string[] {
    this.#unrelated ??= this.#findUnrelated([...this.#names.keys()].slice(0, MAX_NAMES_TRACKED));
    return this.#unrelated;
  }

  #findUnrelated(names: readonly string[]): string[] {
    if (names.length < 2) return [];
    const stranger = names.find(
      (name) => names.some((other) => !namesShareWord(name, other)) && this.#isStranger(name),
    );
    if (stranger === undefined) return [];
    return names.filter((name) => name === stranger || !namesShareWord(name, stranger));
  }

  #isStranger(name: string): boolean {
    const known = receiverNames(this.#account);
    const until = (this.#firstDays.get(name) ?? 0) - NAME_KNOWN_DAYS;
    // An account without any name by then was opened for it.
    return known.seenUntil(until, 1).length === 0 || known.isStranger(name, until);
  }

  #count({ entry }: PreparedEntry, by: 1 | -1): void {
    this.#sumCents += by * entry.amountCents;
    changeCount(this.#states, this.#state(entry.companyKey), by);
    const name = entry.receiverName;
    if (name === null) return;
    if (!this.#firstDays.has(name)) this.#firstDays.set(name, entry.epochDay);
    if (changeCount(this.#names, name, by)) this.#unrelated = null;
  }

  #state(companyKey: string): string {
    let state = this.#stateOf.get(companyKey);
    if (state === undefined) {
      state = payingState(companyKey);
      this.#stateOf.set(companyKey, state);
    }
    return state;
  }
}

/** Counts; returns whether the key came or went. */
function changeCount(counts: Map<string, number>, key: string, by: 1 | -1): boolean {
  const before = counts.get(key) ?? 0;
  if (before + by === 0) counts.delete(key);
  else counts.set(key, before + by);
  return before === 0 || before + by === 0;
}

/** When unemployment benefits look collected for others. */
export const BENEFIT_PARAMETERS = [
  days('benefitDays', [14, 60, 180], 'days of unemployment benefits'),
  fixedCount('benefitStates', [2, 2, 10], 'states whose benefits come'),
  fixedCount('benefitPersons', [2, 2, 10], 'unrelated persons for whom they come'),
] as const;

const MAX_NAMES_LISTED = 5;

type BenefitParameters = Record<(typeof BENEFIT_PARAMETERS)[number]['name'] | 'coolDays', number>;

export interface BenefitCollection {
  kind: 'benefits';
  /** Sum of the window's benefits, in cents. */
  strength: Cents;
  states: readonly string[];
  /** Those who have nothing to do with each other; empty when there are no two. */
  persons: readonly string[];
}

/**
 * Unemployment benefits of several states, or for several unrelated persons, in one account.
 *
 * @param comparableFrom first day on which the ledger knows who belongs to an account; states are told apart before
 */
export function benefitCollections(
  account: AccountHistory,
  { parameters, comparableFrom }: { parameters: BenefitParameters; comparableFrom: number },
): Behavior<BenefitCollection>[] {
  const benefits = unemploymentBenefits(account);
  if (benefits.length < 2) return [];
  const window = new BenefitWindow(account, benefits, parameters.benefitDays);
  const collector = new BehaviorCollector<BenefitCollection>(benefits, parameters.coolDays);
  benefits.forEach(({ entry }, at) => {
    window.moveTo(at);
    const { states, sumCents: strength } = window;
    const persons = entry.epochDay < comparableFrom ? [] : window.unrelatedNames;
    if (states.length < parameters.benefitStates && persons.length < parameters.benefitPersons) return;
    collector.complete({ from: window.from, at, detail: { kind: 'benefits', strength, states, persons } });
  });
  return collector.behaviours();
}

/**
 * What the rule says about such a collection.
 *
 * @param gone what went where it cannot be fetched back since the first of the benefits
 */
export function benefitCollectionDetails(
  { states, persons }: BenefitCollection,
  {
    entries,
    gone,
    parameters,
  }: { entries: readonly PreparedEntry[]; gone: readonly PreparedEntry[]; parameters: BenefitParameters },
): PartialFindingDetails {
  const benefits = entries.filter(({ purpose }) => purpose === 'unemployment');
  const totalCents = sumOfEntries(benefits);
  const whose =
    states.length >= parameters.benefitStates ? [`of ${states.length} states (${states.join(', ')})`] : [];
  const forWhom =
    persons.length >= parameters.benefitPersons ? [`for ${persons.join(' and ')}, who share no name`] : [];
  return {
    percentageChange: null,
    description:
      `${benefits.length} unemployment benefits ${[...whose, ...forWhom].join(' ')}, ${formatDollars(totalCents)} in all ` +
      `from ${benefits[0]?.entry.day} to ${benefits.at(-1)?.entry.day}. Possible collecting of benefits for others.`,
    figures: figuresOf({ states, persons }, parameters),
    baseline: null,
    wouldBeSilent: wouldBeSilent({ states, persons }, parameters),
    facts: [
      ...passThroughFacts([...benefits, ...gone]),
      { label: 'States', value: states.join(', '), unit: 'text' },
      { label: 'Receivers', value: namesOf(benefits).join(', ') || 'none named', unit: 'text' },
    ],
  };
}

type Collectors = Pick<BenefitCollection, 'states' | 'persons'>;

function figuresOf(
  { states, persons }: Collectors,
  { benefitDays, benefitStates, benefitPersons }: BenefitParameters,
) {
  const figures: EvidenceFigure[] = [];
  if (states.length >= benefitStates) {
    const label = `States whose benefits came within ${benefitDays} days`;
    figures.push(countFigure({ label, value: states.length, threshold: benefitStates }));
  }
  if (persons.length >= benefitPersons) {
    const label = `Unrelated persons for whom benefits came within ${benefitDays} days`;
    figures.push(countFigure({ label, value: persons.length, threshold: benefitPersons }));
  }
  return figures;
}

function wouldBeSilent(
  { states, persons }: Collectors,
  { benefitDays, benefitStates, benefitPersons }: BenefitParameters,
) {
  const sentences: string[] = [];
  if (states.length >= benefitStates) {
    const fewer = benefitStates - 1;
    sentences.push(
      `With benefits of ${fewer} ${fewer === 1 ? 'state' : 'states'} within ${benefitDays} days.`,
    );
  }
  if (persons.length >= benefitPersons) {
    sentences.push(
      'With benefits only in names that the account had carried for three weeks before the first of them.',
    );
  }
  // Both together fire as either does.
  return sentences.length === 1 ? sentences : [`${sentences.join(' ')} Both are needed.`];
}

function namesOf(benefits: readonly PreparedEntry[]): string[] {
  return [...new Set(benefits.flatMap(({ entry }) => entry.receiverName ?? []))].slice(0, MAX_NAMES_LISTED);
}
