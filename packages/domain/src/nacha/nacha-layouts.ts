import { columns, RECORD_COLUMNS } from './nacha-record.ts';

/**
 * `digits`: 0–9 only · `flag`: 0 or 1 · `filled`: text that is not blank · `text`: any text. A control character is wrong
 * in every field; in `text` it is replaced by a blank.
 */
type FieldKind = 'digits' | 'flag' | 'filled' | 'text';

export interface Field {
  readonly name: string;
  /** First and last column, from 1, inclusive. */
  readonly from: number;
  readonly to: number;
  readonly kind: FieldKind;
  /** Problems of a required field are errors, those of other fields warnings. */
  readonly isRequired: boolean;
}

/** The fields of one type of record, from column 1 to 94 without a gap. */
export interface Layout {
  /** "entry (IAT)". */
  readonly title: string;
  readonly fields: readonly Field[];
  readonly byName: ReadonlyMap<string, Field>;
  /** Matches every record whose fields are all well-formed. */
  readonly pattern: RegExp;
  /** Like `pattern`, for printable ASCII only: such a record needs no decoding. */
  readonly plainPattern: RegExp;
}

export function field(name: string, from: number, to: number, kind: FieldKind): Field {
  return { name, from, to, kind, isRequired: false };
}

export function requiredField(name: string, from: number, to: number, kind: FieldKind): Field {
  return { name, from, to, kind, isRequired: true };
}

/** @throws Error when the fields leave a column out or overlap */
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
    byName: new Map(fields.map((item) => [item.name, item])),
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

/** The contents of all fields, blanks included: joined, they are the record. */
export function valuesOf({ fields }: Layout, text: string): string[] {
  return fields.map(({ from, to }) => columns(text, from, to));
}

/** Everything but control characters (C0, DEL). C1 is allowed: Windows-1252 has quotes and dashes there. */
const TEXT_PATTERN = '[^\\x00-\\x1f\\x7f]';
const ASCII_PATTERN = '[ -~]';

function patternOf(fields: readonly Field[], text: string): RegExp {
  return new RegExp(`^${fields.map((item) => fieldPattern(item, text)).join('')}$`);
}

/** One class per character: with counts (`{17}`) the engine takes four times as long. */
function fieldPattern({ kind, from, to }: Field, text: string): string {
  const width = to - from + 1;
  if (kind === 'digits') return '\\d'.repeat(width);
  if (kind === 'flag') return '[01]';
  const anything = text.repeat(width);
  return kind === 'filled' ? `(?!${' '.repeat(width)})${anything}` : anything;
}

export function isWellFormed(expected: Field, content: string): boolean {
  return new RegExp(`^${fieldPattern(expected, TEXT_PATTERN)}$`).test(content);
}

const RECORD_TYPE: Field = requiredField('recordType', 1, 1, 'digits');

/** Entry details, type 6 (Nacha Operating Rules, Appendix Three, "Sequence of Records" of each SEC code). */
const ENTRY_START: readonly Field[] = [
  RECORD_TYPE,
  requiredField('transactionCode', 2, 3, 'digits'),
  field('receivingDfi', 4, 11, 'digits'),
  field('checkDigit', 12, 12, 'digits'),
];
const ENTRY_END: readonly Field[] = [
  field('addendaIndicator', 79, 79, 'flag'),
  field('traceNumber', 80, 94, 'digits'),
];
const DISCRETIONARY_DATA: Field = field('discretionaryData', 77, 78, 'text');
const RECEIVER_NAME: readonly Field[] = [field('name', 55, 76, 'text'), DISCRETIONARY_DATA];
const ADDENDA_COUNT_AND_NAME: readonly Field[] = [
  field('addendaCount', 55, 58, 'digits'),
  field('name', 59, 74, 'text'),
  field('reserved', 75, 76, 'text'),
  DISCRETIONARY_DATA,
];
const IDENTIFICATION: Field = field('identification', 40, 54, 'text');
const ORIGINAL_TRACE_NUMBER: Field = field('originalTraceNumber', 40, 54, 'text');
const CHECK_SERIAL_NUMBER: Field = field('checkSerialNumber', 40, 54, 'text');

