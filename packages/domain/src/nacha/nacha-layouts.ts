import { columns, RECORD_COLUMNS } from './nacha-record.ts';

/**
 * What may stand in a field. `digits`: nothing but 0–9 · `flag`: 0 or 1 · `filled`: text with at least one character that
 * is no blank · `text`: any text, blanks too. A control character is wrong in every field; in `text` it is replaced by a blank.
 */
type FieldKind = 'digits' | 'flag' | 'filled' | 'text';

/** One field of a record. */
export interface Field {
  readonly name: string;
  /** First and last column, from 1, inclusive. */
  readonly from: number;
  readonly to: number;
  readonly kind: FieldKind;
  /** Without it the record means nothing: what is wrong here is an error, elsewhere a warning. */
  readonly isVital: boolean;
}

/** The fields of one type of record, from column 1 to 94 without a gap. */
export interface Layout {
  /** For people: "entry (IAT)". */
  readonly title: string;
  readonly fields: readonly Field[];
  readonly byName: ReadonlyMap<string, Field>;
  /** Matches every record without a wrong field; made of the fields, it checks all of them at once. */
  readonly pattern: RegExp;
  /** Matches those of them that are printable ASCII, whose texts need no decoding: nearly all. */
  readonly plainPattern: RegExp;
}

export function field(name: string, from: number, to: number, kind: FieldKind): Field {
  return { name, from, to, kind, isVital: false };
}

export function requiredField(name: string, from: number, to: number, kind: FieldKind): Field {
  return { name, from, to, kind, isVital: true };
}

/** @throws Error when the fields leave a column out or overlap: a mistake in a table shows when the program starts */
export function layout(title: string, fields: readonly Field[]): Layout {
  let column = 1;
  for (const { name, from, to } of fields) {
    if (from !== column || to < from) throw new Error(`${title}: ${name} must begin at column ${column}`);
    column = to + 1;
  }
  if (column !== RECORD_COLUMNS + 1) throw new Error(`${title} ends before column ${RECORD_COLUMNS}`);
  return {
    title,
    fields,
    byName: new Map(fields.map((one) => [one.name, one])),
    pattern: patternOf(fields, TEXT_PATTERN),
    plainPattern: patternOf(fields, ASCII_PATTERN),
  };
}

/** @throws Error for a layout without this field */
export function fieldOf({ title, byName }: Layout, name: string): Field {
  const found = byName.get(name);
  if (found === undefined) throw new Error(`${title} has no field ${name}`);
  return found;
}

/** What stands in each field, blanks included: joined again it is the record. */
export function valuesOf({ fields }: Layout, text: string): string[] {
  return fields.map(({ from, to }) => columns(text, from, to));
}

/** Everything but control characters (C0, DEL). C1 is allowed: in Windows-1252 there are quotes and dashes. */
const TEXT_PATTERN = '[^\\x00-\\x1f\\x7f]';
const ASCII_PATTERN = '[ -~]';

function patternOf(fields: readonly Field[], text: string): RegExp {
  return new RegExp(`^${fields.map((field) => fieldPattern(field, text)).join('')}$`);
}

/** Written out character by character: without counting (`{17}`) the engine is four times as fast. */
function fieldPattern({ kind, from, to }: Field, text: string): string {
  const width = to - from + 1;
  if (kind === 'digits') return '\\d'.repeat(width);
  if (kind === 'flag') return '[01]';
  const anything = text.repeat(width);
  return kind === 'filled' ? `(?!${' '.repeat(width)})${anything}` : anything;
}

/** Whether a field's content is as its kind demands. */
export function isWellFormed(wanted: Field, content: string): boolean {
  return new RegExp(`^${fieldPattern(wanted, TEXT_PATTERN)}$`).test(content);
}

/**
 * Entry details, type 6, by family (Nacha Operating Rules, Appendix Three, "Sequence of Records" of each SEC code). The
 * names of fields are the same wherever their meaning is: `name` is the receiver's, `identification` what the originator
 * knows the receiver by.
 */
