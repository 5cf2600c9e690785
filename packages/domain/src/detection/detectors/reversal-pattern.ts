import type { EvidenceFact, EvidenceFigure } from '@clearwatch/contracts/alerts';
import { bankingDaysBetween } from '../../calendar/banking-days.ts';
import { entryMeaningOf } from '../../companies/counterparty.ts';
import { isLender } from '../../companies/entry-purposes.ts';
import { type Cents, dollarsToCents, formatDollars } from '../../money/cents.ts';
import { type EntryPair, partOfPair, type RepeatedPairs, repeatedPairs } from '../behaviors.ts';
import type { CompanyTable } from '../company-table.ts';
import { defineDetector, type ParametersOf } from '../define-detector.ts';
import { count, days, deduplicationWindow, fixedAmount } from '../detector.ts';
import { normalizedTextOf } from '../entry-meaning.ts';
import { countFigure } from '../finding-evidence.ts';
import { listCompanyNames } from '../finding-facts.ts';
import { type AccountHistory, type PreparedEntry, sumOfEntries } from '../member-history.ts';
import { isMoneyIn } from '../pass-through.ts';

/** Entries of one amount and direction that wait, oldest first. */
interface OpenAmount {
  entries: PreparedEntry[];
  next: number;
}

/**
 * Entries of one company that wait for one of the same amount in the opposite direction, while entries arrive in order.
 * Those that waited too long are let go, so that no more are kept than the last days brought.
 */
class OpenEntries {
  readonly #byAmount = new Map<Cents, OpenAmount>();
  #opened: PreparedEntry[] = [];
  #oldest = 0;

  /** The oldest opposite entry of the amount within so many days, which then waits no longer; else the entry waits. */
  meet(prepared: PreparedEntry, days: number): PreparedEntry | undefined {
    const { amountCents, epochDay, transactionType } = prepared.entry;
    this.#letGo(epochDay - days);
    const waiting = this.#byAmount.get(amountCents);
    const opening = waiting?.entries[waiting.next];
    if (waiting !== undefined && opening !== undefined && opening.entry.transactionType !== transactionType) {
      this.#take(amountCents, waiting);
      return opening;
    }
    if (waiting === undefined) this.#byAmount.set(amountCents, { entries: [prepared], next: 0 });
    else waiting.entries.push(prepared);
    this.#opened.push(prepared);
    return undefined;
  }

  #letGo(firstDay: number): void {
    for (
      let oldest = this.#opened[this.#oldest];
      oldest !== undefined && oldest.entry.epochDay < firstDay;
      oldest = this.#opened[this.#oldest]
    ) {
      const waiting = this.#byAmount.get(oldest.entry.amountCents);
      if (waiting?.entries[waiting.next] === oldest) this.#take(oldest.entry.amountCents, waiting);
      this.#oldest += 1;
    }
    if (this.#oldest * 2 > this.#opened.length) {
      this.#opened = this.#opened.slice(this.#oldest);
      this.#oldest = 0;
    }
  }

  #take(amountCents: Cents, waiting: OpenAmount): void {
    waiting.next += 1;
    if (waiting.next === waiting.entries.length) this.#byAmount.delete(amountCents);
  }
}

const CREDITED = 1;
const DEBITED = 2;

const REFUND_WORDS = /\b(?:REFUNDS?|RFND|CREDIT MEMO|RTN|RETURNS?|CASH ?BACK|REBATE)\b/;
/** Wages and cash advanced until payday come and go in the same amount; that is the product, and a lender's. */
const ADVANCE_WORDS = /\b(?:ADV|ADVANCES?|LOANS?|DAILYPAY|PAYACTIV)\b/;

export interface ReversalLimits {
  minimumCents: Cents;
  /** Days between the two entries, at most. */
  days: number;
}

/**
 * Pairs of entries of the same company and amount in opposite directions within days, in the order in which they were
 * completed: paid and taken back, or taken and paid back. Returns have their own rules and take no part.
 *
 * With the word REVERSAL a pair always counts. Without it these are ordinary and do not: wallets and transfers, where the
 * company stands for many people; a debit that a company known here pays back, or anybody as a refund; wages and cash
 * advanced until payday.
 */