/** An entry's layout, with the fields that readers need; some families have no name, identification or addenda count. */
export interface EntryLayout extends Layout {
  amount: Field;
  account: Field;
  name: Field | undefined;
  /** The individual identification number, else the check serial number. */
  identification: Field | undefined;
  addendaCount: Field | undefined;
}

function entryLayout(title: string, fields: readonly Field[]): EntryLayout {
  const entry = layout(title, [...ENTRY_START, ...fields, ...ENTRY_END]);
  return {
    ...entry,
    amount: fieldOf(entry, 'amount'),
    account: fieldOf(entry, 'account'),
    name: entry.byName.get('name'),
    identification: entry.byName.get('identification') ?? entry.byName.get('checkSerialNumber'),
    addendaCount: entry.byName.get('addendaCount'),
  };
}

/** @param fields from column 40 to 78 */
function domesticEntryLayout(title: string, fields: readonly Field[]): EntryLayout {
  return entryLayout(title, [
    requiredField('account', 13, 29, 'filled'),
    requiredField('amount', 30, 39, 'digits'),
    ...fields,
  ]);
}

/** Fields with the same meaning have the same name: `name` is the receiver's. */
export const ENTRY_LAYOUTS = {
  /** PPD, WEB, TEL, CCD, POS, COR, DNE. In WEB and TEL the discretionary data are the payment type, R or S. */
  default: domesticEntryLayout('entry', [IDENTIFICATION, ...RECEIVER_NAME]),
  /** ARC, BOC, RCK. */
  check: domesticEntryLayout('entry (converted check)', [CHECK_SERIAL_NUMBER, ...RECEIVER_NAME]),
  pop: domesticEntryLayout('entry (POP)', [
    field('checkSerialNumber', 40, 48, 'text'),
    field('terminalCity', 49, 52, 'text'),
    field('terminalState', 53, 54, 'text'),
    ...RECEIVER_NAME,
  ]),
  /** Shared network: no name; `cardAccount` is the number of the card. */
  shr: domesticEntryLayout('entry (SHR)', [
    field('cardExpirationDate', 40, 43, 'text'),
    field('documentReference', 44, 54, 'text'),
    field('cardAccount', 55, 76, 'text'),
    field('cardTransactionType', 77, 78, 'text'),
  ]),
  /** TRC, XCK: truncated and destroyed checks, without a name. */
  trc: domesticEntryLayout('entry (truncated check)', [
    CHECK_SERIAL_NUMBER,
    field('processControl', 55, 60, 'text'),
    field('itemResearchNumber', 61, 76, 'text'),
    field('itemTypeIndicator', 77, 78, 'text'),
  ]),
  /** CTX, ENR, TRX. In TRX the discretionary data are the item type indicator. */
  ctx: domesticEntryLayout('entry (CTX)', [IDENTIFICATION, ...ADDENDA_COUNT_AND_NAME]),
  ack: domesticEntryLayout('entry (ACK)', [ORIGINAL_TRACE_NUMBER, ...RECEIVER_NAME]),
  atx: domesticEntryLayout('entry (ATX)', [ORIGINAL_TRACE_NUMBER, ...ADDENDA_COUNT_AND_NAME]),
  /** CIE, MTE: name before identification. */
  cie: domesticEntryLayout('entry (CIE)', [
    field('name', 40, 61, 'text'),
    field('identification', 62, 76, 'text'),
    DISCRETIONARY_DATA,
  ]),
  /** The receiver's name is in addenda 10. */
  iat: entryLayout('entry (IAT)', [
    field('addendaCount', 13, 16, 'digits'),
    field('reserved', 17, 29, 'text'),
    requiredField('amount', 30, 39, 'digits'),
    requiredField('account', 40, 74, 'filled'),
    field('reserved2', 75, 76, 'text'),
    field('ofacScreening', 77, 77, 'text'),
    field('secondaryOfacScreening', 78, 78, 'text'),
  ]),
  /** Accounting advice: amounts of 12 digits; operator, Julian day and sequence together are its trace number. */
  adv: entryLayout('entry (ADV)', [
    requiredField('account', 13, 27, 'filled'),
    requiredField('amount', 28, 39, 'digits'),
    field('adviceRouting', 40, 48, 'text'),
    field('fileIdentification', 49, 53, 'text'),
    field('operatorData', 54, 54, 'text'),
    ...RECEIVER_NAME,
  ]),
} as const satisfies Record<string, EntryLayout>;

