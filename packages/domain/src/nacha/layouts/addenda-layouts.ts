import { digitsIn } from '../records/digits.ts';
import { ADDENDA_START, ADDENDA_TRACE } from './addenda-start.ts';
import { type Field, field, type Layout, layout } from './layout.ts';
import {
  CONTESTED_RETURN,
  DISHONORED_RETURN,
  IAT_RETURN,
  NOTIFICATION_OF_CHANGE,
  REFUSED_NOTIFICATION,
  RETURN,
} from './notice-layouts.ts';

/** Last seven digits of the entry's trace number. */
const SEQUENCE: Field = field('entrySequence', 88, 94, 'digits');

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
  SEQUENCE,
]);

/** 10: the receiver's name and the amount in foreign money. */
const RECEIVER = layout('addenda 10', [
  ...ADDENDA_START,
  field('transactionType', 4, 6, 'text'),
  field('foreignAmount', 7, 24, 'text'),
  field('foreignTraceNumber', 25, 46, 'text'),
  field('name', 47, 81, 'text'),
  field('reserved', 82, 87, 'text'),
  SEQUENCE,
]);

/** 11: the originator. */
const ORIGINATOR = layout('addenda 11', [
  ...ADDENDA_START,
  field('name', 4, 38, 'text'),
  field('street', 39, 73, 'text'),
  field('reserved', 74, 87, 'text'),
  SEQUENCE,
]);

/** 12 and 16: city and state, country and postal code of originator and receiver. */
const place = (title: string): Layout =>
  layout(title, [
    ...ADDENDA_START,
    field('cityAndState', 4, 38, 'text'),
    field('countryAndPostalCode', 39, 73, 'text'),
    field('reserved', 74, 87, 'text'),
    SEQUENCE,
  ]);

/** 13 and 14: originating and receiving institution. */
const institution = (title: string): Layout =>
  layout(title, [
    ...ADDENDA_START,
    field('name', 4, 38, 'text'),
    field('identificationQualifier', 39, 40, 'text'),
    field('identification', 41, 74, 'text'),
    field('branchCountry', 75, 77, 'text'),
    field('reserved', 78, 87, 'text'),
    SEQUENCE,
  ]);

/** 15: the receiver's number and street. */
const RECEIVER_ADDRESS = layout('addenda 15', [
  ...ADDENDA_START,
  field('identification', 4, 18, 'text'),
  field('street', 19, 53, 'text'),
  field('reserved', 54, 87, 'text'),
  SEQUENCE,
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
  SEQUENCE,
]);

/** By addenda type; 98 and 99 have more than one layout. */
const BY_TYPE: ReadonlyMap<number, Layout> = new Map([
  [2, TERMINAL],
  [5, PAYMENT],
  [10, RECEIVER],
  [11, ORIGINATOR],
  [12, place('addenda 12')],
  [13, institution('addenda 13')],
  [14, institution('addenda 14')],
  [15, RECEIVER_ADDRESS],
  [16, place('addenda 16')],
  [17, { ...PAYMENT, title: 'addenda 17' }],
  [18, CORRESPONDENT],
]);

/** 2 for an addenda 02, and so on; null when columns 2–3 are no digits. */
export function addendaTypeOf(text: string): number | null {
  return digitsIn(text, 2, 3);
}

/** The layout of an addenda record, null when its type does not exist. */
export function addendaLayoutOf(text: string, { isIat }: { isIat: boolean }): Layout | null {
  const type = addendaTypeOf(text) ?? 0;
  if (type < 98) return BY_TYPE.get(type) ?? null;
  const code = text.slice(3, 6);
  if (type === 98) return /^C6\d$/.test(code) ? REFUSED_NOTIFICATION : NOTIFICATION_OF_CHANGE;
  if (/^R7[1-7]$/.test(code)) return CONTESTED_RETURN;
  if (/^R6\d$|^R70$/.test(code)) return DISHONORED_RETURN;
  return isIat ? IAT_RETURN : RETURN;
}
