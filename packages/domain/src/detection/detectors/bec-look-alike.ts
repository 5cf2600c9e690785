import { dayFromEpoch } from '../../calendar/day.ts';
import { type Cents, dollarsToCents, formatDollars } from '../../money/cents.ts';
import { companyStem, UNKNOWN_COMPANY_KEY } from '../company-key.ts';
import {
  countFigure,
  moneyBaseline,
  moneyFigure,
  percentageChange,
  ratioFigure,
} from '../finding-evidence.ts';
import {
  type AccountHistory,
  ESTABLISHED_ENTRIES,
  ESTABLISHED_SPAN_DAYS,
  type PreparedEntry,
} from '../member-history.ts';
import { PastCompanyAmounts } from '../past-amounts.ts';
import {
  type BecParameters,
  isCorporateClass,
  type SuspectPayment,
  type SuspectPaymentDetails,
} from './bec-payments.ts';

/**
 * Whether two texts are at most so many insertions, deletions and replacements of a letter apart. Meant for one or two:
 * what is equal is passed over, and each difference is tried in three ways, so the cost is the length times 3 to the
 * power of the distance, and nothing is allocated.
 */
export function isWithinEdits(left: string, right: string, most: number): boolean {
  return isWithin({ left, right }, 0, 0, most);
}

function isWithin(
  texts: { left: string; right: string },
  from: number,
  other: number,
  most: number,
): boolean {
  const { left, right } = texts;
  if (Math.abs(left.length - from - (right.length - other)) > most) return false;
  let skipped = 0;
  while (
    from + skipped < left.length &&
    other + skipped < right.length &&
    left[from + skipped] === right[other + skipped]
  ) {
    skipped += 1;
  }
  const [at, otherAt] = [from + skipped, other + skipped];
  if (at === left.length || otherAt === right.length)
    return left.length - at + (right.length - otherAt) <= most;
  return (
    most > 0 &&
    (isWithin(texts, at + 1, otherAt + 1, most - 1) ||
      isWithin(texts, at + 1, otherAt, most - 1) ||
      isWithin(texts, at, otherAt + 1, most - 1))
  );
}

const MAX_EDITS = 2;
/** A name allows one edit for so many letters: "OPAL" and "OPEN" are different words, not a slip. */
const LETTERS_PER_EDIT = 4;
/** Two edits leave at least one of three pieces of a name as it was. */
const PIECES = 3;
/** A piece that so many names share finds nobody; more are not kept, or a hot account would compare all with all. */
const MAX_NAMES_WITH_ONE_PIECE = 20;

/**
 * Company keys that one could be mistaken for: the same first two telling words, or at most two edits apart. Names that
 * differ in numbers alone are branches and batches of one company, not look-alikes.
 *
 * Names are kept by length and by their three pieces, so that asking costs the same however many there are (the idea of
 * PASS-JOIN, Li et al., VLDB 2011).
 */
export class LookAlikeNames {
  readonly #byPiece = new Map<string, string[]>();
  readonly #byStem = new Map<string, string[]>();

