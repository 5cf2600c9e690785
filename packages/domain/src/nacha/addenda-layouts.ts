import { numberInColumns } from './ach-codes.ts';
import { type Field, field, type Layout, layout, requiredField } from './nacha-layouts.ts';

/** Addenda, type 7, by type code (Nacha Operating Rules, Appendix Three, "Addenda Record Formats"). */
const ADDENDA_START: readonly Field[] = [
  requiredField('recordType', 1, 1, 'digits'),
  requiredField('addendaType', 2, 3, 'digits'),
];
/** Addenda 02, 98 and 99 have a trace number of their own. */
const ADDENDA_TRACE: Field = field('traceNumber', 80, 94, 'text');

/** A notice about an earlier entry, types 98 and 99. */
function noticeLayout(
  title: string,
  { code, middle, rest }: { code: string; middle: string; rest: readonly Field[] },
): Layout {
  return layout(title, [
    ...ADDENDA_START,
    field(code, 4, 6, 'filled'),
    field('originalTraceNumber', 7, 21, 'filled'),
    field(middle, 22, 27, 'text'),
    field('originalDfi', 28, 35, 'text'),
    ...rest,
    ADDENDA_TRACE,
  ]);
}

/** International ones use 65–70 for corrected data as well. */
export const NOTIFICATION_OF_CHANGE = noticeLayout('addenda 98', {
  code: 'changeCode',
  middle: 'reserved',
  rest: [field('correctedData', 36, 70, 'text'), field('reserved2', 71, 79, 'text')],
});

export const REFUSED_NOTIFICATION = noticeLayout('addenda 98 (refused)', {
  code: 'refusedCode',
  middle: 'reserved',
  rest: [
    field('correctedData', 36, 64, 'text'),
    field('changeCode', 65, 67, 'text'),
    field('traceSequence', 68, 74, 'text'),
    field('reserved2', 75, 79, 'text'),
  ],
});

export const RETURN_ADDENDA = noticeLayout('addenda 99', {
  code: 'reasonCode',
  middle: 'dateOfDeath',
  rest: [field('information', 36, 79, 'text')],
});

export const IAT_RETURN_ADDENDA = noticeLayout('addenda 99 (IAT)', {
  code: 'reasonCode',
  middle: 'dateOfDeath',
  rest: [field('originalAmount', 36, 45, 'text'), field('information', 46, 79, 'text')],
});

const RETURN_REFERENCE: readonly Field[] = [
  field('returnTraceNumber', 39, 53, 'text'),
  field('returnSettlementDay', 54, 56, 'text'),
  field('returnReasonCode', 57, 58, 'text'),
];

export const DISHONORED_RETURN_ADDENDA = noticeLayout('addenda 99 (dishonored)', {
  code: 'reasonCode',
  middle: 'reserved',
  rest: [field('reserved2', 36, 38, 'text'), ...RETURN_REFERENCE, field('information', 59, 79, 'text')],
});

export const CONTESTED_RETURN_ADDENDA = noticeLayout('addenda 99 (contested)', {
  code: 'reasonCode',
  middle: 'dateOriginalReturned',
  rest: [
    field('originalSettlementDay', 36, 38, 'text'),
    ...RETURN_REFERENCE,
    field('dishonoredTraceNumber', 59, 73, 'text'),
    field('dishonoredSettlementDay', 74, 76, 'text'),
    field('dishonoredReasonCode', 77, 78, 'text'),
    field('reserved', 79, 79, 'text'),
  ],
});

/** A payment's addenda: they end with the last seven digits of the entry's trace number. */
function paymentLayout(title: string, fields: readonly Field[]): Layout {
  return layout(title, [...ADDENDA_START, ...fields, field('entrySequence', 88, 94, 'digits')]);
}

const ADDENDA_SEQUENCE: Field = field('addendaSequence', 84, 87, 'digits');
const INFORMATION: readonly Field[] = [field('information', 4, 83, 'text'), ADDENDA_SEQUENCE];
const PARTY_NAME: Field = field('name', 4, 38, 'text');
const CITY_AND_COUNTRY: readonly Field[] = [
  field('cityAndState', 4, 38, 'text'),
  field('countryAndPostalCode', 39, 73, 'text'),
  field('reserved', 74, 87, 'text'),
];
const INSTITUTION: readonly Field[] = [
  PARTY_NAME,
  field('identificationQualifier', 39, 40, 'text'),
  field('identification', 41, 74, 'text'),
  field('branchCountry', 75, 77, 'text'),
];

/** By addenda type; 98 and 99 have more than one layout. */
const LAYOUT_BY_TYPE: ReadonlyMap<number, Layout> = new Map([
  // Where and when a card was used (POS, SHR, MTE).
  [
    2,
    layout('addenda 02', [
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
    ]),
  ],
  [5, paymentLayout('addenda 05', INFORMATION)],
  // The receiver's name and the amount in foreign money.
  [
    10,
    paymentLayout('addenda 10', [
      field('transactionType', 4, 6, 'text'),
      field('foreignAmount', 7, 24, 'text'),
      field('foreignTraceNumber', 25, 46, 'text'),
      field('name', 47, 81, 'text'),
      field('reserved', 82, 87, 'text'),
    ]),
  ],
  // The originator: name and street, then city and country.
  [
    11,
    paymentLayout('addenda 11', [
      PARTY_NAME,
      field('street', 39, 73, 'text'),
      field('reserved', 74, 87, 'text'),
    ]),
  ],
  [12, paymentLayout('addenda 12', CITY_AND_COUNTRY)],
  // The originating and the receiving institution.
  [13, paymentLayout('addenda 13', [...INSTITUTION, field('reserved', 78, 87, 'text')])],
  [14, paymentLayout('addenda 14', [...INSTITUTION, field('reserved', 78, 87, 'text')])],
  // The receiver's number and street, then city and country.
  [
    15,
    paymentLayout('addenda 15', [
      field('identification', 4, 18, 'text'),
      field('street', 19, 53, 'text'),
      field('reserved', 54, 87, 'text'),
    ]),
  ],
  [16, paymentLayout('addenda 16', CITY_AND_COUNTRY)],
  [17, paymentLayout('addenda 17', INFORMATION)],
  // A foreign correspondent bank.
  [18, paymentLayout('addenda 18', [...INSTITUTION, field('reserved', 78, 83, 'text'), ADDENDA_SEQUENCE])],
]);

/** 2 for an addenda 02; null when columns 2–3 are not digits. */
export function addendaTypeOf(text: string): number | null {
  return numberInColumns(text, 2, 3);
}

/** @returns null for an addenda type that does not exist */
export function addendaLayoutOf(text: string, { isIat }: { isIat: boolean }): Layout | null {
  const type = addendaTypeOf(text) ?? 0;
  if (type < 98) return LAYOUT_BY_TYPE.get(type) ?? null;
  const code = text.slice(3, 6);
  if (type === 98) return /^C6\d$/.test(code) ? REFUSED_NOTIFICATION : NOTIFICATION_OF_CHANGE;
  if (/^R7[1-7]$/.test(code)) return CONTESTED_RETURN_ADDENDA;
  if (/^R6\d$|^R70$/.test(code)) return DISHONORED_RETURN_ADDENDA;
  return isIat ? IAT_RETURN_ADDENDA : RETURN_ADDENDA;
}
