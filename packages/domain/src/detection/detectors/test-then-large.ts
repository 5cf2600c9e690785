import type { EvidenceBaseline, EvidenceFact, EvidenceFigure } from '@clearwatch/contracts/alerts';
import { type Cents, dollarsToCents, formatDollars } from '../../money/cents.ts';
import { firstIndexOnOrAfter } from '../baseline.ts';
import { type Behavior, BehaviorCollector } from '../behaviors.ts';
import { companyStem } from '../company-key.ts';
import type { CompanyTable } from '../company-table.ts';
import { defineDetector, type ParametersOf } from '../define-detector.ts';
import {
  type DetectionContext,
  days,
  deduplicationWindow,
  firstComparableDay,
  fixedAmount,
  ratio,
  sum,
} from '../detector.ts';
import { SlidingMedian } from '../entry-windows.ts';
import { countFigure, moneyBaseline, moneyFigure, percentageChange } from '../finding-evidence.ts';
import { type AccountHistory, type PreparedEntry, sumOfEntries } from '../member-history.ts';
import { outgoingDebits } from '../unfamiliar-debits.ts';

export interface TestDebitLimits {
  companies: CompanyTable;
  /** A probe is below this amount. */
  probeMaximumCents: Cents;
  /** A large debit is at least this. */
  largeMinimumCents: Cents;
  /** Calendar days from the probe to the debit, and the longest acquaintance with a company that is new. */
  probeDays: number;
}

/** A large debit and what came before it. */
interface DebitAfterTest {
  debit: PreparedEntry;
  /** The first probe of the days before. */
  probe: PreparedEntry;
  /** All probes under the name, in order. */
  probes: readonly PreparedEntry[];
}

/**
 * Large debits by a company that the account has known for a few days at most, after a trifle in either direction under
 * the same name or a sister's. Probe and taker are both new to the account and unknown to the institution: two shops
 * whose names begin alike prove nothing. Entries marked as account validation, returns and reversals are no probes. On
 * one day the probe may stand anywhere, unless the times say that it came later.
 */
function debitsAfterTests(account: AccountHistory, limits: TestDebitLimits): DebitAfterTest[] {
  const { probeMaximumCents, largeMinimumCents } = limits;
  // Most accounts have no trifles at all; then nobody needs to know whom they met when.
  if (!account.entries.some(({ entry }) => entry.amountCents < probeMaximumCents)) return [];
  const larges: PreparedEntry[] = [];
  const probes = new Map<string, PreparedEntry[]>();
  for (const prepared of account.entries) {
    const { amountCents, transactionType, companyKey } = prepared.entry;
    const isSmall = amountCents < probeMaximumCents;
    const isLarge = amountCents >= largeMinimumCents && transactionType === 'Debit';
    if ((!isSmall && !isLarge) || !isOfNewCompany(prepared, account, limits)) continue;
    if (isLarge) {
      larges.push(prepared);
    } else {
      const stem = companyStem(companyKey);
      const own = probes.get(stem);
      if (own === undefined) probes.set(stem, [prepared]);
      else own.push(prepared);
    }
  }
  if (probes.size === 0) return [];
  return larges.flatMap((debit) => {
    const own = probes.get(companyStem(debit.entry.companyKey));
    if (own === undefined) return [];
    const probe = firstTestDebitOf(debit, own, limits.probeDays);
    return probe === null ? [] : [{ debit, probe, probes: own }];
  });
}

function isOfNewCompany(
  { entry, isReturn, isReversal, isMicro }: PreparedEntry,
  account: AccountHistory,
  { companies, probeDays }: TestDebitLimits,
): boolean {
  if (isReturn || isReversal || isMicro) return false;
  const met = account.companyFirstDay(entry.companyKey) ?? entry.epochDay;
  return entry.epochDay - met <= probeDays && !companies.isKnown(entry.companyKey);
}

function firstTestDebitOf(
  debit: PreparedEntry,
  probes: readonly PreparedEntry[],
  probeDays: number,
): PreparedEntry | null {
  const { epochDay } = debit.entry;
  const from = firstIndexOnOrAfter(probes, epochDay - probeDays);
  const end = firstIndexOnOrAfter(probes, epochDay + 1);
  const [first, last] = [probes[from], probes[end - 1]];
  if (from >= end || first === undefined || last === undefined) return null;
  if (comesBefore(first, debit)) return first;
  // Within a day those with a time come first, so that the last may be one without.
  return comesBefore(last, debit) ? last : null;
}

function comesBefore({ entry: probe }: PreparedEntry, { entry: debit }: PreparedEntry): boolean {
  if (probe.epochDay < debit.epochDay) return true;
  return probe.minuteOfDay === null || debit.minuteOfDay === null || probe.minuteOfDay <= debit.minuteOfDay;
}

/**
 * The median amount of day-ordered entries over the days before a day, asked for days that do not decrease. It is taken
 * from whole days before, so that the order within a day changes nothing.
 */