  add(key: string): void {
    for (let piece = 0; piece < PIECES; piece += 1) {
      const { from, to } = pieceOf(key.length, piece);
      appendToList(this.#byPiece, pieceKey(key.length, piece, key.slice(from, to)), key);
    }
    const stem = companyStem(key);
    if (stem.includes(' ')) appendToList(this.#byStem, stem, key);
  }

  /** In the order in which they were added to each of the ways to find them; never the key itself. */
  resembling(key: string): string[] {
    const found = new Set(this.#byStem.get(companyStem(key)));
    for (const other of this.#withAnEqualPiece(key)) {
      const letters = Math.min(key.length, other.length);
      const most = Math.min(MAX_EDITS, Math.floor(letters / LETTERS_PER_EDIT));
      if (!found.has(other) && isWithinEdits(key, other, most)) found.add(other);
    }
    const letters = withoutNumbers(key);
    return [...found].filter((other) => other !== key && withoutNumbers(other) !== letters);
  }

  #withAnEqualPiece(key: string): Set<string> {
    const found = new Set<string>();
    for (let length = key.length - MAX_EDITS; length <= key.length + MAX_EDITS; length += 1) {
      for (let piece = 0; piece < PIECES; piece += 1) {
        const { from, to } = pieceOf(length, piece);
        for (let shift = -MAX_EDITS; shift <= MAX_EDITS; shift += 1) {
          if (from + shift < 0 || to + shift > key.length || to <= from) continue;
          const text = key.slice(from + shift, to + shift);
          for (const other of this.#byPiece.get(pieceKey(length, piece, text)) ?? []) found.add(other);
        }
      }
    }
    return found;
  }
}

function pieceOf(length: number, piece: number): { from: number; to: number } {
  return {
    from: Math.floor((length * piece) / PIECES),
    to: Math.floor((length * (piece + 1)) / PIECES),
  };
}

function pieceKey(length: number, piece: number, text: string): string {
  return `${length} ${piece} ${text}`;
}

function appendToList(lists: Map<string, string[]>, under: string, key: string): void {
  const list = lists.get(under);
  if (list === undefined) lists.set(under, [key]);
  else if (list.length < MAX_NAMES_WITH_ONE_PIECE) list.push(key);
}

function withoutNumbers(key: string): string {
  return key
    .split(' ')
    .filter((word) => !/\d/.test(word))
    .join(' ');
}

/** A company is known by its last payments; more of them would cost and say nothing else. */
const PAYMENTS_OF_THE_MEDIAN = 24;

/** Whether a payment could be one, before anything costly is looked at. */
export function mayBeLookAlike(
  { entry, isExempt }: PreparedEntry,
  { lookAlikeMinimum }: BecParameters,
): boolean {
  return isCorporateClass(entry) && entry.amountCents >= dollarsToCents(lookAlikeMinimum) && !isExempt;
}

/**
 * Corporate payments, in either direction, of a company that is new to the account and could be mistaken for one it has
 * dealt with for long, larger than that one's usual. Companies that the institution knows are who they say they are; the
 * caller leaves them out.
 *
 * @param candidates payments that `mayBeLookAlike`, in the order of the account
 */
export function lookAlikePayments(
  account: AccountHistory,
  candidates: ReadonlySet<PreparedEntry>,
  parameters: BecParameters,
): SuspectPayment[] {
  if (candidates.size === 0) return [];
  const pasts = new Map<
    string,
    { company: string; past: PastCompanyAmounts; entries: number; isListed: boolean }
  >();
  const names = new LookAlikeNames();
  return account.entries.flatMap((prepared) => {
    const { company, companyKey, epochDay, amountCents } = prepared.entry;
    if (prepared.isReturn || companyKey === UNKNOWN_COMPANY_KEY) return [];
    let own = pasts.get(companyKey);
    if (own === undefined) {
      own = { company, past: new PastCompanyAmounts(epochDay), entries: 0, isListed: false };
      pasts.set(companyKey, own);
    }
    own.past.turnTo(epochDay);
    own.past.add(amountCents);
    own.entries += 1;
    if (
      !own.isListed &&
      own.entries >= ESTABLISHED_ENTRIES &&
      epochDay - own.past.firstDay >= ESTABLISHED_SPAN_DAYS
    ) {
      own.isListed = true;
      names.add(companyKey);
    }
    if (!candidates.has(prepared)) return [];
    for (const key of names.resembling(companyKey)) {
      const other = pasts.get(key);
      const found = other === undefined ? null : compareWithResembled(prepared, other, parameters);
      if (found !== null) return [found];
    }
    return [];
  });
}

/** The company that the payment's name resembles, as it was on that day. */
interface ResembledCompany {
  company: string;
  medianCents: Cents;
  earlier: number;
  /** Days since 1970-01-01. */
  firstDay: number;
  lastDay: number;
}

function compareWithResembled(
  payment: PreparedEntry,
  { company, past }: { company: string; past: PastCompanyAmounts },
  parameters: BecParameters,
): SuspectPayment | null {
  const { epochDay, amountCents } = payment.entry;
  past.turnTo(epochDay);
  const { count: earlier, firstDay, lastDay } = past;
  if (earlier < ESTABLISHED_ENTRIES || lastDay - firstDay < ESTABLISHED_SPAN_DAYS) return null;
  const medianCents = past.recentMedianCents(PAYMENTS_OF_THE_MEDIAN);
  if (medianCents === null || amountCents < parameters.lookAlikeRatio * medianCents) return null;
  return {
    kind: 'lookAlike',
    payment,
    completedOn: epochDay,
    riskLevel: 'high',
    gone: null,
    statement: () =>
      lookAlikeDetails(amountCents, { company, medianCents, earlier, firstDay, lastDay }, parameters),
  };
}

function lookAlikeDetails(
  amountCents: Cents,
  { company, medianCents, earlier, firstDay, lastDay }: ResembledCompany,
  { lookAlikeMinimum, lookAlikeRatio }: BecParameters,
): SuspectPaymentDetails {
  const least = Math.ceil(Math.max(dollarsToCents(lookAlikeMinimum), lookAlikeRatio * medianCents));
  return {
    signs:
      `the first under that name, which resembles ${company}, whose ${earlier} earlier payments had a median of ` +
      `${formatDollars(Math.round(medianCents))}. Possible payment under a look-alike name.`,
    figures: [
      moneyFigure({ label: 'Payment', value: amountCents, threshold: dollarsToCents(lookAlikeMinimum) }),
      ratioFigure({
        label: `Payment against the median of ${company}`,
        value: amountCents / medianCents,
        threshold: lookAlikeRatio,
      }),
      countFigure({
        label: `Earlier payments of ${company}`,
        value: earlier,
        threshold: ESTABLISHED_ENTRIES,
      }),
    ],
    facts: [
      { label: 'Resembles', value: company, unit: 'text' },
      { label: 'First payment of that company', value: dayFromEpoch(firstDay), unit: 'day' },
      { label: 'Last payment of that company', value: dayFromEpoch(lastDay), unit: 'day' },
    ],
    wouldBeSilent: [
      `With an amount below ${formatDollars(least)}.`,
      `With a name that could not be mistaken for ${company}.`,
      'With an entry of the company more than 10 days before.',
      'With a company that enough other members use to be known.',
    ],
    percentageChange: percentageChange(amountCents, medianCents),
    baseline: moneyBaseline(`Median of the last payments of ${company}`, medianCents, { firstDay, lastDay }),
  };
}
