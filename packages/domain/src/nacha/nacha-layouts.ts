import { columns, RECORD_COLUMNS } from './nacha-record.ts';

/** flag: 0 or 1 · filled: not blank. A control character is wrong in every field; in `text` it becomes a space. */
type FieldKind = 'digits' | 'flag' | 'filled' | 'text';

export interface Field {
  readonly name: string;
  /** First and last column, from 1, inclusive. */
  readonly from: number;
  readonly to: number;
  readonly kind: FieldKind;
  /** Problems in a required field are errors; those in other fields are warnings. */
  readonly isRequired: boolean;
}

/** The fields of one record type, from column 1 to 94 without a gap. */
export interface Layout {
  readonly title: string;
  readonly fields: readonly Field[];
  readonly byName: ReadonlyMap<string, Field>;
  /** Matches every record whose fields are all well-formed. */
  readonly pattern: RegExp;
  /** Like `pattern`, but only for records in printable ASCII, which need no decoding. */
  readonly plainPattern: RegExp;
}

/** "amount 30-39 digits!": a name, its columns, its kind unless it is `text`, and ! for a required field. */
const FIELD = /^(\w+) (\d+)(?:-(\d+))?(?: (digits|flag|filled))?(!?)$/;

function parseField(text: string): Field {
  const [, name = '', from = '', to = from, kind = 'text', mark] = FIELD.exec(text) ?? [];
  return { name, from: Number(from), to: Number(to), kind: kind as FieldKind, isRequired: mark === '!' };
}

/** @param fieldLists comma-separated fields for `parseField` @throws Error if fields overlap or leave a column out */
export function layout(title: string, ...fieldLists: readonly string[]): Layout {
  const fields = fieldLists.join(', ').split(', ').map(parseField);
  let column = 1;
  for (const { name, from, to } of fields) {
    if (from !== column || to < from) throw new Error(`${title}: ${name} must begin at column ${column}`);
    column = to + 1;
  }
  if (column !== RECORD_COLUMNS + 1) throw new Error(`${title} must end at column ${RECORD_COLUMNS}`);
  return {
    title,
    fields,
    byName: new Map(fields.map((item) => [item.name, item])),
    pattern: patternOf(fields, TEXT_PATTERN),
    plainPattern: patternOf(fields, ASCII_PATTERN),
  };
}

/**
 * The name in words: "originatingDfi" is "originating DFI", "debitCents" is "debit amount", "reserved2" is "reserved".
 */
export function fieldLabel(name: string): string {
  const words = name
    .replace(/\d+$/, '')
    .replace(/Cents$/, 'Amount')
    .replaceAll(/[A-Z]/g, ' $&')
    .toLowerCase();
  return words.replaceAll(/\b(?:dfi|ofac|sec|iat)\b/g, (abbreviation) => abbreviation.toUpperCase());
}

/** @throws Error for a layout without this field */
export function fieldOf({ title, byName }: Layout, name: string): Field {
  const found = byName.get(name);
  if (found === undefined) throw new Error(`${title} has no field ${name}`);
  return found;
}

/** The contents of all fields, including spaces: joined, they are the record. */
export function valuesOf({ fields }: Layout, text: string): string[] {
  return fields.map(({ from, to }) => columns(text, from, to));
}

/** Everything but control characters (C0, DEL). C1 is allowed: Windows-1252 has quotes and dashes there. */
const TEXT_PATTERN = '[^\\x00-\\x1f\\x7f]';
const ASCII_PATTERN = '[ -~]';

function patternOf(fields: readonly Field[], text: string): RegExp {
  return new RegExp(`^${fields.map((item) => fieldPattern(item, text)).join('')}$`);
}

/** One character class per column, because the regex engine takes four times as long with quantifiers (`{17}`). */
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

const RECORD_TYPE = 'recordType 1 digits!';

