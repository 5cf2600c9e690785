import { type Field, field, type Layout, layout, vital } from './layout.ts';

/**
 * Entry details, type 6, by family (Nacha Operating Rules, Appendix Three, "Sequence of Records" of each SEC code). The
 * names of fields are the same wherever their meaning is: `name` is the receiver's, `identification` what the originator
 * knows the receiver by.
 */
const START: readonly Field[] = [
  vital('recordType', 1, 1, 'digits'),
  vital('transactionCode', 2, 3, 'digits'),
  field('receivingDfi', 4, 11, 'digits'),
  field('checkDigit', 12, 12, 'digits'),
];
const UP_TO_AMOUNT: readonly Field[] = [
  ...START,
  vital('account', 13, 29, 'filled'),
  vital('amount', 30, 39, 'digits'),
];
const END: readonly Field[] = [
  field('addendaIndicator', 79, 79, 'flag'),
  field('traceNumber', 80, 94, 'digits'),
];

/** From column 55 to 78: a receiver's name, at most 22 characters. */
const NAMED: readonly Field[] = [
  field('name', 55, 76, 'text'),
  field('discretionaryData', 77, 78, 'text'),
  ...END,
];
/** From column 55 to 78: how many addenda follow, and a name of 16 characters. */
const COUNTED: readonly Field[] = [
  field('addendaCount', 55, 58, 'digits'),
  field('name', 59, 74, 'text'),
  field('reserved', 75, 76, 'text'),
  field('discretionaryData', 77, 78, 'text'),
  ...END,
];

export const ENTRY_LAYOUTS = {
  /** PPD, WEB, TEL, CCD, POS, COR, DNE. In WEB and TEL the discretionary data are the payment type, R or S. */
  default: layout('entry', [...UP_TO_AMOUNT, field('identification', 40, 54, 'text'), ...NAMED]),
  /** ARC, BOC, RCK: converted checks. */
  check: layout('entry (converted check)', [
    ...UP_TO_AMOUNT,
    field('checkSerialNumber', 40, 54, 'text'),
    ...NAMED,
  ]),
  pop: layout('entry (POP)', [
    ...UP_TO_AMOUNT,
    field('checkSerialNumber', 40, 48, 'text'),
    field('terminalCity', 49, 52, 'text'),
    field('terminalState', 53, 54, 'text'),
    ...NAMED,
  ]),
  /** Shared network: no name; `cardAccount` is the number of the card. */
  shr: layout('entry (SHR)', [
    ...UP_TO_AMOUNT,
    field('cardExpirationDate', 40, 43, 'text'),
    field('documentReference', 44, 54, 'text'),
    field('cardAccount', 55, 76, 'text'),
    field('cardTransactionType', 77, 78, 'text'),
    ...END,
  ]),
  /** TRC, XCK: truncated and destroyed checks, without a name. */
  trc: layout('entry (truncated check)', [
    ...UP_TO_AMOUNT,
    field('checkSerialNumber', 40, 54, 'text'),
    field('processControl', 55, 60, 'text'),
    field('itemResearchNumber', 61, 76, 'text'),
    field('itemTypeIndicator', 77, 78, 'text'),
    ...END,
  ]),
  /** CTX, ENR, TRX. In TRX the discretionary data are the item type indicator. */
  ctx: layout('entry (CTX)', [...UP_TO_AMOUNT, field('identification', 40, 54, 'text'), ...COUNTED]),
  ack: layout('entry (ACK)', [...UP_TO_AMOUNT, field('originalTraceNumber', 40, 54, 'text'), ...NAMED]),
  atx: layout('entry (ATX)', [...UP_TO_AMOUNT, field('originalTraceNumber', 40, 54, 'text'), ...COUNTED]),
  /** CIE, MTE: name before identification. */
  cie: layout('entry (CIE)', [
    ...UP_TO_AMOUNT,
    field('name', 40, 61, 'text'),
    field('identification', 62, 76, 'text'),
    field('discretionaryData', 77, 78, 'text'),
    ...END,
  ]),
  /** The receiver's name stands in addenda 10. */
  iat: layout('entry (IAT)', [
    ...START,
    field('addendaCount', 13, 16, 'digits'),
    field('reserved', 17, 29, 'text'),
    vital('amount', 30, 39, 'digits'),
    vital('account', 40, 74, 'filled'),
    field('reserved2', 75, 76, 'text'),
    field('ofacScreening', 77, 77, 'text'),
    field('secondaryOfacScreening', 78, 78, 'text'),
    ...END,
  ]),
  /** Accounting advice: amounts of 12 digits; operator, Julian day and sequence together are its trace number. */
  adv: layout('entry (ADV)', [
    ...START,
    vital('account', 13, 27, 'filled'),
    vital('amount', 28, 39, 'digits'),
    field('adviceRouting', 40, 48, 'text'),
    field('fileIdentification', 49, 53, 'text'),
    field('operatorData', 54, 54, 'text'),
    field('name', 55, 76, 'text'),
    field('discretionaryData', 77, 78, 'text'),
    ...END,
  ]),
} as const satisfies Record<string, Layout>;

/** Which of the layouts an SEC code's entries have. */
export type EntryFamily = keyof typeof ENTRY_LAYOUTS;
