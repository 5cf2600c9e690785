import type { EvidenceFact, EvidenceFigure } from '@clearwatch/contracts/alerts';
import type { Day } from '../../calendar/day.ts';
import { UNAUTHORIZED_RETURN_CODES } from '../../companies/company-return-rates.ts';
import { SPRAY_ACCOUNTS, SPRAY_DAYS, SPRAY_SHARE } from '../../companies/debit-spray.ts';
import { type Cents, dollarsToCents, formatDollars } from '../../money/cents.ts';
import { firstIndexOnOrAfter } from '../baseline.ts';
import { type Behavior, BehaviorCollector } from '../behaviors.ts';
import type { CompanyTable } from '../company-table.ts';
import { defineDetector, type ParametersOf } from '../define-detector.ts';
import type { DatedEntry } from '../detection-entry.ts';
import { count, type DetectionContext, days, deduplicationWindow, fixedCount, sum } from '../detector.ts';
import { AmountWindow } from '../entry-windows.ts';
import { countFigure, moneyFigure, shareFigure } from '../finding-evidence.ts';
import {
  isConsumerClass,
  listCompanyNames,
  regEDeadlineFacts,
  returnFacts,
  UNAUTHORIZED_RETURN_DAYS,
} from '../finding-facts.ts';
import { type AccountHistory, type PreparedEntry, sumOfEntries } from '../member-history.ts';

export interface SprayArrival {
  /** Its name, as the first of the entries has it. */
  company: string;
  /** Its first entry at the institution. */
  firstDay: Day;
  /** Accounts it has debited, and those of them at once. */
  accounts: number;
  atOnce: number;
}

/** How each company of the debits arrived at the institution, in the order of the debits. */
export function sprayArrivals(debits: readonly PreparedEntry[], companies: CompanyTable): SprayArrival[] {
  const seen = new Set<string>();
  return debits.flatMap(({ entry: { company, companyKey, day } }) => {
    const arrival = companies.debitsOnArrival(companyKey);
    if (arrival === null || seen.has(companyKey)) return [];
    seen.add(companyKey);
    return [{ company, firstDay: companies.firstSeen(companyKey) ?? day, ...arrival }];
  });
}

/** A return comes at most so many days after the debit it sends back: the 60 days of consumers, and the way there. */
const LATEST_RETURN_DAYS = 70;

/**
 * The debit that each return sends back: the latest earlier one of the same company and amount that no other return has
 * claimed, within 70 days. Returns whose debit the ledger does not hold are missing. Linear in the entries.
 *
 * @param entries of one account, in order
 * @param returns those of them whose debits are wanted
 */
function returnedDebits(
  entries: readonly PreparedEntry[],
  returns: ReadonlySet<PreparedEntry>,
): Map<PreparedEntry, PreparedEntry> {
  const companies = new Set([...returns].map(({ entry }) => entry.companyKey));
  const open = new Map<string, PreparedEntry[]>();
  const found = new Map<PreparedEntry, PreparedEntry>();
  for (const prepared of entries) {
    const { companyKey, amountCents, transactionType, epochDay } = prepared.entry;
    if (!companies.has(companyKey)) continue;
    const key = `${amountCents} ${companyKey}`;
    if (returns.has(prepared)) {
      const debit = open.get(key)?.pop();
      if (debit !== undefined && epochDay - debit.entry.epochDay <= LATEST_RETURN_DAYS)
        found.set(prepared, debit);
    } else if (transactionType === 'Debit' && !prepared.isReturn) {
      const debits = open.get(key);
      if (debits === undefined) open.set(key, [prepared]);
      else debits.push(prepared);
    }
  }
  return found;
}

interface UnauthorizedEntries {
  /** Returns as unauthorized, the debits they send back, and debits of sprays; in the order of the account. */
  entries: readonly PreparedEntry[];
  returns: ReadonlySet<PreparedEntry>;
  sprayed: ReadonlySet<PreparedEntry>;
  /** The debit that each of the returns sends back, where the ledger holds it. */
  debitOf: ReadonlyMap<PreparedEntry, PreparedEntry>;
}

