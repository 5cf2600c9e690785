import type { EvidenceBaseline, EvidenceFact, EvidenceFigure } from '@clearwatch/contracts/alerts';
import { type Cents, dollarsToCents, formatDollars } from '../../money/cents.ts';
import {
  BASELINE_DAYS,
  DAYS_PER_WEEK,
  firstIndexOnOrAfter,
  SummedEntries,
  type UsualAmount,
  usualAmount,
} from '../baseline.ts';
import { type Behavior, BehaviorCollector } from '../behaviors.ts';
import type { CompanyTable } from '../company-table.ts';
import { defineDetector, type ParametersOf } from '../define-detector.ts';
import {
  count,
  type DetectionContext,
  days,
  deduplicationWindow,
  firstComparableDay,
  fixedAmount,
  fixedCount,
  minimumHistory,
  ratio,
  sum,
} from '../detector.ts';
import { CompanyWindow } from '../entry-windows.ts';
import { countFigure, moneyBaseline, moneyFigure, percentageChange } from '../finding-evidence.ts';
import { listCompanyNames, takeoverFacts } from '../finding-facts.ts';
import type { AccountHistory, PreparedEntry } from '../member-history.ts';
import { outgoingDebits, unfamiliarDebits } from '../unfamiliar-debits.ts';

/** A transfer is raised from so many times the largest of its company in the time before. */
const ELEVATED_FACTOR = 2;
/** An analyst needs no more of them. */
const MAX_TRANSFERS_SHOWN = 5;

/**
 * Transfers between two days (since 1970-01-01, both included) through an app or bank that the account has used before,
 * at least twice the largest of the 90 days before to the same company.
 */
export function elevatedTransfers(
  account: AccountHistory,
  { firstDay, lastDay }: { firstDay: number; lastDay: number },
): PreparedEntry[] {
  const debits = outgoingDebits(account);
  const from = firstIndexOnOrAfter(debits, firstDay);
  const largest = new Map<string, number>();
  for (const { entry, isMovable } of debits.slice(
    firstIndexOnOrAfter(debits, firstDay - BASELINE_DAYS),
    from,
  )) {
    if (isMovable)
      largest.set(entry.companyKey, Math.max(entry.amountCents, largest.get(entry.companyKey) ?? 0));
  }
  return debits
    .slice(from, firstIndexOnOrAfter(debits, lastDay + 1))
    .filter(({ entry, isEstablished, isMovable }) => {
      const usual = largest.get(entry.companyKey);
      return (
        isMovable && isEstablished && usual !== undefined && entry.amountCents >= ELEVATED_FACTOR * usual
      );
    })
    .slice(0, MAX_TRANSFERS_SHOWN);
}

/**
 * The largest of day-ordered entries between two days that only move forward. An entry is dropped as soon as a later one
 * is at least as large, so each comes and goes once: linear for an account of any size.
 */
export class SlidingMaximum {
  readonly #entries: readonly PreparedEntry[];
  /** Entries that may still become the largest, amounts falling. */
  readonly #candidates: PreparedEntry[] = [];
  #first = 0;
  #entering = 0;

  constructor(entries: readonly PreparedEntry[]) {
    this.#entries = entries;
  }