/** The layout of an SEC code's entries. */
export type EntryFamily = keyof typeof ENTRY_LAYOUTS;

const BATCH_START: readonly Field[] = [RECORD_TYPE, field('serviceClass', 2, 4, 'digits')];
const BATCH_CLASS: readonly Field[] = [
  field('companyIdentification', 41, 50, 'text'),
  requiredField('secCode', 51, 53, 'filled'),
  field('entryDescription', 54, 63, 'filled'),
];
const BATCH_END: readonly Field[] = [
  field('originatingDfi', 80, 87, 'text'),
  field('batchNumber', 88, 94, 'digits'),
];
const BATCH_HEADER_END: readonly Field[] = [
  field('effectiveEntryDate', 70, 75, 'text'),
  field('settlementDate', 76, 78, 'text'),
  field('originatorStatus', 79, 79, 'text'),
  ...BATCH_END,
];

/** Company/batch header, type 5 (Nacha Operating Rules, Appendix Three). Those of ADV have their dates in the same columns. */
export const BATCH_HEADER: Layout = layout('batch header', [
  ...BATCH_START,
  field('companyName', 5, 20, 'filled'),
  field('companyDiscretionaryData', 21, 40, 'text'),
  ...BATCH_CLASS,
  field('companyDescriptiveDate', 64, 69, 'text'),
  ...BATCH_HEADER_END,
]);

/** `iatIndicator` is IATCOR in notifications of change, blank otherwise. */
export const IAT_BATCH_HEADER: Layout = layout('batch header (IAT)', [
  ...BATCH_START,
  field('iatIndicator', 5, 20, 'text'),
  field('foreignExchangeIndicator', 21, 22, 'text'),
  field('foreignExchangeReferenceIndicator', 23, 23, 'text'),
  field('foreignExchangeReference', 24, 38, 'text'),
  field('destinationCountry', 39, 40, 'text'),
  ...BATCH_CLASS,
  field('originatingCurrency', 64, 66, 'text'),
  field('destinationCurrency', 67, 69, 'text'),
  ...BATCH_HEADER_END,
]);

/** Entry hash of 10 digits, then both sums, which have 20 digits in the controls of accounting advices. */
function controlTotals(from: number, sumDigits: 12 | 20): Field[] {
  const debits = from + 10;
  const credits = debits + sumDigits;
  return [
    requiredField('entryHash', from, debits - 1, 'digits'),
    requiredField('debitCents', debits, credits - 1, 'digits'),
    requiredField('creditCents', credits, credits + sumDigits - 1, 'digits'),
  ];
}

const BATCH_ENTRY_COUNT: Field = requiredField('entryAddendaCount', 5, 10, 'digits');

/** Company/batch control, type 8. */
export const BATCH_CONTROL: Layout = layout('batch control', [
  ...BATCH_START,
  BATCH_ENTRY_COUNT,
  ...controlTotals(11, 12),
  field('companyIdentification', 45, 54, 'text'),
  field('messageAuthenticationCode', 55, 73, 'text'),
  field('reserved', 74, 79, 'text'),
  ...BATCH_END,
]);

export const ADV_BATCH_CONTROL: Layout = layout('batch control (ADV)', [
  ...BATCH_START,
  BATCH_ENTRY_COUNT,
  ...controlTotals(11, 20),
  field('operatorData', 61, 79, 'text'),
  ...BATCH_END,
]);

/** File header, type 1 (Nacha Operating Rules, Appendix Three, Subpart 3.1). */
export const FILE_HEADER: Layout = layout('file header', [
  RECORD_TYPE,
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

const FILE_CONTROL_START: readonly Field[] = [
  RECORD_TYPE,
  requiredField('batchCount', 2, 7, 'digits'),
  field('blockCount', 8, 13, 'digits'),
  requiredField('entryAddendaCount', 14, 21, 'digits'),
];

/** File control, type 9. */
export const FILE_CONTROL: Layout = layout('file control', [
  ...FILE_CONTROL_START,
  ...controlTotals(22, 12),
  field('reserved', 56, 94, 'text'),
]);

export const ADV_FILE_CONTROL: Layout = layout('file control (ADV)', [
  ...FILE_CONTROL_START,
  ...controlTotals(22, 20),
  field('reserved', 72, 94, 'text'),
]);
