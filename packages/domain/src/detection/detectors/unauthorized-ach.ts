import { UNAUTHORIZED_RETURN_CODES } from '../../companies/company-return-rates.ts';
import { SPRAY_ACCOUNTS, SPRAY_DAYS, SPRAY_SHARE } from '../../companies/debit-spray.ts';
import { formatDollars } from '../../money/cents.ts';
import type { CompanyTable } from '../company-table.ts';
import { defineDetector } from '../define-detector.ts';
import type { DatedEntry } from '../detection-entry.ts';
import { count, days, deduplicationWindow, fixedCount, sum } from '../detector.ts';
import { companyOf, EntryWindow, firstIndexOnOrAfter } from '../entry-windows.ts';
import { figure } from '../finding-evidence.ts';
import {
  countFact,
  dayRange,
  isConsumerClass,
  listCompanyNames,
  pluralize,
  regEDeadlineFacts,
  returnFacts,
  UNAUTHORIZED_RETURN_DAYS,
} from '../finding-facts.ts';
import { type AccountHistory, outgoingDebits, type PreparedEntry, sumOfEntries } from '../member-history.ts';
import { getOrAdd } from '../memoize.ts';

/** For each company: its first day at the institution, the number of accounts it debited, and the number it debited in its first days. */
export function sprayArrivals(debits: readonly PreparedEntry[], companies: CompanyTable) {
  return [...Map.groupBy(debits, ({ entry }) => entry.companyKey)].flatMap(([companyKey, [first]]) => {
    const arrival = companies.debitsOnArrival(companyKey);
    if (arrival === null || first === undefined) return [];
    const { company, day } = first.entry;
    return [{ company, firstDay: companies.firstSeen(companyKey) ?? day, ...arrival }];
  });
}

/** Maximum days from a debit to its return: the consumer's 60 days plus time in transit. */
const LATEST_RETURN_DAYS = 70;

/**
 * Matches each return to the latest earlier debit by the same company for the same amount that no other return matches. Takes linear time.
 */
function returnedDebits(entries: readonly PreparedEntry[], returns: ReadonlySet<PreparedEntry>) {
  const companies = new Set([...returns].map(({ entry }) => entry.companyKey));
  const open = new Map<string, PreparedEntry[]>();
  const found = new Map<PreparedEntry, PreparedEntry>();
  for (const prepared of entries) {
    const { companyKey, amountCents, transactionType, epochDay } = prepared.entry;
    if (!companies.has(companyKey)) continue;
    const debits = getOrAdd(open, `${amountCents} ${companyKey}`, () => []);
    if (returns.has(prepared)) {
      const debit = debits.pop();
      if (debit !== undefined && epochDay - debit.entry.epochDay <= LATEST_RETURN_DAYS) found.set(prepared, debit);
    } else if (transactionType === 'Debit' && !prepared.isReturn) {
      debits.push(prepared);
    }
  }
  return found;
}

/** Returns with one of the codes, the debits they return, and debits from sprays; null if there are none, as on most accounts. */
export function unauthorizedEntries(
  account: AccountHistory,
  { codes, companies, sprayDays }: { codes: ReadonlySet<string>; companies: CompanyTable; sprayDays: number },
) {
  const returned = account.entries.filter(({ returnCode }) => returnCode !== null && codes.has(returnCode));
  const debits = outgoingDebits(account);
  const firstSprayed = debits.filter(({ entry, isFirstTime }) => isFirstTime && companies.isSpray(entry.companyKey));
  if (returned.length === 0 && firstSprayed.length === 0) return null;
  const returns = new Set(returned);
  const sprays = new Set(firstSprayed.map(companyOf));
  const sprayed = new Set(
    debits.filter(
      ({ entry }) =>
        sprays.has(entry.companyKey) &&
        entry.epochDay - (account.companyFirstDays.get(entry.companyKey) ?? 0) <= sprayDays,
    ),
  );
  const debitOf = returnedDebits(account.entries, returns);
  const all = new Set([...returns, ...sprayed, ...debitOf.values()]);
  return { entries: account.entries.filter((prepared) => all.has(prepared)), returns, sprayed, debitOf };
}

const CODES: ReadonlySet<string> = new Set(UNAUTHORIZED_RETURN_CODES);
const CORPORATE_RETURN = 'R29';

/**
 * A return needs no baseline, so it counts during the warm-up. The definition of a spray is the same for every institution, so it is not a
 * parameter.
 */
