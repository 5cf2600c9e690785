import type { Cents } from '../../money/cents.ts';
import type { CompanyTable } from '../companies.ts';
import type { AccountHistory } from './account-history.ts';
import { entryOrder } from './entry-order.ts';
import type { EntryPair } from './entry-pairs.ts';
import type { PreparedEntry } from './prepared-entry.ts';
import { wordsOf } from './words-of.ts';

const CREDITED = 1;
const DEBITED = 2;

const REFUND_WORDS = /\b(?:REFUNDS?|RFND|CREDIT MEMO|RTN|RETURNS?|CASH ?BACK|REBATE)\b/;
/** Wages and cash advanced until payday come and go in the same amount; that is the product. */
const ADVANCE_WORDS =
  /\b(?:ADV|ADVANCES?|LOANS?|EARNIN|ACTIVEHOURS|DAVE|BRIGIT|FLOATME|KLOVER|DAILYPAY|PAYACTIV|MONEYLION|EMPOWER)\b/;

export interface TakenBackLimits {
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
export function takenBack(
  account: AccountHistory,
  companies: CompanyTable,
  limits: TakenBackLimits,
): EntryPair[] {
  return [...entriesOfBothWays(account, limits).values()]
    .flatMap((entries) => pairsAmong(entries, limits.days))
    .filter((pair) => isTelling(pair, companies))
    .toSorted((left, right) => entryOrder(left.closing.entry, right.closing.entry));
}

/** The entries of each company that has both paid and drawn on the account. */
function entriesOfBothWays(
  { entries }: AccountHistory,
  { minimumCents }: TakenBackLimits,
): Map<string, PreparedEntry[]> {
  const ways = new Map<string, number>();
  const found = new Map<string, PreparedEntry[]>();
  let isAny = false;
  for (const prepared of entries) {
    if (!takesPart(prepared, minimumCents)) continue;
    const { companyKey, transactionType } = prepared.entry;
    const before = ways.get(companyKey) ?? 0;
    const now = before | (transactionType === 'Credit' ? CREDITED : DEBITED);
    if (now === before) continue;
    ways.set(companyKey, now);
    isAny ||= now === (CREDITED | DEBITED);
  }
  if (!isAny) return found;
  for (const prepared of entries) {
    const { companyKey } = prepared.entry;
    if (ways.get(companyKey) !== (CREDITED | DEBITED) || !takesPart(prepared, minimumCents)) continue;
    const own = found.get(companyKey);
    if (own === undefined) found.set(companyKey, [prepared]);
    else own.push(prepared);
  }
  return found;
}

function takesPart({ entry, isReturn, isMicro }: PreparedEntry, minimumCents: Cents): boolean {
  return entry.amountCents >= minimumCents && !isReturn && !isMicro;
}

/** Each entry with the oldest opposite one of its amount that is still near enough. */
function pairsAmong(entries: readonly PreparedEntry[], days: number): EntryPair[] {
  const pairs: EntryPair[] = [];
  // The sort is stable: entries of one amount stay in the order of their days.
  const byAmount = entries.toSorted((left, right) => left.entry.amountCents - right.entry.amountCents);
  let open: PreparedEntry[] = [];
  let next = 0;
  for (const prepared of byAmount) {
    const oldest = open[next];
    if (oldest !== undefined && oldest.entry.amountCents !== prepared.entry.amountCents) {
      open = [];
      next = 0;
    }
    while ((open[next]?.entry.epochDay ?? Infinity) < prepared.entry.epochDay - days) next += 1;
    const opening = open[next];
    if (opening !== undefined && opening.entry.transactionType !== prepared.entry.transactionType) {
      pairs.push({ opening, closing: prepared });
      next += 1;
    } else {
      open.push(prepared);
    }
  }
  return pairs;
}

function isTelling({ opening, closing }: EntryPair, companies: CompanyTable): boolean {
  if (opening.isReversal || closing.isReversal) return true;
  if (opening.isMovable || closing.isMovable) return false;
  const credit = opening.entry.transactionType === 'Credit' ? opening : closing;
  const words = wordsOf(credit.entry);
  if (REFUND_WORDS.test(words) || ADVANCE_WORDS.test(words)) return false;
  // Within a day nobody knows what came first.
  const mayBeRefund = credit === closing || opening.entry.epochDay === closing.entry.epochDay;
  return !mayBeRefund || !companies.isKnown(credit.entry.companyKey);
}