const ENTRY_START: readonly Field[] = [
  requiredField('recordType', 1, 1, 'digits'),
  requiredField('transactionCode', 2, 3, 'digits'),
  field('receivingDfi', 4, 11, 'digits'),
  field('checkDigit', 12, 12, 'digits'),
];
const ENTRY_THROUGH_AMOUNT: readonly Field[] = [
  ...ENTRY_START,
  requiredField('account', 13, 29, 'filled'),
  requiredField('amount', 30, 39, 'digits'),
];
const ENTRY_END: readonly Field[] = [
  field('addendaIndicator', 79, 79, 'flag'),
  field('traceNumber', 80, 94, 'digits'),
];

/** From column 55 to 78: a receiver's name, at most 22 characters. */
const RECEIVER_NAME_FIELDS: readonly Field[] = [
  field('name', 55, 76, 'text'),
  field('discretionaryData', 77, 78, 'text'),
  ...ENTRY_END,
];
/** From column 55 to 78: how many addenda follow, and a name of 16 characters. */
const ADDENDA_COUNT_FIELDS: readonly Field[] = [
  field('addendaCount', 55, 58, 'digits'),
  field('name', 59, 74, 'text'),
  field('reserved', 75, 76, 'text'),
  field('discretionaryData', 77, 78, 'text'),
  ...ENTRY_END,
];

export const ENTRY_LAYOUTS = {
  /** PPD, WEB, TEL, CCD, POS, COR, DNE. In WEB and TEL the discretionary data are the payment type, R or S. */
  default: layout('entry', [
    ...ENTRY_THROUGH_AMOUNT,
    field('identification', 40, 54, 'text'),
    ...RECEIVER_NAME_FIELDS,
  ]),
  /** ARC, BOC, RCK: converted checks. */
  check: layout('entry (converted check)', [
    ...ENTRY_THROUGH_AMOUNT,
    field('checkSerialNumber', 40, 54, 'text'),
    ...RECEIVER_NAME_FIELDS,
  ]),
  pop: layout('entry (POP)', [
    ...ENTRY_THROUGH_AMOUNT,
    field('checkSerialNumber', 40, 48, 'text'),
    field('terminalCity', 49, 52, 'text'),
    field('terminalState', 53, 54, 'text'),
    ...RECEIVER_NAME_FIELDS,
  ]),
  /** Shared network: no name; `cardAccount` is the number of the card. */
  shr: layout('entry (SHR)', [
    ...ENTRY_THROUGH_AMOUNT,
    field('cardExpirationDate', 40, 43, 'text'),
    field('documentReference', 44, 54, 'text'),
    field('cardAccount', 55, 76, 'text'),
    field('cardTransactionType', 77, 78, 'text'),
    ...ENTRY_END,
  ]),
  /** TRC, XCK: truncated and destroyed checks, without a name. */
  trc: layout('entry (truncated check)', [
    ...ENTRY_THROUGH_AMOUNT,
    field('checkSerialNumber', 40, 54, 'text'),
    field('processControl', 55, 60, 'text'),
    field('itemResearchNumber', 61, 76, 'text'),
    field('itemTypeIndicator', 77, 78, 'text'),
    ...ENTRY_END,
  ]),
  /** CTX, ENR, TRX. In TRX the discretionary data are the item type indicator. */
  ctx: layout('entry (CTX)', [
    ...ENTRY_THROUGH_AMOUNT,
    field('identification', 40, 54, 'text'),
    ...ADDENDA_COUNT_FIELDS,
  ]),
  ack: layout('entry (ACK)', [
    ...ENTRY_THROUGH_AMOUNT,
    field('originalTraceNumber', 40, 54, 'text'),
    ...RECEIVER_NAME_FIELDS,
  ]),
  atx: layout('entry (ATX)', [
    ...ENTRY_THROUGH_AMOUNT,
    field('originalTraceNumber', 40, 54, 'text'),
    ...ADDENDA_COUNT_FIELDS,
  ]),
  /** CIE, MTE: name before identification. */
  cie: layout('entry (CIE)', [
    ...ENTRY_THROUGH_AMOUNT,
    field('name', 40, 61, 'text'),
    field('identification', 62, 76, 'text'),
    field('discretionaryData', 77, 78, 'text'),
    ...ENTRY_END,
  ]),
  /** The receiver's name stands in addenda 10. */
  iat: layout('entry (IAT)', [
    ...ENTRY_START,
    field('addendaCount', 13, 16, 'digits'),
    field('reserved', 17, 29, 'text'),
    requiredField('amount', 30, 39, 'digits'),
    requiredField('account', 40, 74, 'filled'),
    field('reserved2', 75, 76, 'text'),
    field('ofacScreening', 77, 77, 'text'),
    field('secondaryOfacScreening', 78, 78, 'text'),
    ...ENTRY_END,
  ]),
  /** Accounting advice: amounts of 12 digits; operator, Julian day and sequence together are its trace number. */
  adv: layout('entry (ADV)', [
    ...ENTRY_START,
    requiredField('account', 13, 27, 'filled'),
    requiredField('amount', 28, 39, 'digits'),
    field('adviceRouting', 40, 48, 'text'),
    field('fileIdentification', 49, 53, 'text'),
    field('operatorData', 54, 54, 'text'),
    field('name', 55, 76, 'text'),
    field('discretionaryData', 77, 78, 'text'),
    ...ENTRY_END,
  ]),
} as const satisfies Record<string, Layout>;