export const unauthorizedAch = defineDetector({
  activityType: 'unauthorized_ach',
  category: 'Unauthorized ACH',
  ruleVersion: 4,
  sources: [
    'Nacha Operating Rules, return rate levels: unauthorized returns (R05, R07, R10, R11, R29, R51) 0.5%, administrative 3%, overall 15%',
    '12 CFR 1005.11 (Regulation E) and Nacha, written statement of unauthorized debit: 60 days',
    'FinCEN FIN-2012-A010, third-party payment processors: consumer complaints and high rates of returned debits',
  ],
  parameters: [
    fixedCount(
      'minimumReturns',
      [1, 1, 10],
      'Number of unauthorized returns that raises an alert',
      'with 1, a single R10 return',
    ),
    days(
      'sumDays',
      [30, UNAUTHORIZED_RETURN_DAYS, 120],
      'Number of days within which returns are counted, by default the dispute period',
      'with 60, about two months',
    ),
    count(
      'highRiskReturns',
      [2, 2, 50],
      'Minimum number of unauthorized returns for high risk',
      'with 2, one R10 return and one R05 return',
    ),
    sum(
      'highRiskSum',
      [50, 500, 1_000_000],
      'Minimum unauthorized total for high risk',
      'with $500, returned debits of $520',
    ),
    deduplicationWindow(45),
  ],

  find({ account, context: { companies }, parameters, collect }) {
    const { minimumReturns, sumDays, coolDays } = parameters;
    const found = unauthorizedEntries(account, { companies, codes: CODES, sprayDays: coolDays });
    if (found === null) return [];
    const { entries, returns, sprayed, debitOf } = found;
    const indexes = new Map(entries.map((prepared, at) => [prepared, at]));
    const recent = new EntryWindow(sumDays);
    const behaviors = collect(entries, (prepared, at) => {
      const { epochDay, amountCents } = prepared.entry;
      const isReturn = returns.has(prepared);
      if (isReturn) recent.add(prepared);
      if (isReturn ? recent.count < minimumReturns : !sprayed.has(prepared)) return null;
      const own = indexes.get(debitOf.get(prepared) ?? prepared) ?? at;
      const from = Math.min(own, firstIndexOnOrAfter(entries, epochDay - sumDays + 1));
      return { from, strength: amountCents, returns: isReturn ? recent.count : null };
    });
    return behaviors.map((behavior) => {
      const own = new Set(behavior.entries);
      const returned = behavior.entries.filter((prepared) => returns.has(prepared));
      const ofSpray = behavior.entries.filter((prepared) => sprayed.has(prepared));
      const counted = new Set([...returned, ...ofSpray]);
      // A returned debit from a spray counts once: as its return if that is the trigger, otherwise as the debit.
      for (const [back, debit] of debitOf)
        if (own.has(back) && own.has(debit) && sprayed.has(debit))
          counted.delete(back === behavior.trigger ? debit : back);
      return { ...behavior, counted, returned, sprayed: ofSpray, debitOf };
    });
  },

  explain({ first, counted, returned, sprayed, debitOf }, { context: { companies }, parameters }) {
    const { minimumReturns, sumDays, highRiskReturns, highRiskSum } = parameters;
    const arrivals = sprayArrivals(sprayed, companies);
    // The return code, not the SEC code, shows the type of account: R05 returns a corporate debit to a consumer account.
    const ofConsumers = returned.filter(({ returnCode }) => returnCode !== CORPORATE_RETURN);
    const parts = new Map<DatedEntry, string>();
    for (const { entry } of sprayed) parts.set(entry, 'Debit by a new company');
    for (const { entry } of debitOf.values()) parts.set(entry, 'Returned debit');
    for (const { entry, returnCode } of returned) parts.set(entry, `Return ${returnCode}`);
    return {
      counts: (prepared) => counted.has(prepared),
      riskLevel: sprayed.length > 0 ? 'high' : undefined,
      description:
        (returned.length > 0 ? `${describeReturns(returned)} ` : '') +
        (sprayed.length > 0 ? `${describeSprays(sprayed, arrivals)} ` : '') +
        'Possible unauthorized debits.',
      figures: [
        first.returns === null
          ? null
          : figure.count(
              [first.returns, '>=', minimumReturns],
              `Debits returned as unauthorized within ${sumDays} days`,
            ),
        ...arrivals.flatMap(({ company, accounts, atOnce }) => [
          figure.count(
            [atOnce, '>=', SPRAY_ACCOUNTS],
            `Accounts debited by ${company} within ${SPRAY_DAYS} days of its first appearance`,
          ),
          figure.share(
            [atOnce / accounts, '>=', SPRAY_SHARE],
            `These accounts as a share of all accounts that ${company} debited`,
          ),
        ]),
      ],
      highRiskFigures: [
        figure.count([returned.length, '>=', highRiskReturns], 'debits returned as unauthorized'),
        figure.money([sumOfEntries(counted), '>=', highRiskSum], 'unauthorized total'),
      ],
      wouldBeSilent:
        first.returns === null
          ? [
              `Fewer than ${SPRAY_ACCOUNTS} accounts debited within ${SPRAY_DAYS} days of the company's first appearance.`,
              `Accounts debited in those days that make up less than ${100 * SPRAY_SHARE}% of all accounts that the company debits.`,
            ]
          : [
              minimumReturns === 1
                ? null
                : `Only ${pluralize(minimumReturns - 1, 'such return')} within ${sumDays} days.`,
              'Returns for other reasons, such as insufficient funds (R01) or a stop payment (R08).',
            ],
      facts: [
        ...returnFacts(returned),
        ...regEDeadlineFacts([
          ...ofConsumers.flatMap((back) => debitOf.get(back) ?? []),
          ...sprayed.filter(isConsumerClass),
        ]),
        ...arrivals.map(({ company, accounts }) => countFact(`Accounts that ${company} has debited`, accounts)),
      ],
      partOf: (entry) => parts.get(entry) ?? null,
    };
  },
});

function describeReturns(returned: readonly PreparedEntry[]): string {
  const codes = [...new Set(returned.map(({ returnCode }) => returnCode))].join(', ');
  const total = formatDollars(sumOfEntries(returned));
  const what =
    returned.length === 1
      ? `A debit of ${total} by ${listCompanyNames(returned)} was`
      : `${returned.length} debits by ${listCompanyNames(returned)} totaling ${total} were`;
  return `${what} returned as unauthorized (${codes}) ${dayRange(returned)}.`;
}

function describeSprays(sprayed: readonly PreparedEntry[], arrivals: ReturnType<typeof sprayArrivals>) {
  const companies = arrivals.map(
    ({ company, firstDay, atOnce }) =>
      `${company}, first seen at this institution on ${firstDay}, debited ${atOnce} accounts within ${SPRAY_DAYS} days of that date`,
  );
  const total = formatDollars(sumOfEntries(sprayed));
  return `${companies.join('; ')}. The debits to this account totaled ${total} ${dayRange(sprayed)}.`;
}
