import { dayFromEpoch } from '../../calendar/day.ts';
import { formatDollars } from '../../money/cents.ts';
import { companyStem, UNKNOWN_COMPANY_KEY } from '../company-key.ts';
import { figure, moneyBaseline, percentageChange } from '../finding-evidence.ts';
import { textFact } from '../finding-facts.ts';
import {
  type AccountHistory,
  ESTABLISHED_ENTRIES,
  ESTABLISHED_SPAN_DAYS,
  type PreparedEntry,
} from '../member-history.ts';
import { getOrAdd } from '../memoize.ts';
import { PastCompanyAmounts } from '../past-amounts.ts';
import type { BecParameters, SuspectPayment } from './bec-payments.ts';

/** Whether two texts differ by at most `most` single-letter edits. The cost is the length times 3 to the power of `most`. */
export function isWithinEdits(left: string, right: string, most: number): boolean {
  if (Math.abs(left.length - right.length) > most) return false;
  let equal = 0;
  while (equal < left.length && left[equal] === right[equal]) equal += 1;
  const [rest, otherRest] = [left.slice(equal), right.slice(equal)];
  if (rest === '' || otherRest === '') return rest.length + otherRest.length <= most;
  return (
    most > 0 &&
    (isWithinEdits(rest.slice(1), otherRest.slice(1), most - 1) ||
      isWithinEdits(rest.slice(1), otherRest, most - 1) ||
      isWithinEdits(rest, otherRest.slice(1), most - 1))
  );
}

const MAX_EDITS = 2;
/** Number of letters in a name per allowed edit: "OPAL" and "OPEN" are different words, not a typo. */
const LETTERS_PER_EDIT = 4;
/** After two edits, at least one of three pieces of a name is unchanged. */
const PIECES = 3;
/** Limits the number of comparisons on an account with many companies. */
const MAX_NAMES_WITH_ONE_PIECE = 20;

/**
 * Names indexed by length and three pieces, so the cost of a lookup does not depend on the number of names (PASS-JOIN, Li et al., VLDB
 * 2011).
 */
export class LookAlikeNames {
  readonly #byPiece = new Map<string, string[]>();
  readonly #byStem = new Map<string, string[]>();

