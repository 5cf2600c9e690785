import { type DescribedEntry, meaningOf } from '../../../companies/counterparty.ts';
import type { EntryPurpose } from '../../../companies/purpose-table.ts';
import { PURPOSE_WORDS } from '../../../companies/purpose-table.ts';

/** Ways by which members move money to and from places outside the institution, in the order in which reports list them. */
export const TRANSFER_ROUTES = ['bank', 'app', 'crypto', 'remittance', 'international', 'unknown'] as const;
export type TransferRoute = (typeof TRANSFER_ROUTES)[number];

export const ROUTE_LABELS: Readonly<Record<TransferRoute, string>> = {
  bank: 'Other banks and brokers',
  app: 'Payment apps and wallets',
  crypto: 'Cryptocurrency exchanges',
  remittance: 'Money remittance',
  international: 'Other international (IAT)',
  unknown: 'Counterparty type unknown',
};

/** Money that is paid, earned or owed, whoever carries it. */
const NO_TRANSFER: ReadonlySet<EntryPurpose> = new Set([
  'wages',
  'benefit',
  'tax',
  'tax_refund',
  'card_payment',
  'loan_payment',
  'loan_proceeds',
  'merchant_settlement',
  'account_validation',
]);

/**
 * By which way an entry moves members' own money out of or into the institution; null for what pays or bills. Payments of cards
 * and loans, wages, and what card processors settle are no transfers, whatever the company is called. A bank's entry counts
 * when it says that it is a transfer or an investment; a transfer whose company is not known is a way of its own.
 */
export function transferRouteOf(entry: DescribedEntry & { isInternational: boolean }): TransferRoute | null {
  const elsewhere = entry.isInternational ? 'international' : null;
  const { kind, purpose } = meaningOf(entry);
  if (NO_TRANSFER.has(purpose)) return elsewhere;
  if (kind === 'crypto' || kind === 'remittance') return kind;
  if (kind === 'payment_app') return 'app';
  if (kind === 'bank' || kind === 'broker') {
    const isIncome = PURPOSE_WORDS.income.test((entry.entryDescription ?? '').toUpperCase());
    const moves = purpose === 'transfer' || (purpose === 'investment' && !isIncome);
    return moves ? 'bank' : elsewhere;
  }
  if (kind === 'unknown' && purpose === 'transfer') return 'unknown';
  return elsewhere;
}

/** Money that may be a transfer, and of which neither name nor description tells: null for what is told. */
export function unstatedOf(entry: DescribedEntry): 'institutions' | 'unknown' | null {
  const { kind, purpose } = meaningOf(entry);
  if (purpose !== 'unknown') return null;
  if (kind === 'bank' || kind === 'broker') return 'institutions';
  return kind === 'unknown' ? 'unknown' : null;
}