/** Which of the layouts an SEC code's entries have. */
export type EntryFamily = keyof typeof ENTRY_LAYOUTS;

/** Where in an entry stands what every entry has; some families have no name, no identification or no addenda count. */
export interface EntryFieldPositions {
  layout: Layout;
  amount: Field;
  account: Field;
  name: Field | null;
  /** The individual identification number; the check serial number where the class has that in its place. */
  identification: Field | null;
  addendaCount: Field | null;
}

const fieldPositions = (layout: Layout): EntryFieldPositions => {
  const optional = (name: string): Field | null => layout.fields.find((field) => field.name === name) ?? null;
  return {
    layout,
    amount: fieldOf(layout, 'amount'),
    account: fieldOf(layout, 'account'),
    name: optional('name'),
    identification: optional('identification') ?? optional('checkSerialNumber'),
    addendaCount: optional('addendaCount'),
  };
};

/** Looked up once, not for every entry. */
export const ENTRY_FIELD_POSITIONS: Readonly<Record<EntryFamily, EntryFieldPositions>> = {
  default: fieldPositions(ENTRY_LAYOUTS.default),
  check: fieldPositions(ENTRY_LAYOUTS.check),
  pop: fieldPositions(ENTRY_LAYOUTS.pop),
  shr: fieldPositions(ENTRY_LAYOUTS.shr),
  trc: fieldPositions(ENTRY_LAYOUTS.trc),
  ctx: fieldPositions(ENTRY_LAYOUTS.ctx),
  ack: fieldPositions(ENTRY_LAYOUTS.ack),
  atx: fieldPositions(ENTRY_LAYOUTS.atx),
  cie: fieldPositions(ENTRY_LAYOUTS.cie),
  iat: fieldPositions(ENTRY_LAYOUTS.iat),
  adv: fieldPositions(ENTRY_LAYOUTS.adv),
};

/** Company/batch header, type 5 (Nacha Operating Rules, Appendix Three). Also of ADV, whose dates stand in the same columns. */
export const BATCH_HEADER: Layout = layout('batch header', [
  requiredField('recordType', 1, 1, 'digits'),
  field('serviceClass', 2, 4, 'digits'),
  field('companyName', 5, 20, 'filled'),
  field('companyDiscretionaryData', 21, 40, 'text'),
  field('companyIdentification', 41, 50, 'text'),
  requiredField('secCode', 51, 53, 'filled'),
  field('entryDescription', 54, 63, 'filled'),
  field('companyDescriptiveDate', 64, 69, 'text'),
  field('effectiveEntryDate', 70, 75, 'text'),
  field('settlementDate', 76, 78, 'text'),
  field('originatorStatus', 79, 79, 'text'),
  field('originatingDfi', 80, 87, 'text'),
  field('batchNumber', 88, 94, 'digits'),
]);