export function reversalPairs(
  account: AccountHistory,
  companies: CompanyTable,
  limits: ReversalLimits,
): EntryPair[] {
  const open = companiesInBothDirections(account, limits);
  if (open.size === 0) return [];
  const pairs: EntryPair[] = [];
  for (const closing of account.entries) {
    const opening = isCandidate(closing, limits.minimumCents)
      ? open.get(closing.entry.companyKey)?.meet(closing, limits.days)
      : undefined;
    if (opening === undefined) continue;
    const pair = { opening, closing };
    if (isMeaningfulPair(pair, companies)) pairs.push(pair);
  }
  return pairs;
}

/** Each company that has both paid and drawn on the account, with nothing open yet. */
function companiesInBothDirections(
  { entries }: AccountHistory,
  { minimumCents }: ReversalLimits,
): Map<string, OpenEntries> {
  const ways = new Map<string, number>();
  const found = new Map<string, OpenEntries>();
  for (const prepared of entries) {
    if (!isCandidate(prepared, minimumCents)) continue;
    const { companyKey, transactionType } = prepared.entry;
    const before = ways.get(companyKey) ?? 0;
    const now = before | (transactionType === 'Credit' ? CREDITED : DEBITED);
    if (now === before) continue;
    ways.set(companyKey, now);
    if (now === (CREDITED | DEBITED)) found.set(companyKey, new OpenEntries());
  }
  return found;
}

function isCandidate({ entry, isReturn, isMicro }: PreparedEntry, minimumCents: Cents): boolean {
  return entry.amountCents >= minimumCents && !isReturn && !isMicro;
}

function isMeaningfulPair({ opening, closing }: EntryPair, companies: CompanyTable): boolean {
  if (opening.isReversal || closing.isReversal) return true;
  if (opening.isMovable || closing.isMovable) return false;
  const credit = opening.entry.transactionType === 'Credit' ? opening : closing;
  const words = normalizedTextOf(credit.entry);
  if (REFUND_WORDS.test(words) || ADVANCE_WORDS.test(words)) return false;
  if (isLender(entryMeaningOf(credit.entry).kind)) return false;
  // Within a day nobody knows what came first.
  const mayBeRefund = credit === closing || opening.entry.epochDay === closing.entry.epochDay;
  return !mayBeRefund || !companies.isKnown(credit.entry.companyKey);
}

const MAX_PAIRS_LISTED = 12;

const RULE = {
  activityType: 'reversal_pattern',
  category: 'Kiting & Manipulation',
  ruleVersion: 2,
  sources: [
    'Nacha Operating Rules, reversing entries: the word REVERSAL, same company, SEC code and amount, within 5 banking days after the settlement of the entry in error',
    'Nacha Operating Rules, improper reversals (2021): a reversal for any other reason than an error is improper',
    'Tazama rules 006, 008 and 021 (similar amounts)',
  ],
  parameters: [
    fixedAmount('minimum', [1, 1, 1000], 'least amount: below are account validations'),
    days('pairDays', [1, 9, 30], 'days from an entry to its opposite'),
    count('pairs', [2, 3, 50], 'pairs'),
    days('windowDays', [14, 60, 180], 'days in which they are completed'),
    count('highRiskPairs', [2, 4, 100], 'pairs in a window for high risk'),
    // Set by the Nacha rules, not by the institution.
    days('reversalBankingDays', [5, 5, 5], 'banking days in which one may reverse'),
    deduplicationWindow(45),
  ],
} as const;

type Parameters = ParametersOf<typeof RULE>;

/**
 * Paid and taken back, or taken and paid back, again and again: the same amount of the same company in opposite directions
 * within days, three times in two months, with or without the word REVERSAL. One reversal corrects an error and so do the
 * many of an employer who sent a file twice, one on each account. A reversal later than the five banking days that Nacha
 * allows makes the risk a step higher. Compares with no normal, so it speaks from the ledger's first day on.
 */
export const reversalPattern = defineDetector(RULE, ({ history, context, parameters, finding }) => {
  const limits = { minimumCents: dollarsToCents(parameters.minimum), days: parameters.pairDays };
  return history.accounts
    .flatMap((account) =>
      repeatedPairs(reversalPairs(account, context.companies, limits), {
        minimum: parameters.pairs,
        days: parameters.windowDays,
        coolDays: parameters.coolDays,
      }),
    )
    .map((found) => {
      const isMany = found.peak.strength >= parameters.highRiskPairs;
      const late = lateReversals(found.pairs, parameters);
      return finding({
        behaviour: found,
        // Each pair is one amount, not two.
        counts: isMoneyIn,
        riskLevel: isMany || late.length > 0 ? 'high' : 'medium',
        percentageChange: null,
        description: describe(found, late.length),
        figures: figuresOf(found, parameters),
        baseline: null,
        wouldBeSilent: wouldBeSilent(found, parameters),
        facts: factsOf(found.pairs, late),
        partOf: partOfPair(found.pairs),
      });
    });
});