  /** The largest entry from `firstDay` to `lastDay`, both included, the latest of equals; null without one. */
  between(firstDay: number, lastDay: number): PreparedEntry | null {
    for (
      let next = this.#entries[this.#entering];
      next !== undefined && next.entry.epochDay <= lastDay;
      next = this.#entries[this.#entering]
    ) {
      this.#enter(next);
      this.#entering += 1;
    }
    while ((this.#candidates[this.#first]?.entry.epochDay ?? Infinity) < firstDay) this.#first += 1;
    return this.#candidates[this.#first] ?? null;
  }

  #enter(next: PreparedEntry): void {
    while (
      this.#candidates.length > this.#first &&
      (this.#candidates.at(-1)?.entry.amountCents ?? 0) <= next.entry.amountCents
    ) {
      this.#candidates.pop();
    }
    this.#candidates.push(next);
  }
}

const RULE = {
  activityType: 'account_takeover',
  category: 'Account Takeover',
  ruleVersion: 2,
  sources: [
    'FinCEN FIN-2011-A016, account takeover activity: clustered ACH transactions and sudden transfers, inconsistent with normal activity',
    'FFIEC BSA/AML manual, appendix F: funds transfers unexplained by, or out of pattern with, normal activity',
    'Tazama rules 017, 018, 030 and 048 (divergence, size against history, unfamiliar counterparties)',
  ],
  parameters: [
    fixedAmount('debitMinimum', [1, 100, 10_000], 'least debit that counts'),
    days('windowDays', [1, 6, 30], 'days in which the debits fall'),
    count('minimumCount', [2, 2, 50], 'debits to new companies'),
    fixedCount('oneCompanyCount', [2, 3, 50], 'debits it takes when all are of one company'),
    sum('minimumSum', [100, 2000, 1_000_000], 'sum of those debits'),
    ratio('weeklyRatio', [1, 1.6, 50], 'that sum against the usual outflow of a week'),
    ratio('largestRatio', [1, 1.15, 50], 'that sum against the largest debit of 90 days'),
    minimumHistory('minimumHistoryDays', [10, 60, 365], 'age of the account'),
    sum('highRiskSum', [100, 5000, 10_000_000], 'sum for high risk'),
    ratio('highRiskWeeklyRatio', [1, 5, 100], 'sum against the usual week for high risk'),
    deduplicationWindow(14),
  ],
} as const;

type Parameters = ParametersOf<typeof RULE>;

/** A window of debits that met the condition; amounts in cents. */
interface Drain {
  /** Sum of the window's debits. */
  strength: Cents;
  count: number;
  companies: number;
  usual: UsualAmount;
  largestCents: Cents;
}

/**
 * An established account emptied within days to where it never paid before: two or more sizeable debits of companies that
 * are new to the account and unknown to the institution, together well above the usual week and above any single debit
 * of the 90 days before. People who move house meet known billers and take weeks; who has paid the tuition before knows
 * the college. A raised transfer through an app in use on the same days is told beside the debits and never counts in
 * their place.
 *
 * One thing is better than the plain condition: a contractor is often paid twice, a deposit and the balance, so two debits
 * of a single company are not enough; three are.
 */
export const accountTakeover = defineDetector(RULE, ({ history, context, parameters, finding }) =>
  history.accounts.flatMap((account) =>
    drainsOf(account, parameters, context).map((drain) =>
      finding({
        behaviour: drain,
        riskLevel: isHigh(drain.peak, parameters) ? 'high' : 'medium',
        percentageChange: percentageChange(drain.peak.strength, drain.peak.usual.cents),
        description: describe(drain),
        figures: figuresOf(drain, parameters),
        baseline: baselineOf(drain.first),
        wouldBeSilent: wouldBeSilent(drain.first, parameters),
        facts: factsOf(account, drain, context.companies),
      }),
    ),
  ),
);

function drainsOf(
  account: AccountHistory,
  parameters: Parameters,
  context: DetectionContext,
): Behavior<Drain>[] {
  const { windowDays, minimumCount, minimumSum, minimumHistoryDays } = parameters;
  const debits = unfamiliarDebits(account, context.companies).filter(
    ({ entry }) => entry.amountCents >= dollarsToCents(parameters.debitMinimum),
  );
  if (debits.length < minimumCount) return [];
  const comparableFrom = firstComparableDay(context);
  const collector = new BehaviorCollector<Drain>(debits, parameters.coolDays);
  const window = new CompanyWindow(debits);
  let summed: SummedEntries | null = null;
  const largest = new SlidingMaximum(outgoingDebits(account));
  debits.forEach((debit, at) => {
    const { epochDay } = debit.entry;
    window.moveTo({ firstDay: epochDay - windowDays + 1, end: at + 1 });
    if (
      window.count < fewestDebits(window.companies, parameters) ||
      window.sumCents < dollarsToCents(minimumSum)
    )
      return;
    if (epochDay < comparableFrom || debit.historyDays < minimumHistoryDays) return;
    summed ??= new SummedEntries(outgoingDebits(account));
    const usual = usualAmount(
      summed,
      {
        epochDay,
        skipDays: windowDays,
        historyFirstDay: account.firstDay ?? epochDay,
      },
      DAYS_PER_WEEK,
    );
    const drain: Drain = {
      strength: window.sumCents,
      count: window.count,
      companies: window.companies,
      usual,
      largestCents: largest.between(usual.firstDay, usual.lastDay)?.entry.amountCents ?? 0,
    };
    if (drain.strength < leastSum(drain, parameters)) return;
    collector.complete({ from: window.from, at, detail: drain });
  });
  return collector.behaviours();
}

/** The smallest number of debits that fires, when they are by so many companies. */
function fewestDebits(companies: number, { minimumCount, oneCompanyCount }: Parameters): number {
  return companies === 1 ? Math.max(minimumCount, oneCompanyCount) : minimumCount;
}

/** The smallest sum that fires, given the account's own past. */
function leastSum({ usual, largestCents }: Drain, parameters: Parameters): Cents {
  return Math.max(
    dollarsToCents(parameters.minimumSum),
    Math.round(parameters.weeklyRatio * usual.cents),
    Math.round(parameters.largestRatio * largestCents) + 1,
  );
}

function isHigh({ strength, usual }: Drain, parameters: Parameters): boolean {
  const ofWeek = Math.round(parameters.highRiskWeeklyRatio * usual.cents);
  return strength >= Math.min(dollarsToCents(parameters.highRiskSum), ofWeek);
}

function describe({ entries, amountCents, first }: Behavior<Drain>): string {
  const companies = new Set(entries.map(({ entry }) => entry.companyKey)).size;
  const usual =
    first.usual.cents > 0
      ? `the usual outflow of this account is ${formatDollars(first.usual.cents)} a week`
      : 'this account usually has no outflow';
  return (
    `${entries.length} debits to ${companies} first-time ${companies === 1 ? 'company' : 'companies'} ` +
    `(${listCompanyNames(entries)}), ${formatDollars(amountCents)} in all from ${entries[0]?.entry.day} to ` +
    `${entries.at(-1)?.entry.day}; ${usual}. Possible takeover of the account.`
  );
}

function figuresOf({ first, peak }: Behavior<Drain>, parameters: Parameters): EvidenceFigure[] {
  const { strength, usual, largestCents } = first;
  const figures = [
    countFigure({
      label: `Debits to first-time companies within ${parameters.windowDays} days`,
      value: first.count,
      threshold: fewestDebits(first.companies, parameters),
    }),
    moneyFigure({
      label: 'Sum of those debits',
      value: strength,
      threshold: dollarsToCents(parameters.minimumSum),
    }),
    moneyFigure({
      label: `The same against ${parameters.weeklyRatio} usual weeks`,
      value: strength,
      threshold: parameters.weeklyRatio * usual.cents,
    }),
    moneyFigure({
      label: `The same against ${parameters.largestRatio} times the largest debit before`,
      value: strength,
      comparison: '>',
      threshold: parameters.largestRatio * largestCents,
    }),
  ];
  if (peak.strength >= dollarsToCents(parameters.highRiskSum)) {
    const threshold = dollarsToCents(parameters.highRiskSum);
    figures.push(moneyFigure({ label: 'High risk: sum of a window', value: peak.strength, threshold }));
  } else if (isHigh(peak, parameters)) {
    figures.push(
      moneyFigure({
        label: `High risk: against ${parameters.highRiskWeeklyRatio} usual weeks`,
        value: peak.strength,
        threshold: parameters.highRiskWeeklyRatio * peak.usual.cents,
      }),
    );
  }
  return figures;
}

function baselineOf({ usual }: Drain): EvidenceBaseline {
  return moneyBaseline('Usual outflow of this account in a week', usual.cents, usual);
}

function wouldBeSilent(drain: Drain, parameters: Parameters): string[] {
  const fewer = fewestDebits(drain.companies, parameters) - 1;
  const byOne = drain.companies > 1 && drain.count < parameters.oneCompanyCount;
  return [
    `With ${fewer} such ${fewer === 1 ? 'debit' : 'debits'} within ${parameters.windowDays} days instead of ${drain.count}.`,
    ...(byOne ? ['With all of them by one company, as a deposit and the balance of an invoice are.'] : []),
    `With less than ${formatDollars(leastSum(drain, parameters))} together.`,
    'With companies that the account had paid more than 10 days before, or that many members use.',
    `On an account younger than ${parameters.minimumHistoryDays} days.`,
  ];
}

function factsOf(account: AccountHistory, drain: Behavior<Drain>, companies: CompanyTable): EvidenceFact[] {
  const first = drain.entries[0]?.entry.epochDay ?? drain.trigger.entry.epochDay;
  const last = drain.entries.at(-1)?.entry.epochDay ?? first;
  const transfers = elevatedTransfers(account, { firstDay: first, lastDay: last }).map(
    ({ entry }): EvidenceFact => ({
      label: 'Raised transfer by a company in use, on the same days',
      value: `${formatDollars(entry.amountCents)} by ${entry.company} on ${entry.day}`,
      unit: 'text',
    }),
  );
  return [...takeoverFacts(account, { beginsOn: first, companies }), ...transfers];
}