/**
 * What of an account nobody authorized: entries sent back for one of the codes, and debits of companies that arrived as a
 * spray, within so many days of the company's first on the account; null when there is nothing, as on most accounts.
 */
export function unauthorizedEntries(
  account: AccountHistory,
  wanted: { codes: ReadonlySet<string>; companies: CompanyTable; sprayDays: number },
): UnauthorizedEntries | null {
  const returns = new Set<PreparedEntry>();
  const sprays = new Set<string>();
  for (const prepared of account.entries) {
    const { entry, isReturn, isFirstTime, returnCode } = prepared;
    if (isReturn) {
      if (returnCode !== null && wanted.codes.has(returnCode)) returns.add(prepared);
    } else if (
      isFirstTime &&
      entry.transactionType === 'Debit' &&
      wanted.companies.isSpray(entry.companyKey)
    ) {
      sprays.add(entry.companyKey);
    }
  }
  if (returns.size === 0 && sprays.size === 0) return null;
  const sprayed = new Set(
    sprays.size === 0
      ? []
      : account.entries.filter(
          ({ entry, isReturn }) =>
            entry.transactionType === 'Debit' &&
            !isReturn &&
            sprays.has(entry.companyKey) &&
            entry.epochDay - (account.companyFirstDay(entry.companyKey) ?? 0) <= wanted.sprayDays,
        ),
  );
  const debitOf = returnedDebits(account.entries, returns);
  const all = new Set([...returns, ...sprayed, ...debitOf.values()]);
  return { entries: account.entries.filter((prepared) => all.has(prepared)), returns, sprayed, debitOf };
}

const RULE = {
  activityType: 'unauthorized_ach',
  category: 'Unauthorized ACH',
  ruleVersion: 2,
  sources: [
    'Nacha Operating Rules, return rate levels: unauthorized returns (R05, R07, R10, R11, R29, R51) 0.5%, administrative 3%, overall 15%',
    '12 CFR 1005.11 (Regulation E) and Nacha, written statement of unauthorized debit: 60 days',
    'FinCEN FIN-2012-A010, third-party payment processors: consumer complaints and high rates of returned debits',
  ],
  parameters: [
    fixedCount('minimumReturns', [1, 1, 10], 'returns as unauthorized within the days of the sum'),
    days('sumDays', [30, UNAUTHORIZED_RETURN_DAYS, 120], 'days that are summed up: those of a dispute'),
    count('highRiskReturns', [2, 2, 50], 'such returns for high risk'),
    sum('highRiskSum', [50, 500, 1_000_000], 'unauthorized sum for high risk'),
    deduplicationWindow(45),
  ],
} as const;

type Parameters = ParametersOf<typeof RULE>;

const CODES: ReadonlySet<string> = new Set(UNAUTHORIZED_RETURN_CODES);
/** A corporate customer advises that a debit was not authorized. */
const CORPORATE_RETURN = 'R29';

interface Unauthorized {
  /** The amount in cents. */
  strength: Cents;
  kind: 'return' | 'spray';
  /** Unauthorized returns of the days before, this one included; 0 for a spray. */
  returns: number;
}

/** A behaviour and the roles of its entries. */
interface Case {
  behaviour: Behavior<Unauthorized>;
  /** What makes up the amount. */
  counted: ReadonlySet<PreparedEntry>;
  amountCents: Cents;
  returned: readonly PreparedEntry[];
  /** The debit that each of them sends back, where the ledger holds it. */
  debitOf: ReadonlyMap<PreparedEntry, PreparedEntry>;
  sprayed: readonly PreparedEntry[];
}

/**
 * Debits that nobody authorized: (a) one came back for a reason that says so; insufficient funds, closed accounts and
 * stopped payments do not; (b) its company arrived here as a spray, many accounts within three days of its first
 * appearance, which the company table tells; one alert for each account, whatever the company goes on to take.
 *
 * A return is a fact and compares with nothing, so it counts in the warm-up of a ledger as well. A return without any
 * date has no day to anchor an alert and is left to the company's return rates. What makes a spray is the same for all
 * rules and pages, and therefore no parameter here.
 */