export class RecentMedian {
  readonly #entries: readonly PreparedEntry[];
  readonly #days: number;
  readonly #median: SlidingMedian;
  #entering = 0;
  #leaving = 0;

  constructor(entries: readonly PreparedEntry[], days: number) {
    this.#entries = entries;
    this.#days = days;
    this.#median = new SlidingMedian(entries.map(({ entry }) => entry.amountCents));
  }

  /** Median in cents of the days that end with the day before (days since 1970-01-01); null without entries. */
  before(epochDay: number): Cents | null {
    for (; this.#dayAt(this.#entering) < epochDay; this.#entering += 1)
      this.#median.add(this.#amountAt(this.#entering));
    for (
      ;
      this.#leaving < this.#entering && this.#dayAt(this.#leaving) < epochDay - this.#days;
      this.#leaving += 1
    ) {
      this.#median.remove(this.#amountAt(this.#leaving));
    }
    return this.#median.median;
  }

  #dayAt(index: number): number {
    return this.#entries[index]?.entry.epochDay ?? Infinity;
  }

  #amountAt(index: number): Cents {
    return this.#entries[index]?.entry.amountCents ?? 0;
  }
}

const RULE = {
  activityType: 'test_then_large',
  category: 'Velocity & Testing',
  ruleVersion: 2,
  sources: [
    'Nacha, Micro-Entries rule (2022, 2023): account validation is marked ACCTVERIFY and its originators use fraud detection',
    'Nacha, risk management topics, fraud monitoring (2026): velocity checks and pattern recognition are options of the RDFI',
    'Published accounts of the ACH penny test (depositaccounts.com and paymentswatch.com, 2007): cents first, then a large debit',
  ],
  parameters: [
    sum('largeMinimum', [50, 500, 100_000], 'a large debit'),
    ratio('medianRatio', [1, 2, 100], 'that debit against the median debit'),
    days('medianDays', [30, 90, 365], 'days before it that give the median'),
    fixedAmount('probeMaximum', [1, 5, 50], 'a probe is below this amount'),
    days('probeDays', [1, 12, 60], 'days from the probe to the large debit'),
    deduplicationWindow(30),
  ],
} as const;

type Parameters = ParametersOf<typeof RULE>;

interface LargeDebitAfterTest {
  /** The large debit in cents. */
  strength: Cents;
  probed: DebitAfterTest;
  /** Median debit of the days before; null without any. */
  medianCents: Cents | null;
}

/**
 * Somebody asks with a trifle whether the account is alive, then takes a large debit: $500 or more, twice the median
 * debit, within 12 days after an entry below $5 under the same name or a sister's. Both companies are new to the account
 * and unknown to the institution. Account validation says what it is (ACCTVERIFY) and does not count. The debit alone is
 * the amount; debits as small as probes are left out of the median, which they would pull down. An account without
 * earlier debits has no median: there the amount alone decides.
 */
export const testThenLarge = defineDetector(RULE, ({ history, context, parameters, finding }) =>
  history.accounts.flatMap((account) => {
    const taken = largeDebitsAfterTests(account, parameters, context);
    const debits = new Set(taken.map(({ probed }) => probed.debit));
    return behaviorsOf(taken, parameters).map((behaviour) =>
      finding({
        behaviour,
        counts: (prepared) => debits.has(prepared),
        riskLevel: 'high',
        percentageChange: percentageChange(behaviour.peak.strength, behaviour.peak.medianCents),
        description: describe(behaviour, debits),
        figures: figuresOf(behaviour.first, parameters),
        baseline: baselineOf(behaviour.first, parameters),
        wouldBeSilent: wouldBeSilent(behaviour.first, parameters),
        facts: factsOf(behaviour.first),
        partOf: (entry) =>
          entry.amountCents < dollarsToCents(parameters.probeMaximum) ? 'Probe' : 'Large debit',
      }),
    );
  }),
);

function largeDebitsAfterTests(
  account: AccountHistory,
  parameters: Parameters,
  context: DetectionContext,
): LargeDebitAfterTest[] {
  const probed = debitsAfterTests(account, {
    companies: context.companies,
    probeMaximumCents: dollarsToCents(parameters.probeMaximum),
    largeMinimumCents: dollarsToCents(parameters.largeMinimum),
    probeDays: parameters.probeDays,
  });
  if (probed.length === 0) return [];
  const comparableFrom = firstComparableDay(context);
  const median = new RecentMedian(
    outgoingDebits(account).filter(
      ({ entry }) => entry.amountCents >= dollarsToCents(parameters.probeMaximum),
    ),
    parameters.medianDays,
  );
  return probed.flatMap((debit) => {
    const { epochDay, amountCents } = debit.debit.entry;
    const taken = { strength: amountCents, probed: debit, medianCents: median.before(epochDay) };
    return epochDay >= comparableFrom && amountCents >= leastDebit(taken, parameters) ? [taken] : [];
  });
}

