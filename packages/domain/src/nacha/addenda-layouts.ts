import { numberInColumns } from './ach-codes.ts';
import { type Layout, layout } from './nacha-layouts.ts';

/** Addenda have record type 7 and a type code (Nacha Operating Rules, Appendix Three, "Addenda Record Formats"). */
const ADDENDA_START = 'recordType 1 digits!, addendaType 2-3 digits!';
/** Addenda 02, 98 and 99 have their own trace number. */
const ADDENDA_TRACE = 'traceNumber 80-94';

/** Notices about an earlier entry, types 98 and 99. International ones also use columns 65–70 for corrected data. */
export const NOTIFICATION_OF_CHANGE = layout(
  'addenda 98',
  ADDENDA_START,
  'changeCode 4-6 filled, originalTraceNumber 7-21 filled, reserved 22-27, originalDfi 28-35',
  'correctedData 36-70, reserved2 71-79',
  ADDENDA_TRACE,
);

export const REFUSED_NOTIFICATION = layout(
  'addenda 98 (refused)',
  ADDENDA_START,
  'refusedCode 4-6 filled, originalTraceNumber 7-21 filled, reserved 22-27, originalDfi 28-35',
  'correctedData 36-64, changeCode 65-67, traceSequence 68-74, reserved2 75-79',
  ADDENDA_TRACE,
);

const RETURN_REASON = 'reasonCode 4-6 filled, originalTraceNumber 7-21 filled';
const RETURN_START = `${RETURN_REASON}, dateOfDeath 22-27, originalDfi 28-35`;
const RETURN_REFERENCE = 'returnTraceNumber 39-53, returnSettlementDay 54-56, returnReasonCode 57-58';

export const RETURN_ADDENDA = layout('addenda 99', ADDENDA_START, RETURN_START, 'information 36-79', ADDENDA_TRACE);

export const IAT_RETURN_ADDENDA = layout(
  'addenda 99 (IAT)',
  ADDENDA_START,
  RETURN_START,
  'originalAmount 36-45, information 46-79',
  ADDENDA_TRACE,
);

export const DISHONORED_RETURN_ADDENDA = layout(
  'addenda 99 (dishonored)',
  ADDENDA_START,
  RETURN_REASON,
  'reserved 22-27, originalDfi 28-35, reserved2 36-38',
  RETURN_REFERENCE,
  'information 59-79',
  ADDENDA_TRACE,
);

export const CONTESTED_RETURN_ADDENDA = layout(
  'addenda 99 (contested)',
  ADDENDA_START,
  RETURN_REASON,
  'dateOriginalReturned 22-27, originalDfi 28-35, originalSettlementDay 36-38',
  RETURN_REFERENCE,
  'dishonoredTraceNumber 59-73, dishonoredSettlementDay 74-76, dishonoredReasonCode 77-78, reserved 79',
  ADDENDA_TRACE,
);

/** A payment's addenda end with the last seven digits of the entry's trace number. */
const PAYMENT_END = 'entrySequence 88-94 digits';
const INFORMATION = 'information 4-83, addendaSequence 84-87 digits';
const CITY_AND_COUNTRY = 'cityAndState 4-38, countryAndPostalCode 39-73, reserved 74-87';
const INSTITUTION = 'name 4-38, identificationQualifier 39-40, identification 41-74, branchCountry 75-77';

/** By addenda type; 98 and 99 have more than one layout. */
const LAYOUT_BY_TYPE: ReadonlyMap<number, Layout> = new Map(
  Object.entries({
    // Where and when a card was used (POS, SHR, MTE).
    '02': [
      'referenceOne 4-10, referenceTwo 11-13, terminalIdentification 14-19, serialNumber 20-25',
      'transactionDate 26-29, authorizationCode 30-35, location 36-62, city 63-77, state 78-79',
      ADDENDA_TRACE,
    ],
    '05': [INFORMATION, PAYMENT_END],
    // The receiver's name and the amount in foreign currency.
    '10': [
      'transactionType 4-6, foreignAmount 7-24, foreignTraceNumber 25-46, name 47-81, reserved 82-87',
      PAYMENT_END,
    ],
    // The originator: name and street, then city and country.
    '11': ['name 4-38, street 39-73, reserved 74-87', PAYMENT_END],
    '12': [CITY_AND_COUNTRY, PAYMENT_END],
    // The originating and the receiving institution.
    '13': [INSTITUTION, 'reserved 78-87', PAYMENT_END],
    '14': [INSTITUTION, 'reserved 78-87', PAYMENT_END],
    // The receiver's identification number and street, then city and country.
    '15': ['identification 4-18, street 19-53, reserved 54-87', PAYMENT_END],
    '16': [CITY_AND_COUNTRY, PAYMENT_END],
    '17': [INFORMATION, PAYMENT_END],
    // A foreign correspondent bank.
    '18': [INSTITUTION, 'reserved 78-83, addendaSequence 84-87 digits', PAYMENT_END],
  }).map(([type, fields]) => [Number(type), layout(`addenda ${type}`, ADDENDA_START, ...fields)]),
);

/** 2 for an addenda 02; null when columns 2–3 are not digits. */
export function addendaTypeOf(text: string): number | null {
  return numberInColumns(text, 2, 3);
}

export function addendaLayoutOf(text: string, { isIat }: { isIat: boolean }): Layout | null {
  const type = addendaTypeOf(text) ?? 0;
  if (type < 98) return LAYOUT_BY_TYPE.get(type) ?? null;
  const code = text.slice(3, 6);
  if (type === 98) return /^C6\d$/.test(code) ? REFUSED_NOTIFICATION : NOTIFICATION_OF_CHANGE;
  if (/^R7[1-7]$/.test(code)) return CONTESTED_RETURN_ADDENDA;
  if (/^R6\d$|^R70$/.test(code)) return DISHONORED_RETURN_ADDENDA;
  return isIat ? IAT_RETURN_ADDENDA : RETURN_ADDENDA;
}
