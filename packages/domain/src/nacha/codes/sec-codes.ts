import type { EntryFamily } from '../layouts/entry-layouts.ts';

interface SecCode {
  /** What the class is for, in plain words. */
  title: string;
  family: EntryFamily;
  /** Whose name the entries carry: a person's can be parted into first and last, a company's cannot. */
  receiver: 'person' | 'company';
}

/** Standard Entry Class codes (Nacha Operating Rules, Article Two, Subsection 2.5, and Appendix Three). */
const SEC_CODES: Readonly<Record<string, SecCode>> = {
  ACK: { title: 'Acknowledgment of a corporate payment', family: 'ack', receiver: 'company' },
  ADV: { title: 'Automated accounting advice', family: 'adv', receiver: 'company' },
  ARC: { title: 'Check received by mail, converted', family: 'check', receiver: 'person' },
  ATX: { title: 'Acknowledgment of a corporate payment with invoices', family: 'atx', receiver: 'company' },
  BOC: { title: 'Check converted in the back office', family: 'check', receiver: 'person' },
  CCD: { title: 'Corporate payment or collection', family: 'default', receiver: 'company' },
  CIE: { title: 'Customer initiated payment', family: 'cie', receiver: 'person' },
  COR: { title: 'Notification of change', family: 'default', receiver: 'person' },
  CTX: { title: 'Corporate payment with invoices', family: 'ctx', receiver: 'company' },
  DNE: { title: 'Death notification of a federal agency', family: 'default', receiver: 'person' },
  ENR: { title: 'Enrollment for federal payments', family: 'ctx', receiver: 'company' },
  IAT: { title: 'International payment or collection', family: 'iat', receiver: 'person' },
  MTE: { title: 'Machine transfer at a teller machine', family: 'cie', receiver: 'person' },
  POP: { title: 'Check converted at the point of purchase', family: 'pop', receiver: 'person' },
  POS: { title: 'Card payment at the point of sale', family: 'default', receiver: 'person' },
  PPD: { title: 'Prearranged payment or deposit', family: 'default', receiver: 'person' },
  RCK: { title: 'Returned check presented again', family: 'check', receiver: 'person' },
  SHR: { title: 'Card payment in a shared network', family: 'shr', receiver: 'person' },
  TEL: { title: 'Debit authorized by telephone', family: 'default', receiver: 'person' },
  TRC: { title: 'Truncated check', family: 'trc', receiver: 'person' },
  TRX: { title: 'Truncated checks', family: 'ctx', receiver: 'company' },
  WEB: { title: 'Payment authorized on the internet', family: 'default', receiver: 'person' },
  XCK: { title: 'Destroyed check', family: 'trc', receiver: 'person' },
};

/** @returns null for a class that does not exist; its entries most likely have the default layout */
export function secCodeOf(code: string): SecCode | null {
  return Object.hasOwn(SEC_CODES, code) ? (SEC_CODES[code] ?? null) : null;
}
