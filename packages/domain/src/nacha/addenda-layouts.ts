import { numberInColumns } from './ach-codes.ts';
import { type Field, field, type Layout, layout, requiredField } from './nacha-layouts.ts';

/** Addenda, type 7, by type code (Nacha Operating Rules, Appendix Three, "Addenda Record Formats"). */
const ADDENDA_START: readonly Field[] = [
  requiredField('recordType', 1, 1, 'digits'),
  requiredField('addendaType', 2, 3, 'digits'),
];

/** At the end of addenda 02, 98 and 99. */
const ADDENDA_TRACE: Field = field('traceNumber', 80, 94, 'text');

/** 98: a notification of change. International ones use 65–70 for corrected data as well. */
export const NOTIFICATION_OF_CHANGE = layout('addenda 98', [
  ...ADDENDA_START,
  field('changeCode', 4, 6, 'filled'),
  field('originalTraceNumber', 7, 21, 'filled'),
  field('reserved', 22, 27, 'text'),
  field('originalDfi', 28, 35, 'text'),
  field('correctedData', 36, 70, 'text'),
  field('reserved2', 71, 79, 'text'),
  ADDENDA_TRACE,
]);

/** 98 again, refused by the originating institution with one of C61 to C69. */
export const REFUSED_NOTIFICATION = layout('addenda 98 (refused)', [
  ...ADDENDA_START,
  field('refusedCode', 4, 6, 'filled'),
  field('originalTraceNumber', 7, 21, 'filled'),
  field('reserved', 22, 27, 'text'),
  field('originalDfi', 28, 35, 'text'),
  field('correctedData', 36, 64, 'text'),
  field('changeCode', 65, 67, 'text'),
  field('traceSequence', 68, 74, 'text'),
  field('reserved2', 75, 79, 'text'),
  ADDENDA_TRACE,
]);

/** 99: a return. */
export const RETURN_ADDENDA = layout('addenda 99', [
  ...ADDENDA_START,
  field('reasonCode', 4, 6, 'filled'),
  field('originalTraceNumber', 7, 21, 'filled'),
  field('dateOfDeath', 22, 27, 'text'),
  field('originalDfi', 28, 35, 'text'),
  field('information', 36, 79, 'text'),
  ADDENDA_TRACE,
]);

/** 99 of an international entry: the amount of the original before the information. */
export const IAT_RETURN_ADDENDA = layout('addenda 99 (IAT)', [
  ...ADDENDA_START,
  field('reasonCode', 4, 6, 'filled'),
  field('originalTraceNumber', 7, 21, 'filled'),
  field('dateOfDeath', 22, 27, 'text'),
  field('originalDfi', 28, 35, 'text'),
  field('originalAmount', 36, 45, 'text'),
  field('information', 46, 79, 'text'),
  ADDENDA_TRACE,
]);

/** 99: a return dishonored by the originating institution (R61 to R70). */
export const DISHONORED_RETURN_ADDENDA = layout('addenda 99 (dishonored)', [
  ...ADDENDA_START,
  field('reasonCode', 4, 6, 'filled'),
  field('originalTraceNumber', 7, 21, 'filled'),
  field('reserved', 22, 27, 'text'),
  field('originalDfi', 28, 35, 'text'),
  field('reserved2', 36, 38, 'text'),
  field('returnTraceNumber', 39, 53, 'text'),
  field('returnSettlementDay', 54, 56, 'text'),
  field('returnReasonCode', 57, 58, 'text'),
  field('information', 59, 79, 'text'),
  ADDENDA_TRACE,
]);

/** 99: a dishonored return contested by the receiving institution (R71 to R77). */
export const CONTESTED_RETURN_ADDENDA = layout('addenda 99 (contested)', [
  ...ADDENDA_START,
  field('reasonCode', 4, 6, 'filled'),
  field('originalTraceNumber', 7, 21, 'filled'),
  field('dateOriginalReturned', 22, 27, 'text'),
  field('originalDfi', 28, 35, 'text'),
  field('originalSettlementDay', 36, 38, 'text'),
  field('returnTraceNumber', 39, 53, 'text'),
  field('returnSettlementDay', 54, 56, 'text'),
  field('returnReasonCode', 57, 58, 'text'),
  field('dishonoredTraceNumber', 59, 73, 'text'),
  field('dishonoredSettlementDay', 74, 76, 'text'),
  field('dishonoredReasonCode', 77, 78, 'text'),
  field('reserved', 79, 79, 'text'),
  ADDENDA_TRACE,
]);

/** Last seven digits of the entry's trace number. */
const ADDENDA_SEQUENCE: Field = field('entrySequence', 88, 94, 'digits');

