import { isLender, meaningOf } from '../../companies/counterparty.ts';
import type { Cents } from '../../money/cents.ts';
import type { CompanyTable } from '../companies.ts';
import type { AccountHistory } from './account-history.ts';
import type { EntryPair } from './entry-pairs.ts';
import { OpenEntries } from './open-entries.ts';
import type { PreparedEntry } from './prepared-entry.ts';
import { wordsOf } from './words-of.ts';

const CREDITED = 1;
const DEBITED = 2;

const REFUND_WORDS = /\b(?:REFUNDS?|RFND|CREDIT MEMO|RTN|RETURNS?|CASH ?BACK|REBATE)\b/;
/** Wages and cash advanced until payday come and go in the same amount; that is the product, and a lender's. */
const ADVANCE_WORDS = /\b(?:ADV|ADVANCES?|LOANS?|DAILYPAY|PAYACTIV)\b/;

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
  const open = companiesOfBothWays(account, limits);
  if (open.size === 0) return [];
  const pairs: EntryPair[] = [];
  for (const closing of account.entries) {
    const opening = takesPart(closing, limits.minimumCents)
      ? open.get(closing.entry.companyKey)?.meet(closing, limits.days)
      : undefined;
    if (opening === undefined) continue;
    const pair = { opening, closing };
    if (isTelling(pair, companies)) pairs.push(pair);
  }
  return pairs;
}

/** Each company that has both paid and drawn on the account, with nothing open yet. */
function companiesOfBothWays(
  { entries }: AccountHistory,
  { minimumCents }: TakenBackLimits,
): Map<string, OpenEntries> {
  const ways = new Map<string, number>();
  const found = new Map<string, OpenEntries>();
  for (const prepared of entries) {
    if (!takesPart(prepared, minimumCents)) continue;
    const { companyKey, transactionType } = prepared.entry;
    const before = ways.get(companyKey) ?? 0;
    const now = before | (transactionType === 'Credit' ? CREDITED : DEBITED);
    if (now === before) continue;
    ways.set(companyKey, now);
    if (now === (CREDITED | DEBITED)) found.set(companyKey, new OpenEntries());
  }
  return found;
}

function takesPart({ entry, isReturn, isMicro }: PreparedEntry, minimumCents: Cents): boolean {
  return entry.amountCents >= minimumCents && !isReturn && !isMicro;
}

function isTelling({ opening, closing }: EntryPair, companies: CompanyTable): boolean {
  if (opening.isReversal || closing.isReversal) return true;
  if (opening.isMovable || closing.isMovable) return false;
  const credit = opening.entry.transactionType === 'Credit' ? opening : closing;
  const words = wordsOf(credit.entry);
  if (REFUND_WORDS.test(words) || ADVANCE_WORDS.test(words)) return false;
  if (isLender(meaningOf(credit.entry).kind)) return false;
  // Within a day nobody knows what came first.
  const mayBeRefund = credit === closing || opening.entry.epochDay === closing.entry.epochDay;
  return !mayBeRefund || !companies.isKnown(credit.entry.companyKey);
}