/** Batch header of international entries. `iatIndicator` is IATCOR in notifications of change, blank otherwise. */
export const IAT_BATCH_HEADER: Layout = layout('batch header (IAT)', [
  requiredField('recordType', 1, 1, 'digits'),
  field('serviceClass', 2, 4, 'digits'),
  field('iatIndicator', 5, 20, 'text'),
  field('foreignExchangeIndicator', 21, 22, 'text'),
  field('foreignExchangeReferenceIndicator', 23, 23, 'text'),
  field('foreignExchangeReference', 24, 38, 'text'),
  field('destinationCountry', 39, 40, 'text'),
  field('companyIdentification', 41, 50, 'text'),
  requiredField('secCode', 51, 53, 'filled'),
  field('entryDescription', 54, 63, 'filled'),
  field('originatingCurrency', 64, 66, 'text'),
  field('destinationCurrency', 67, 69, 'text'),
  field('effectiveEntryDate', 70, 75, 'text'),
  field('settlementDate', 76, 78, 'text'),
  field('originatorStatus', 79, 79, 'text'),
  field('originatingDfi', 80, 87, 'text'),
  field('batchNumber', 88, 94, 'digits'),
]);

/** Company/batch control, type 8. */
export const BATCH_CONTROL: Layout = layout('batch control', [
  requiredField('recordType', 1, 1, 'digits'),
  field('serviceClass', 2, 4, 'digits'),
  requiredField('entryAddendaCount', 5, 10, 'digits'),
  requiredField('entryHash', 11, 20, 'digits'),
  requiredField('debitCents', 21, 32, 'digits'),
  requiredField('creditCents', 33, 44, 'digits'),
  field('companyIdentification', 45, 54, 'text'),
  field('messageAuthenticationCode', 55, 73, 'text'),
  field('reserved', 74, 79, 'text'),
  field('originatingDfi', 80, 87, 'text'),
  field('batchNumber', 88, 94, 'digits'),
]);

/** Batch control of accounting advices: totals of 20 digits. */
export const ADV_BATCH_CONTROL: Layout = layout('batch control (ADV)', [
  requiredField('recordType', 1, 1, 'digits'),
  field('serviceClass', 2, 4, 'digits'),
  requiredField('entryAddendaCount', 5, 10, 'digits'),
  requiredField('entryHash', 11, 20, 'digits'),
  requiredField('debitCents', 21, 40, 'digits'),
  requiredField('creditCents', 41, 60, 'digits'),
  field('operatorData', 61, 79, 'text'),
  field('originatingDfi', 80, 87, 'text'),
  field('batchNumber', 88, 94, 'digits'),
]);

/** File header, type 1 (Nacha Operating Rules, Appendix Three, Subpart 3.1). */
export const FILE_HEADER: Layout = layout('file header', [
  requiredField('recordType', 1, 1, 'digits'),
  field('priorityCode', 2, 3, 'digits'),
  field('immediateDestination', 4, 13, 'text'),
  field('immediateOrigin', 14, 23, 'text'),
  field('fileCreationDate', 24, 29, 'digits'),
  field('fileCreationTime', 30, 33, 'text'),
  field('fileIdModifier', 34, 34, 'text'),
  field('recordSize', 35, 37, 'digits'),
  field('blockingFactor', 38, 39, 'digits'),
  field('formatCode', 40, 40, 'digits'),
  field('immediateDestinationName', 41, 63, 'text'),
  field('immediateOriginName', 64, 86, 'text'),
  field('referenceCode', 87, 94, 'text'),
]);

/** File control, type 9. */
export const FILE_CONTROL: Layout = layout('file control', [
  requiredField('recordType', 1, 1, 'digits'),
  requiredField('batchCount', 2, 7, 'digits'),
  field('blockCount', 8, 13, 'digits'),
  requiredField('entryAddendaCount', 14, 21, 'digits'),
  requiredField('entryHash', 22, 31, 'digits'),
  requiredField('debitCents', 32, 43, 'digits'),
  requiredField('creditCents', 44, 55, 'digits'),
  field('reserved', 56, 94, 'text'),
]);

/** File control of a file of accounting advices: totals of 20 digits. */
export const ADV_FILE_CONTROL: Layout = layout('file control (ADV)', [
  requiredField('recordType', 1, 1, 'digits'),
  requiredField('batchCount', 2, 7, 'digits'),
  field('blockCount', 8, 13, 'digits'),
  requiredField('entryAddendaCount', 14, 21, 'digits'),
  requiredField('entryHash', 22, 31, 'digits'),
  requiredField('debitCents', 32, 51, 'digits'),
  requiredField('creditCents', 52, 71, 'digits'),
  field('reserved', 72, 94, 'text'),
]);