  add(key: string): void {
    for (const { piece, from, to } of piecesOf(key.length))
      appendToList(this.#byPiece, `${key.length} ${piece} ${key.slice(from, to)}`, key);
    const stem = companyStem(key);
    if (stem.includes(' ')) appendToList(this.#byStem, stem, key);
  }

  /** Similar names, excluding the key itself. Names that begin with the same words come first. */
  resembling(key: string): string[] {
    const found = new Set(this.#byStem.get(companyStem(key)));
    for (const other of this.#withAnEqualPiece(key)) {
      const letters = Math.min(key.length, other.length);
      const most = Math.min(MAX_EDITS, Math.floor(letters / LETTERS_PER_EDIT));
      if (!found.has(other) && isWithinEdits(key, other, most)) found.add(other);
    }
    const letters = withoutNumbers(key);
    // Names that differ only in numbers are branches or batches of one company.
    return [...found].filter((other) => other !== key && withoutNumbers(other) !== letters);
  }

  #withAnEqualPiece(key: string): Set<string> {
    const found = new Set<string>();
    for (let length = key.length - MAX_EDITS; length <= key.length + MAX_EDITS; length += 1) {
      for (const { piece, from, to } of piecesOf(length)) {
        for (let shift = -MAX_EDITS; shift <= MAX_EDITS; shift += 1) {
          if (from + shift < 0 || to + shift > key.length || to <= from) continue;
          const text = key.slice(from + shift, to + shift);
          for (const other of this.#byPiece.get(`${length} ${piece} ${text}`) ?? []) found.add(other);
        }
      }
    }
    return found;
  }
}

function piecesOf(length: number): { piece: number; from: number; to: number }[] {
  const borderAt = (piece: number) => Math.floor((length * piece) / PIECES);
  return Array.from({ length: PIECES }, (_, piece) => {
    return { piece, from: borderAt(piece), to: borderAt(piece + 1) };
  });
}

function appendToList(lists: Map<string, string[]>, under: string, key: string): void {
  const list = lists.get(under);
  if (list === undefined) lists.set(under, [key]);
  else if (list.length < MAX_NAMES_WITH_ONE_PIECE) list.push(key);
}

const withoutNumbers = (key: string): string => key.replaceAll(/\S*\d\S* ?/g, '').trimEnd();

const PAYMENTS_OF_THE_MEDIAN = 24;

interface PastCompany {
  company: string;
  amounts: PastCompanyAmounts;
  entries: number;
  isListed: boolean;
}

/** Candidates under a name that resembles an established company's, with amounts above its usual amount. */
export function lookAlikePayments(
  account: AccountHistory,
  candidates: ReadonlySet<PreparedEntry>,
  parameters: BecParameters,
): SuspectPayment[] {
  if (candidates.size === 0) return [];
  const pasts = new Map<string, PastCompany>();
  const names = new LookAlikeNames();
  return account.entries.flatMap((prepared) => {
    const { company, companyKey, epochDay, amountCents } = prepared.entry;
    if (prepared.isReturn || companyKey === UNKNOWN_COMPANY_KEY) return [];
    const own = getOrAdd(pasts, companyKey, () => ({
      company,
      amounts: new PastCompanyAmounts(epochDay),
      entries: 0,
      isListed: false,
    }));
    own.amounts.turnTo(epochDay);
    own.amounts.add(amountCents);
    own.entries += 1;
    const isEstablished =
      own.entries >= ESTABLISHED_ENTRIES && epochDay - own.amounts.firstDay >= ESTABLISHED_SPAN_DAYS;
    if (!own.isListed && isEstablished) {
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

function compareWithResembled(
  payment: PreparedEntry,
  { company, amounts }: PastCompany,
  { lookAlikeMinimum, lookAlikeRatio }: BecParameters,
): SuspectPayment | null {
  const { epochDay, amountCents } = payment.entry;
  amounts.turnTo(epochDay);
  const { firstDay } = amounts;
  const { count: earlier, lastDay } = amounts.past;
  if (earlier < ESTABLISHED_ENTRIES || lastDay - firstDay < ESTABLISHED_SPAN_DAYS) return null;
  const medianCents = amounts.medianCents(PAYMENTS_OF_THE_MEDIAN);
  if (medianCents === null || amountCents < lookAlikeRatio * medianCents) return null;
  const least = Math.ceil(Math.max(lookAlikeMinimum, lookAlikeRatio * medianCents));
  return {
    kind: 'lookAlike',
    payment,
    completedOn: epochDay,
    riskLevel: 'high',
    outgoing: null,
    details: () => ({
      signs:
        `a company new to this account whose name resembles ${company}. The ${earlier} earlier payments to or from ` +
        `${company} had a median of ${formatDollars(Math.round(medianCents))}. Possible payment under a look-alike name.`,
      figures: [
        figure.money([amountCents, '>=', lookAlikeMinimum], 'Payment'),
        figure.ratio(
          [amountCents / medianCents, '>=', lookAlikeRatio],
          `Payment compared with the median for ${company}`,
        ),
        figure.count([earlier, '>=', ESTABLISHED_ENTRIES], `Earlier payments to or from ${company}`),
      ],
      facts: [
        textFact('Resembles', company),
        { label: 'First payment to or from that company', value: dayFromEpoch(firstDay), unit: 'day' },
        { label: 'Last payment to or from that company', value: dayFromEpoch(lastDay), unit: 'day' },
      ],
      wouldBeSilent: [
        `An amount below ${formatDollars(least)}.`,
        `A name that does not resemble ${company}.`,
        'An entry from the company more than 10 days earlier.',
        'A company that many members use.',
      ],
      percentageChange: percentageChange(amountCents, medianCents),
      baseline: moneyBaseline(`Median of the last payments to or from ${company}`, {
        cents: medianCents,
        firstDay,
        lastDay,
      }),
    }),
  };
}
