import {
  counterpartyOf,
  type DescribedEntry,
  type EntryMeaning,
  entryMeaningOf,
} from '../companies/counterparty.ts';
import type { CounterpartyKind } from '../companies/counterparty-table.ts';
import { type CreditDetail, type EntryPurpose, PURPOSE_WORDS } from '../companies/entry-purposes.ts';
import { returnCodeIn } from '../nacha/return-and-change-codes.ts';
import type { Entry } from './detection-entry.ts';

/** Questions that rules ask of an entry, each a set of kinds and purposes of the one table of counterparties. */

type EntryText = Pick<Entry, 'company' | 'entryDescription' | 'transactionType'>;

const OUT_OF_REACH_KINDS: ReadonlySet<CounterpartyKind> = new Set(['payment_app', 'remittance', 'crypto']);
/** What an app or exchange pays out or collects without moving money: wages of its staff, takings of a shop, a loan. */
const NON_TRANSFER_PURPOSES: ReadonlySet<EntryPurpose> = new Set([
  'wages',
  'merchant_settlement',
  'loan_payment',
  'loan_proceeds',
  'card_payment',
]);

/** Whether an entry of such a meaning is P2P, wallet, crypto or transfer: money that leaves the member's reach. */
export function isMovable({ kind, purpose, saysTransfer }: EntryMeaning): boolean {
  if (purpose === 'transfer' || (kind === 'broker' && saysTransfer)) return true;
  return OUT_OF_REACH_KINDS.has(kind) && !NON_TRANSFER_PURPOSES.has(purpose);
}

/**
 * Whether an entry moves money between accounts: what is movable, and what banks and brokers send and collect, unless it says
 * that it is something else.
 */
export function isTransferType({
  entry,
  isMovable: moves,
}: {
  entry: EntryText;
  isMovable: boolean;
}): boolean {
  if (moves || entryMeaningOf(entry).purpose === 'transfer') return true;
  const { kind } = counterpartyOf(entry.company);
  if (kind !== 'bank' && kind !== 'broker') return false;
  const isPlain = (transactionType: Entry['transactionType']) => {
    const meaning = entryMeaningOf({ ...entry, transactionType });
    return meaning.kind === kind && (meaning.purpose === 'unknown' || meaning.purpose === 'investment');
  };
  // Words of a bill stand on debits: a bank's "INSURANCE" is none of its transfers in the other direction either.
  return isPlain(entry.transactionType) && isPlain('Debit') && !namesIncome(entry);
}

function namesIncome({ entryDescription }: EntryText): boolean {
  return PURPOSE_WORDS.income.test((entryDescription ?? '').toUpperCase());
}

/** Whether a debit pays a credit card's bill: its amount is whatever was bought. */
export function isCardPayment(entry: EntryText): boolean {
  return entry.transactionType === 'Debit' && entryMeaningOf(entry).purpose === 'card_payment';
}

const BILL_PURPOSES: ReadonlySet<EntryPurpose> = new Set(['bill', 'tax', 'loan_payment', 'card_payment']);

/** Whether a debit names a bill: rent, insurance, tuition, taxes, loans and cards. */
export function namesBill(entry: EntryText): boolean {
  return BILL_PURPOSES.has(entryMeaningOf(entry).purpose);
}

/** Whether the company is a wallet, which says nothing about who pays through it. */
export function isWallet(company: string): boolean {
  return counterpartyOf(company).kind === 'payment_app';
}

/** Nacha's micro-entry rule prescribes ACCTVERIFY for account validation. */
export function isMicro(entry: Entry): boolean {
  return entry.entryDescription !== null && /\bACCTVERIFY\b/i.test(entry.entryDescription);
}

/** Whether the entry was sent back; decided at import by NACHA code and wording, see `entryKindOf`. */
export function isReturn(entry: Entry): boolean {
  return entry.entryKind === 'return';
}

/** The reason code of a return ("R10"); null for entries that are none, or carry no code. */
export function returnCodeOf(entry: Entry): string | null {
  return isReturn(entry) ? returnCodeIn(entry.addenda) : null;
}

/** Nacha prescribes the word REVERSAL in the entry description (same company, SEC code and amount). */
export function isReversal(entry: Entry): boolean {
  return entry.entryDescription !== null && /REVERSAL/i.test(entry.entryDescription);
}

/**
 * Words that announce new bank details, the first sign of a changed payee (FIN-2016-A003). A new account that is opened or
 * funded announces nothing.
 */
export const NEW_BANK_DETAILS =
  /\b(?:NEW|UPDATED|CHANGED|CHANGE (?:OF|IN)) (?:BANK(?:ING)?|REMIT(?:TANCE)?|ACC(?:TS?|OUNTS?)?)\b(?! (?:FUND(?:ING|ED)?|OPEN(?:ING|ED)?|SET ?UP|FEES?|DEP(?:OSIT)?|BONUS))/;

export type CreditPurpose = 'payroll' | 'government' | 'tax' | 'loan' | CreditDetail;

const EXEMPT_PURPOSES: Partial<Readonly<Record<EntryPurpose, CreditPurpose>>> = {
  wages: 'payroll',
  benefit: 'government',
  tax_refund: 'tax',
  loan_proceeds: 'loan',
};

/** What a credit says it is for, read from company and entry description; null for debits and silent credits. */
export function purposeOf(entry: DescribedEntry): CreditPurpose | null {
  return entry.transactionType === 'Credit' ? purposeOfCredit(entryMeaningOf(entry)) : null;
}

/** The same of the meaning of a credit. */
export function purposeOfCredit({ purpose, detail }: EntryMeaning): CreditPurpose | null {
  return detail === 'unemployment' ? detail : (EXEMPT_PURPOSES[purpose] ?? detail);
}

/** Whether the purpose explains a credit. Unemployment never does. */
export function isExemptPurpose(purpose: CreditPurpose | null): boolean {
  return purpose !== null && purpose !== 'unemployment';
}

/** What of an entry says in words what it is for. */
export type EntryWording = Pick<Entry, 'company' | 'entryDescription'>;

/** Ledgers say the same few thousand things over and over; what is said once need not be remembered. */
const MAX_REMEMBERED_TEXTS = 5_000;

/**
 * What words mean, read once for what many entries say: by the two texts as they are, because putting them together for each of
 * a million entries takes longer than all that is read from them.
 */
export function memoizeByText<Meaning>(read: (words: string) => Meaning): (entry: EntryWording) => Meaning {
  const byCompany = new Map<string, Map<string | null, { meaning: Meaning }>>();
  let remembered = 0;

  function said({ company, entryDescription }: EntryWording): { meaning: Meaning } {
    if (remembered >= MAX_REMEMBERED_TEXTS) {
      byCompany.clear();
      remembered = 0;
    }
    const words = normalizeText(`${company} ${entryDescription ?? ''}`);
    const known = { meaning: read(words) };
    const ofCompany = byCompany.get(company);
    if (ofCompany === undefined) byCompany.set(company, new Map([[entryDescription, known]]));
    else ofCompany.set(entryDescription, known);
    remembered += 1;
    return known;
  }

  return (entry) => (byCompany.get(entry.company)?.get(entry.entryDescription) ?? said(entry)).meaning;
}

/** Company and entry description in capitals, punctuation to blanks: the text that keyword rules read. */
export const normalizedTextOf = memoizeByText((words) => words);

/** Text in capitals, punctuation to blanks. */
export function normalizeText(text: string): string {
  return text.toUpperCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
}