/** The smallest debit that fires, given the account's own past. */
function leastDebit({ medianCents }: LargeDebitAfterTest, parameters: Parameters): Cents {
  return Math.max(
    dollarsToCents(parameters.largeMinimum),
    Math.round(parameters.medianRatio * (medianCents ?? 0)),
  );
}

function behaviorsOf(
  taken: readonly LargeDebitAfterTest[],
  parameters: Parameters,
): Behavior<LargeDebitAfterTest>[] {
  if (taken.length === 0) return [];
  const debits = taken.map(({ probed }) => probed.debit);
  const probes = [...new Set(taken.map(({ probed }) => probed.probes))].flat();
  // Of one day the probes come first, whatever the order of their names.
  const entries = [...probes, ...debits].toSorted(
    (left, right) => left.entry.epochDay - right.entry.epochDay,
  );
  const indexes = new Map(entries.map((prepared, at) => [prepared, at]));
  const collector = new BehaviorCollector<LargeDebitAfterTest>(entries, parameters.coolDays);
  for (const detail of taken) {
    const at = indexes.get(detail.probed.debit) ?? 0;
    collector.complete({ from: indexes.get(detail.probed.probe) ?? at, at, detail });
  }
  return collector.behaviours();
}

function describe(
  { entries, first, trigger }: Behavior<LargeDebitAfterTest>,
  debits: ReadonlySet<PreparedEntry>,
): string {
  const { probe } = first.probed;
  const large = entries.filter((prepared) => debits.has(prepared));
  const total = formatDollars(sumOfEntries(large));
  const what =
    large.length === 1
      ? `Debit of ${total} to ${trigger.entry.company} on ${trigger.entry.day}`
      : `${large.length} large debits, ${total} in all, the first to ${trigger.entry.company} on ${trigger.entry.day}`;
  const usual =
    first.medianCents === null
      ? 'the account had no debits in the time before'
      : `the median debit of this account is ${formatDollars(Math.round(first.medianCents))}`;
  return (
    `${what}, after a ${probe.entry.transactionType.toLowerCase()} of ${formatDollars(probe.entry.amountCents)} by ` +
    `${probe.entry.company} on ${probe.entry.day}; both are new to this account; ${usual}. ` +
    'Possible test of the account number before a large debit.'
  );
}

function figuresOf(
  { strength, medianCents, probed }: LargeDebitAfterTest,
  parameters: Parameters,
): EvidenceFigure[] {
  const figures = [
    moneyFigure({
      label: 'Amount of the debit',
      value: strength,
      threshold: dollarsToCents(parameters.largeMinimum),
    }),
    moneyFigure({
      label: 'Amount of the entry before it',
      value: probed.probe.entry.amountCents,
      comparison: '<',
      threshold: dollarsToCents(parameters.probeMaximum),
    }),
    countFigure({
      label: 'Days between them',
      value: daysBetween(probed),
      comparison: '<=',
      threshold: parameters.probeDays,
    }),
  ];
  if (medianCents === null) return figures;
  const threshold = parameters.medianRatio * medianCents;
  const label = `The debit against ${parameters.medianRatio} times the median debit`;
  return [...figures, moneyFigure({ label, value: strength, threshold })];
}

function daysBetween({ debit, probe }: DebitAfterTest): number {
  return debit.entry.epochDay - probe.entry.epochDay;
}

function baselineOf(
  { probed, medianCents }: LargeDebitAfterTest,
  { medianDays }: Parameters,
): EvidenceBaseline | null {
  if (medianCents === null) return null;
  const { epochDay } = probed.debit.entry;
  return moneyBaseline('Median debit of this account', medianCents, {
    firstDay: epochDay - medianDays,
    lastDay: epochDay - 1,
  });
}

function wouldBeSilent(taken: LargeDebitAfterTest, parameters: Parameters): string[] {
  const probe = formatDollars(dollarsToCents(parameters.probeMaximum));
  return [
    `With a debit below ${formatDollars(leastDebit(taken, parameters))}.`,
    `Without an entry below ${probe} under that name in the ${parameters.probeDays} days before.`,
    'With that entry marked ACCTVERIFY, as account validations are.',
    `With a company that many members use, or that the account had met more than ${parameters.probeDays} days before.`,
  ];
}

function factsOf({ probed }: LargeDebitAfterTest): EvidenceFact[] {
  const { amountCents, company, day, transactionType, entryDescription } = probed.probe.entry;
  const described = entryDescription === null ? '' : `, described as ${entryDescription}`;
  const value = `${transactionType} of ${formatDollars(amountCents)} by ${company} on ${day}${described}`;
  return [
    { label: 'Probe', value, unit: 'text' },
    { label: 'Days from the probe to the debit', value: String(daysBetween(probed)), unit: 'days' },
  ];
}