function lateReversals(pairs: readonly EntryPair[], { reversalBankingDays }: Parameters): EntryPair[] {
  return pairs.filter((pair) => pair.closing.isReversal && bankingDaysOf(pair) > reversalBankingDays);
}

function bankingDaysOf({ opening, closing }: EntryPair): number {
  return bankingDaysBetween(opening.entry.day, closing.entry.day);
}

function describe({ pairs, entries }: RepeatedPairs, late: number): string {
  const named = pairs.filter(isNamed).length;
  return (
    `${pairs.length} times the same amount of the same company in both directions within days, ` +
    `${formatDollars(sumOf(pairs))} from ${entries[0]?.entry.day} to ${entries.at(-1)?.entry.day}, by ` +
    `${listCompanyNames(entries)}; ${named === 0 ? 'none' : named} of them named as a reversal` +
    `${late === 0 ? '' : `, ${late} later than five banking days`}. Possible misuse of reversals.`
  );
}

function figuresOf({ first, peak, pairs }: RepeatedPairs, parameters: Parameters): EvidenceFigure[] {
  const { windowDays, pairDays, highRiskPairs } = parameters;
  const figures = [
    countFigure({
      label: `Pairs completed within ${windowDays} days`,
      value: first.strength,
      threshold: parameters.pairs,
    }),
    countFigure({
      label: 'Most days between the entries of a pair',
      value: Math.max(
        ...pairs.map(({ opening, closing }) => closing.entry.epochDay - opening.entry.epochDay),
      ),
      comparison: '<=',
      threshold: pairDays,
    }),
  ];
  const latest = Math.max(...lateReversals(pairs, parameters).map(bankingDaysOf), 0);
  if (latest > 0) {
    figures.push(
      countFigure({
        label: 'High risk: banking days until the latest reversal',
        value: latest,
        comparison: '>',
        threshold: parameters.reversalBankingDays,
      }),
    );
  }
  if (peak.strength < highRiskPairs) return figures;
  const label = `High risk: pairs in the busiest ${windowDays} days`;
  return [...figures, countFigure({ label, value: peak.strength, threshold: highRiskPairs })];
}

function factsOf(pairs: readonly EntryPair[], late: readonly EntryPair[]): EvidenceFact[] {
  return [
    { label: 'Pairs named as a reversal', value: String(pairs.filter(isNamed).length), unit: 'count' },
    { label: 'Reversals later than five banking days', value: String(late.length), unit: 'count' },
    ...pairs.slice(0, MAX_PAIRS_LISTED).map(
      (pair, index): EvidenceFact => ({
        label: `Pair ${index + 1}`,
        value: describePair(pair),
        unit: 'text',
      }),
    ),
  ];
}

function describePair(pair: EntryPair): string {
  const { entry } = pair.opening;
  const [first, then] = isMoneyIn(pair.opening) ? ['paid', 'taken back'] : ['taken', 'paid back'];
  return (
    `${formatDollars(entry.amountCents)} ${first} by ${entry.company} on ${entry.day} and ${then} on ` +
    `${pair.closing.entry.day}, after ${bankingDaysOf(pair)} banking days`
  );
}

function wouldBeSilent({ first, pairs }: RepeatedPairs, parameters: Parameters): string[] {
  const { windowDays, pairDays } = parameters;
  const fewer = parameters.pairs - 1;
  return [
    `With ${fewer} such pairs within ${windowDays} days instead of ${first.strength}.`,
    `With more than ${pairDays} days between the entries in all but ${fewer} of the ${pairs.length} pairs.`,
    `With different amounts in all but ${fewer} of them.`,
  ];
}

function isNamed({ opening, closing }: EntryPair): boolean {
  return opening.isReversal || closing.isReversal;
}

function sumOf(pairs: readonly EntryPair[]): Cents {
  return sumOfEntries(pairs.map(({ opening }) => opening));
}