/** Entry details, type 6 (Nacha Operating Rules, Appendix Three, "Sequence of Records" for each SEC code). */
const ENTRY_START = `${RECORD_TYPE}, transactionCode 2-3 digits!, receivingDfi 4-11 digits, checkDigit 12 digits`;
const ENTRY_END = 'addendaIndicator 79 flag, traceNumber 80-94 digits';
const RECEIVER_NAME = 'name 55-76, discretionaryData 77-78';
const ADDENDA_COUNT_AND_NAME = 'addendaCount 55-58 digits, name 59-74, reserved 75-76, discretionaryData 77-78';

/** An entry's layout, with the fields that readers need; some families lack a name, identification or addenda count. */
export interface EntryLayout extends Layout {
  amount: Field;
  account: Field;
  name: Field | undefined;
  /** The individual identification number, otherwise the check serial number. */
  identification: Field | undefined;
  addendaCount: Field | undefined;
}

function entryLayout(title: string, ...fieldLists: readonly string[]): EntryLayout {
  const entry = layout(title, ENTRY_START, ...fieldLists, ENTRY_END);
  return {
    ...entry,
    amount: fieldOf(entry, 'amount'),
    account: fieldOf(entry, 'account'),
    name: entry.byName.get('name'),
    identification: entry.byName.get('identification') ?? entry.byName.get('checkSerialNumber'),
    addendaCount: entry.byName.get('addendaCount'),
  };
}

/** @param fieldLists from column 40 to 78 */
function domesticEntryLayout(title: string, ...fieldLists: readonly string[]): EntryLayout {
  return entryLayout(title, 'account 13-29 filled!, amount 30-39 digits!', ...fieldLists);
}

/** Fields with the same meaning have the same name: `name` is the receiver's name. */
export const ENTRY_LAYOUTS = {
  /** PPD, WEB, TEL, CCD, POS, COR, DNE. In WEB and TEL, the discretionary data contain the payment type, R or S. */
  default: domesticEntryLayout('entry', 'identification 40-54', RECEIVER_NAME),
  /** ARC, BOC, RCK. */
  check: domesticEntryLayout('entry (converted check)', 'checkSerialNumber 40-54', RECEIVER_NAME),
  pop: domesticEntryLayout(
    'entry (POP)',
    'checkSerialNumber 40-48, terminalCity 49-52, terminalState 53-54',
    RECEIVER_NAME,
  ),
  /** Shared network: no name; `cardAccount` is the card number. */
  shr: domesticEntryLayout(
    'entry (SHR)',
    'cardExpirationDate 40-43, documentReference 44-54, cardAccount 55-76, cardTransactionType 77-78',
  ),
  /** TRC, XCK: truncated and destroyed checks, without a name. */
  trc: domesticEntryLayout(
    'entry (TRC or XCK)',
    'checkSerialNumber 40-54, processControl 55-60, itemResearchNumber 61-76, itemTypeIndicator 77-78',
  ),
  /** CTX, ENR, TRX. In TRX, the discretionary data contain the item type indicator. */
  ctx: domesticEntryLayout('entry (CTX)', 'identification 40-54', ADDENDA_COUNT_AND_NAME),
  ack: domesticEntryLayout('entry (ACK)', 'originalTraceNumber 40-54', RECEIVER_NAME),
  atx: domesticEntryLayout('entry (ATX)', 'originalTraceNumber 40-54', ADDENDA_COUNT_AND_NAME),
  /** CIE, MTE: name before identification. */
  cie: domesticEntryLayout('entry (CIE)', 'name 40-61, identification 62-76, discretionaryData 77-78'),
  /** The receiver's name is in addenda 10. */
  iat: entryLayout(
    'entry (IAT)',
    'addendaCount 13-16 digits, reserved 17-29, amount 30-39 digits!, account 40-74 filled!',
    'reserved2 75-76, ofacScreening 77, secondaryOfacScreening 78',
  ),
  /** Accounting advice: 12-digit amounts; ACH operator, Julian day and sequence number form the trace number. */
  adv: entryLayout(
    'entry (ADV)',
    'account 13-27 filled!, amount 28-39 digits!, adviceRouting 40-48, fileIdentification 49-53, operatorData 54',
    RECEIVER_NAME,
  ),
} as const satisfies Record<string, EntryLayout>;