/** 02: where and when a card was used (POS, SHR, MTE). */
const TERMINAL = layout('addenda 02', [
  ...ADDENDA_START,
  field('referenceOne', 4, 10, 'text'),
  field('referenceTwo', 11, 13, 'text'),
  field('terminalIdentification', 14, 19, 'text'),
  field('serialNumber', 20, 25, 'text'),
  field('transactionDate', 26, 29, 'text'),
  field('authorizationCode', 30, 35, 'text'),
  field('location', 36, 62, 'text'),
  field('city', 63, 77, 'text'),
  field('state', 78, 79, 'text'),
  ADDENDA_TRACE,
]);

/** 05: what a payment is for. */
const PAYMENT = layout('addenda 05', [
  ...ADDENDA_START,
  field('information', 4, 83, 'text'),
  field('addendaSequence', 84, 87, 'digits'),
  ADDENDA_SEQUENCE,
]);

/** 10: the receiver's name and the amount in foreign money. */
const RECEIVER = layout('addenda 10', [
  ...ADDENDA_START,
  field('transactionType', 4, 6, 'text'),
  field('foreignAmount', 7, 24, 'text'),
  field('foreignTraceNumber', 25, 46, 'text'),
  field('name', 47, 81, 'text'),
  field('reserved', 82, 87, 'text'),
  ADDENDA_SEQUENCE,
]);

/** 11: the originator. */
const ORIGINATOR = layout('addenda 11', [
  ...ADDENDA_START,
  field('name', 4, 38, 'text'),
  field('street', 39, 73, 'text'),
  field('reserved', 74, 87, 'text'),
  ADDENDA_SEQUENCE,
]);

/** 12 and 16: city and state, country and postal code of originator and receiver. */
const addressLayout = (title: string): Layout =>
  layout(title, [
    ...ADDENDA_START,
    field('cityAndState', 4, 38, 'text'),
    field('countryAndPostalCode', 39, 73, 'text'),
    field('reserved', 74, 87, 'text'),
    ADDENDA_SEQUENCE,
  ]);

/** 13 and 14: originating and receiving institution. */
const institutionLayout = (title: string): Layout =>
  layout(title, [
    ...ADDENDA_START,
    field('name', 4, 38, 'text'),
    field('identificationQualifier', 39, 40, 'text'),
    field('identification', 41, 74, 'text'),
    field('branchCountry', 75, 77, 'text'),
    field('reserved', 78, 87, 'text'),
    ADDENDA_SEQUENCE,
  ]);

/** 15: the receiver's number and street. */
const RECEIVER_ADDRESS = layout('addenda 15', [
  ...ADDENDA_START,
  field('identification', 4, 18, 'text'),
  field('street', 19, 53, 'text'),
  field('reserved', 54, 87, 'text'),
  ADDENDA_SEQUENCE,
]);

/** 18: a foreign correspondent bank. */
const CORRESPONDENT = layout('addenda 18', [
  ...ADDENDA_START,
  field('name', 4, 38, 'text'),
  field('identificationQualifier', 39, 40, 'text'),
  field('identification', 41, 74, 'text'),
  field('branchCountry', 75, 77, 'text'),
  field('reserved', 78, 83, 'text'),
  field('addendaSequence', 84, 87, 'digits'),
  ADDENDA_SEQUENCE,
]);

/** By addenda type; 98 and 99 have more than one layout. */
const LAYOUT_BY_TYPE: ReadonlyMap<number, Layout> = new Map([
  [2, TERMINAL],
  [5, PAYMENT],
  [10, RECEIVER],
  [11, ORIGINATOR],
  [12, addressLayout('addenda 12')],
  [13, institutionLayout('addenda 13')],
  [14, institutionLayout('addenda 14')],
  [15, RECEIVER_ADDRESS],
  [16, addressLayout('addenda 16')],
  [17, { ...PAYMENT, title: 'addenda 17' }],
  [18, CORRESPONDENT],
]);

/** 2 for an addenda 02, and so on; null when columns 2–3 are no digits. */
export function addendaTypeOf(text: string): number | null {
  return numberInColumns(text, 2, 3);
}

/** The layout of an addenda record, null when its type does not exist. */
export function addendaLayoutOf(text: string, { isIat }: { isIat: boolean }): Layout | null {
  const type = addendaTypeOf(text) ?? 0;
  if (type < 98) return LAYOUT_BY_TYPE.get(type) ?? null;
  const code = text.slice(3, 6);
  if (type === 98) return /^C6\d$/.test(code) ? REFUSED_NOTIFICATION : NOTIFICATION_OF_CHANGE;
  if (/^R7[1-7]$/.test(code)) return CONTESTED_RETURN_ADDENDA;
  if (/^R6\d$|^R70$/.test(code)) return DISHONORED_RETURN_ADDENDA;
  return isIat ? IAT_RETURN_ADDENDA : RETURN_ADDENDA;
}
