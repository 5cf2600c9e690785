import { counterpartyOf, type EntryMeaning, meaningOf } from '../../companies/counterparty.ts';
import type { CounterpartyKind } from '../../companies/counterparty-table.ts';
import { type EntryPurpose, PURPOSE_WORDS } from '../../companies/purpose-table.ts';
import type { Entry } from '../entry.ts';

/** Questions that rules ask of an entry, each a set of kinds and purposes of the one table of counterparties. */

type Told = Pick<Entry, 'company' | 'entryDescription' | 'transactionType'>;

const REACHLESS: ReadonlySet<CounterpartyKind> = new Set(['payment_app', 'remittance', 'crypto']);
/** What an app or exchange pays out or collects without moving money: wages of its staff, takings of a shop, a loan. */
const SETTLED: ReadonlySet<EntryPurpose> = new Set([
  'wages',
  'merchant_settlement',
  'loan_payment',
  'loan_proceeds',
  'card_payment',
]);

/** Whether an entry of such a meaning is P2P, wallet, crypto or transfer: money that leaves the member's reach. */
export function isMovable({ kind, purpose, saysTransfer }: EntryMeaning): boolean {
  if (purpose === 'transfer' || (kind === 'broker' && saysTransfer)) return true;
  return REACHLESS.has(kind) && !SETTLED.has(purpose);
}

/**
 * Whether an entry moves money between accounts: what is movable, and what banks and brokers send and collect, unless it says
 * that it is something else.
 */
export function isTransferType({ entry, isMovable: moves }: { entry: Told; isMovable: boolean }): boolean {
  if (moves || meaningOf(entry).purpose === 'transfer') return true;
  const { kind } = counterpartyOf(entry.company);
  if (kind !== 'bank' && kind !== 'broker') return false;
  const isPlain = (transactionType: Entry['transactionType']) => {
    const meaning = meaningOf({ ...entry, transactionType });
    return meaning.kind === kind && (meaning.purpose === 'unknown' || meaning.purpose === 'investment');
  };
  // Words of a bill stand on debits: a bank's "INSURANCE" is none of its transfers in the other direction either.
  return isPlain(entry.transactionType) && isPlain('Debit') && !earns(entry);
}

function earns({ entryDescription }: Told): boolean {
  return PURPOSE_WORDS.income.test((entryDescription ?? '').toUpperCase());
}

/** Whether a debit pays a credit card's bill: its amount is whatever was bought. */
export function isCardPayment(entry: Told): boolean {
  return entry.transactionType === 'Debit' && meaningOf(entry).purpose === 'card_payment';
}

const BILLS: ReadonlySet<EntryPurpose> = new Set(['bill', 'tax', 'loan_payment', 'card_payment']);

/** Whether a debit names a bill: rent, insurance, tuition, taxes, loans and cards. */
export function namesBill(entry: Told): boolean {
  return BILLS.has(meaningOf(entry).purpose);
}

/** Whether the company is a wallet, which says nothing about who pays through it. */
export function isWallet(company: string): boolean {
  return counterpartyOf(company).kind === 'payment_app';
}