export const unauthorizedAch = defineDetector(RULE, ({ history, context, parameters, finding }) =>
  history.accounts.flatMap((account) =>
    casesOf(account, parameters, context).map((found) =>
      finding({
        behaviour: found.behaviour,
        counts: (prepared) => found.counted.has(prepared),
        riskLevel: isHigh(found, parameters) ? 'high' : 'medium',
        percentageChange: null,
        description: describe(found, context.companies),
        figures: figuresOf(found, parameters, context.companies),
        baseline: null,
        wouldBeSilent: wouldBeSilent(found, parameters),
        facts: factsOf(found, context.companies),
        partOf: partsOf(found),
      }),
    ),
  ),
);

function casesOf(account: AccountHistory, parameters: Parameters, context: DetectionContext): Case[] {
  const found = unauthorizedEntries(account, {
    companies: context.companies,
    codes: CODES,
    sprayDays: parameters.coolDays,
  });
  return found === null ? [] : behaviorsOf(found, parameters).map((behaviour) => caseOf(found, behaviour));
}

function behaviorsOf(found: UnauthorizedEntries, parameters: Parameters): Behavior<Unauthorized>[] {
  const { entries, returns, sprayed, debitOf } = found;
  const indexes = new Map(entries.map((prepared, at) => [prepared, at]));
  const collector = new BehaviorCollector<Unauthorized>(entries, parameters.coolDays);
  const recent = new AmountWindow(parameters.sumDays);
  entries.forEach((prepared, at) => {
    const { epochDay, amountCents } = prepared.entry;
    const isReturned = returns.has(prepared);
    if (isReturned) recent.add(prepared, at);
    if (isReturned ? recent.count < parameters.minimumReturns : !sprayed.has(prepared)) return;
    const own = indexes.get(debitOf.get(prepared) ?? prepared) ?? at;
    collector.complete({
      from: Math.min(own, firstIndexOnOrAfter(entries, epochDay - parameters.sumDays + 1)),
      at,
      detail: {
        strength: amountCents,
        kind: isReturned ? 'return' : 'spray',
        returns: isReturned ? recent.count : 0,
      },
    });
  });
  return collector.behaviours();
}

/** A debit of a spray that came back is one sum, not two: of debit and return the later does not count. */
function caseOf({ returns, sprayed, debitOf }: UnauthorizedEntries, behaviour: Behavior<Unauthorized>): Case {
  const own = new Set(behaviour.entries);
  const counted = new Set(
    behaviour.entries.filter((prepared) => returns.has(prepared) || sprayed.has(prepared)),
  );
  for (const [back, debit] of debitOf) {
    if (!own.has(back) || !own.has(debit) || !sprayed.has(debit)) continue;
    counted.delete(back === behaviour.trigger ? debit : back);
  }
  return {
    behaviour,
    counted,
    amountCents: sumOfEntries(counted),
    returned: behaviour.entries.filter((prepared) => returns.has(prepared)),
    debitOf,
    sprayed: behaviour.entries.filter((prepared) => sprayed.has(prepared)),
  };
}

function isHigh({ amountCents, returned, sprayed }: Case, parameters: Parameters): boolean {
  return (
    sprayed.length > 0 ||
    returned.length >= parameters.highRiskReturns ||
    amountCents >= dollarsToCents(parameters.highRiskSum)
  );
}

function describe({ returned, sprayed }: Case, companies: CompanyTable): string {
  const sentences: string[] = [];
  if (returned.length > 0) {
    const codes = [...new Set(returned.map(({ returnCode }) => returnCode))].join(', ');
    const what =
      returned.length === 1
        ? `A debit of ${totalOf(returned)} by ${listCompanyNames(returned)} was`
        : `${returned.length} debits by ${listCompanyNames(returned)}, ${totalOf(returned)} in all, were`;
    sentences.push(`${what} sent back as unauthorized (${codes}) ${between(returned)}.`);
  }
  if (sprayed.length > 0) {
    const arrivals = sprayArrivals(sprayed, companies).map(
      ({ company, firstDay, atOnce }) =>
        `${company}, first seen at this institution on ${firstDay}, debited ${atOnce} accounts within ${SPRAY_DAYS} days`,
    );
    sentences.push(`${arrivals.join('; ')}; ${totalOf(sprayed)} from this account ${between(sprayed)}.`);
  }
  return `${sentences.join(' ')} Possible unauthorized debits.`;
}

