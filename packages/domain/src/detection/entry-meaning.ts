import { counterpartyOf, type DescribedEntry, type EntryMeaning, entryMeaningOf } from '../companies/counterparty.ts';
import type { CounterpartyKind } from '../companies/counterparty-table.ts';
import { type CreditDetail, type EntryPurpose, PURPOSE_WORDS } from '../companies/entry-purposes.ts';
import type { Entry } from './detection-entry.ts';

type EntryText = Pick<Entry, 'company' | 'entryDescription' | 'transactionType'>;

const OUT_OF_REACH_KINDS: ReadonlySet<CounterpartyKind> = new Set(['payment_app', 'remittance', 'crypto']);
/** Payments by apps and exchanges that are not transfers: their payroll, a shop's sales proceeds, a loan. */
const NON_TRANSFER_PURPOSES: ReadonlySet<EntryPurpose> = new Set([
  'wages',
  'merchant_settlement',
  'loan_payment',
  'loan_proceeds',
  'card_payment',
]);

/** Whether an entry is a P2P payment, wallet or crypto transaction, or transfer. Such debits leave the member's reach. */
export function isMovable({ kind, purpose, isCalledTransfer }: EntryMeaning): boolean {
  if (purpose === 'transfer' || (kind === 'broker' && isCalledTransfer)) return true;
  return OUT_OF_REACH_KINDS.has(kind) && !NON_TRANSFER_PURPOSES.has(purpose);
}

/** Whether an entry moves money between accounts: movable entries, and entries from banks and brokers without another purpose. */
export function isTransferType({ entry, isMovable: moves }: { entry: EntryText; isMovable: boolean }): boolean {
  if (moves || entryMeaningOf(entry).purpose === 'transfer') return true;
  const { kind } = counterpartyOf(entry.company);
  if (kind !== 'bank' && kind !== 'broker') return false;
  const isPlain = (transactionType: Entry['transactionType']) => {
    const meaning = entryMeaningOf({ ...entry, transactionType });
    return meaning.kind === kind && (meaning.purpose === 'unknown' || meaning.purpose === 'investment');
  };
  const namesIncome = PURPOSE_WORDS.income.test((entry.entryDescription ?? '').toUpperCase());
  // Bill words appear on debits, but a bank credit with the word "INSURANCE" is not a transfer either.
  return isPlain(entry.transactionType) && isPlain('Debit') && !namesIncome;
}

/** Whether a debit pays a credit card bill. Its amount varies with the purchases. */
export function isCardPayment(entry: EntryText): boolean {
  return entry.transactionType === 'Debit' && entryMeaningOf(entry).purpose === 'card_payment';
}

const BILL_PURPOSES: ReadonlySet<EntryPurpose> = new Set(['bill', 'tax', 'loan_payment', 'card_payment']);

/** Whether a debit's text names a bill: rent, insurance, tuition, taxes, loans or cards. */
export function namesBill(entry: EntryText): boolean {
  return BILL_PURPOSES.has(entryMeaningOf(entry).purpose);
}

/** Whether the company is a wallet, which hides the actual payer. */
export function isWallet(company: string): boolean {
  return counterpartyOf(company).kind === 'payment_app';
}

/** Finds the first sign of changed payee details (FIN-2016-A003). Opening or funding a new account is not a sign. */
export const NEW_BANK_DETAILS =
  /\b(?:NEW|UPDATED|CHANGED|CHANGE (?:OF|IN)) (?:BANK(?:ING)?|REMIT(?:TANCE)?|ACC(?:TS?|OUNTS?)?)\b(?! (?:FUND(?:ING|ED)?|OPEN(?:ING|ED)?|SET ?UP|FEES?|DEP(?:OSIT)?|BONUS))/;

export type CreditPurpose = 'payroll' | 'government' | 'tax' | 'loan' | CreditDetail;

const EXEMPT_PURPOSES: Partial<Readonly<Record<EntryPurpose, CreditPurpose>>> = {
  wages: 'payroll',
  benefit: 'government',
  tax_refund: 'tax',
  loan_proceeds: 'loan',
};

/** The purpose of a credit according to its company and entry description; null for debits and for credits without a stated purpose. */
export function purposeOf(entry: DescribedEntry): CreditPurpose | null {
  return entry.transactionType === 'Credit' ? purposeOfCredit(entryMeaningOf(entry)) : null;
}

export function purposeOfCredit({ purpose, detail }: EntryMeaning): CreditPurpose | null {
  return detail === 'unemployment' ? detail : (EXEMPT_PURPOSES[purpose] ?? detail);
}

/** Whether the purpose explains a credit. Unemployment benefits never do. */
export function isExemptPurpose(purpose: CreditPurpose | null): boolean {
  return purpose !== null && purpose !== 'unemployment';
}

export function normalizeText(text: string): string {
  return text.toUpperCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
}