export type EntryFamily = keyof typeof ENTRY_LAYOUTS;

const BATCH_START = `${RECORD_TYPE}, serviceClass 2-4 digits`;
const BATCH_CLASS = 'companyIdentification 41-50, secCode 51-53 filled!, entryDescription 54-63 filled';
const BATCH_END = 'originatingDfi 80-87, batchNumber 88-94 digits';
const BATCH_HEADER_END = `effectiveEntryDate 70-75, settlementDate 76-78, originatorStatus 79, ${BATCH_END}`;

/** Company/batch header, type 5 (Nacha Operating Rules, Appendix Three). ADV headers have the same date columns. */
export const BATCH_HEADER: Layout = layout(
  'batch header',
  BATCH_START,
  'companyName 5-20 filled, companyDiscretionaryData 21-40',
  BATCH_CLASS,
  'companyDescriptiveDate 64-69',
  BATCH_HEADER_END,
);

/** `iatIndicator` is IATCOR in notifications of change, blank otherwise. */
export const IAT_BATCH_HEADER: Layout = layout(
  'batch header (IAT)',
  BATCH_START,
  'iatIndicator 5-20, foreignExchangeIndicator 21-22, foreignExchangeReferenceIndicator 23',
  'foreignExchangeReference 24-38, destinationCountry 39-40',
  BATCH_CLASS,
  'originatingCurrency 64-66, destinationCurrency 67-69',
  BATCH_HEADER_END,
);

/** Company/batch control, type 8. In controls for accounting advices, sums have 20 digits. */
export const BATCH_CONTROL: Layout = layout(
  'batch control',
  BATCH_START,
  'entryAddendaCount 5-10 digits!, entryHash 11-20 digits!, debitCents 21-32 digits!, creditCents 33-44 digits!',
  'companyIdentification 45-54, messageAuthenticationCode 55-73, reserved 74-79',
  BATCH_END,
);

export const ADV_BATCH_CONTROL: Layout = layout(
  'batch control (ADV)',
  BATCH_START,
  'entryAddendaCount 5-10 digits!, entryHash 11-20 digits!, debitCents 21-40 digits!, creditCents 41-60 digits!',
  'operatorData 61-79',
  BATCH_END,
);

/** File header, type 1 (Nacha Operating Rules, Appendix Three, Subpart 3.1). */
export const FILE_HEADER: Layout = layout(
  'file header',
  RECORD_TYPE,
  'priorityCode 2-3 digits, immediateDestination 4-13, immediateOrigin 14-23, fileCreationDate 24-29 digits',
  'fileCreationTime 30-33, fileIdModifier 34, recordSize 35-37 digits, blockingFactor 38-39 digits',
  'formatCode 40 digits, immediateDestinationName 41-63, immediateOriginName 64-86, referenceCode 87-94',
);

/** File control, type 9. */
const FILE_CONTROL_START = `${RECORD_TYPE}, batchCount 2-7 digits!, blockCount 8-13 digits, entryAddendaCount 14-21 digits!`;

export const FILE_CONTROL: Layout = layout(
  'file control',
  FILE_CONTROL_START,
  'entryHash 22-31 digits!, debitCents 32-43 digits!, creditCents 44-55 digits!, reserved 56-94',
);

export const ADV_FILE_CONTROL: Layout = layout(
  'file control (ADV)',
  FILE_CONTROL_START,
  'entryHash 22-31 digits!, debitCents 32-51 digits!, creditCents 52-71 digits!, reserved 72-94',
);