function totalOf(entries: readonly PreparedEntry[]): string {
  return formatDollars(sumOfEntries(entries));
}

function between(entries: readonly PreparedEntry[]): string {
  const [first, last] = [entries[0]?.entry.day, entries.at(-1)?.entry.day];
  return first === last ? `on ${first}` : `from ${first} to ${last}`;
}

function figuresOf(found: Case, parameters: Parameters, companies: CompanyTable): EvidenceFigure[] {
  const { behaviour, returned, sprayed, amountCents } = found;
  const figures: EvidenceFigure[] = [];
  if (behaviour.first.kind === 'return') {
    figures.push(
      countFigure({
        label: `Returns as unauthorized within ${parameters.sumDays} days`,
        value: behaviour.first.returns,
        threshold: parameters.minimumReturns,
      }),
    );
  }
  for (const { company, accounts, atOnce } of sprayArrivals(sprayed, companies)) {
    figures.push(
      countFigure({
        label: `Accounts debited by ${company} within ${SPRAY_DAYS} days of its first appearance`,
        value: atOnce,
        threshold: SPRAY_ACCOUNTS,
      }),
      shareFigure({
        label: `The same, of all accounts that ${company} debited`,
        value: atOnce / accounts,
        threshold: SPRAY_SHARE,
      }),
    );
  }
  if (returned.length >= parameters.highRiskReturns) {
    const threshold = parameters.highRiskReturns;
    figures.push(
      countFigure({ label: 'High risk: returns as unauthorized', value: returned.length, threshold }),
    );
  }
  if (amountCents >= dollarsToCents(parameters.highRiskSum)) {
    const threshold = dollarsToCents(parameters.highRiskSum);
    figures.push(moneyFigure({ label: 'High risk: unauthorized sum', value: amountCents, threshold }));
  }
  return figures;
}

function wouldBeSilent({ behaviour }: Case, { minimumReturns, sumDays }: Parameters): string[] {
  if (behaviour.first.kind === 'spray') {
    return [
      `With fewer than ${SPRAY_ACCOUNTS} accounts debited within ${SPRAY_DAYS} days of the company's first appearance.`,
      `With those being less than ${100 * SPRAY_SHARE} % of the accounts that it ever debits.`,
    ];
  }
  const otherwise =
    'With returns for other reasons, such as insufficient funds (R01) or a payment stopped by the member (R08).';
  if (minimumReturns === 1) return [otherwise];
  return [`With ${minimumReturns - 1} such returns within ${sumDays} days.`, otherwise];
}

function factsOf({ returned, debitOf, sprayed }: Case, companies: CompanyTable): EvidenceFact[] {
  // The code tells whose account it is, not the class: R05 is a corporate class on the account of a consumer.
  const ofConsumers = returned.filter(({ returnCode }) => returnCode !== CORPORATE_RETURN);
  const debits = ofConsumers.flatMap((back) => debitOf.get(back) ?? []);
  const users = sprayArrivals(sprayed, companies).map(
    ({ company, accounts }): EvidenceFact => ({
      label: `Accounts that ${company} has debited`,
      value: String(accounts),
      unit: 'count',
    }),
  );
  return [
    ...returnFacts(returned),
    ...regEDeadlineFacts([...debits, ...sprayed.filter(isConsumerClass)]),
    ...users,
  ];
}

function partsOf({ returned, debitOf, sprayed }: Case): (entry: DatedEntry) => string | null {
  const parts = new Map<DatedEntry, string>();
  for (const { entry } of sprayed) parts.set(entry, 'Debit of a spray');
  for (const { entry } of debitOf.values()) parts.set(entry, 'Debit sent back');
  for (const { entry, returnCode } of returned) parts.set(entry, `Return ${returnCode}`);
  return (entry) => parts.get(entry) ?? null;
}
