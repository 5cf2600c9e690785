import type { TransactionType } from '../ledger/ledger-row.ts';
import type { EntryFamily } from './nacha-layouts.ts';

const ZERO = 48;

/** Whether the ninth digit is the correct check digit for the first eight (ABA: weights 3 7 1, modulus 10). */
export function hasValidCheckDigit(routingNumber: string): boolean {
  const digit = (at: number): number => routingNumber.charCodeAt(at) - ZERO;
  const threes = digit(0) + digit(3) + digit(6);
  const sevens = digit(1) + digit(4) + digit(7);
  const ones = digit(2) + digit(5) + digit(8);
  return (3 * threes + 7 * sevens + ones) % 10 === 0;
}

interface SecCode {
  title: string;
  family: EntryFamily;
  /** A person's name can be split into first and last name; a company's cannot. */
  receiver: 'person' | 'company';
}

/** Standard Entry Class codes (Nacha Operating Rules, Article Two, Subsection 2.5, and Appendix Three). */
const SEC_CODES: Readonly<Record<string, SecCode>> = {
  ACK: { title: 'Acknowledgment of a corporate payment', family: 'ack', receiver: 'company' },
  ADV: { title: 'Automated accounting advice', family: 'adv', receiver: 'company' },
  ARC: { title: 'Check received by mail and converted', family: 'check', receiver: 'person' },
  ATX: { title: 'Acknowledgment of a corporate payment with invoices', family: 'atx', receiver: 'company' },
  BOC: { title: 'Check converted in the back office', family: 'check', receiver: 'person' },
  CCD: { title: 'Corporate payment or collection', family: 'default', receiver: 'company' },
  CIE: { title: 'Customer-initiated payment', family: 'cie', receiver: 'person' },
  COR: { title: 'Notification of change', family: 'default', receiver: 'person' },
  CTX: { title: 'Corporate payment with invoices', family: 'ctx', receiver: 'company' },
  DNE: { title: 'Death notification from a federal agency', family: 'default', receiver: 'person' },
  ENR: { title: 'Enrollment for federal payments', family: 'ctx', receiver: 'company' },
  IAT: { title: 'International payment or collection', family: 'iat', receiver: 'person' },
  MTE: { title: 'Transfer at an ATM', family: 'cie', receiver: 'person' },
  POP: { title: 'Check converted at the point of purchase', family: 'pop', receiver: 'person' },
  POS: { title: 'Card payment at the point of sale', family: 'default', receiver: 'person' },
  PPD: { title: 'Prearranged payment or deposit', family: 'default', receiver: 'person' },
  RCK: { title: 'Re-presented check', family: 'check', receiver: 'person' },
  SHR: { title: 'Card payment through a shared network', family: 'shr', receiver: 'person' },
  TEL: { title: 'Debit authorized by telephone', family: 'default', receiver: 'person' },
  TRC: { title: 'Truncated check', family: 'trc', receiver: 'person' },
  TRX: { title: 'Truncated checks', family: 'ctx', receiver: 'company' },
  WEB: { title: 'Payment authorized online', family: 'default', receiver: 'person' },
  XCK: { title: 'Destroyed check', family: 'trc', receiver: 'person' },
};

/** @returns null for a class that does not exist; its entries most likely have the default layout */
export function secCodeOf(code: string): SecCode | null {
  return Object.hasOwn(SEC_CODES, code) ? (SEC_CODES[code] ?? null) : null;
}

/**
 * Columns count from 1, inclusive. Null unless all characters are digits. Takes half as long as `Number`, which would
 * also accept spaces.
 */
export function numberInColumns(text: string, from: number, to: number): number | null {
  let number = 0;
  for (let at = from - 1; at < to; at += 1) {
    const digit = text.charCodeAt(at) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return null;
    number = number * 10 + digit;
  }
  return number;
}

/** notice: a return or a notification of change · advice: reports accounting entries to an institution */
type Purpose = 'live' | 'prenote' | 'zero' | 'notice' | 'advice';

export interface TransactionCode {
  direction: TransactionType;
  purpose: Purpose;
}

const PURPOSES = ['notice', 'live', 'prenote', 'zero'] as const;

/** Nacha Operating Rules, Appendix Three, Subpart 3.2.2, "Transaction Code". */
function meaningOf(code: number): TransactionCode | null {
  const account = Math.floor(code / 10);
  const digit = code % 10;
  const purpose = PURPOSES[(digit % 5) - 1];
  // Checking, savings and general ledger accounts.
  if (account >= 2 && account <= 4 && purpose !== undefined)
    return { direction: digit < 5 ? 'Credit' : 'Debit', purpose };
  // Loans can only be credited; 55 reverses a credit, 56 returns it.
  if (account === 5 && digit < 5 && purpose !== undefined) return { direction: 'Credit', purpose };
  if (code === 55) return { direction: 'Debit', purpose: 'live' };
  if (code === 56) return { direction: 'Debit', purpose: 'notice' };
  // Advices: odd codes credit the institution, even codes debit it.
  if (account === 8 && digit >= 1 && digit <= 8)
    return { direction: digit % 2 === 1 ? 'Credit' : 'Debit', purpose: 'advice' };
  return null;
}

const TRANSACTION_CODES = Array.from({ length: 100 }, (_, code) => meaningOf(code));

export function transactionCodeOf(code: string): TransactionCode | null {
  if (code.length !== 2) return null;
  const number = numberInColumns(code, 1, 2);
  return number === null ? null : (TRANSACTION_CODES[number] ?? null);
}
