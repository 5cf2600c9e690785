import { UnreadableElement } from '../json/parse-json-elements.ts';
import { splitName } from '../members/member-names.ts';
import { type Cents, parseAmount } from '../money/cents.ts';
import { displayValue, type FieldProblem, FieldReader } from './field-reader.ts';
import {
  entryKindOf,
  FIELD_LIMITS,
  type LedgerRow,
  type RowContext,
  type TransactionType,
  UNKNOWN_COMPANY,
} from './ledger-row.ts';

const DIRECTIONS: ReadonlyMap<string, TransactionType> = new Map([
  ['credit', 'Credit'],
  ['deposit', 'Credit'],
  ['debit', 'Debit'],
  ['withdrawal', 'Debit'],
  ['payment', 'Debit'],
]);

/** In any case; null for other words. */
function directionFromWord(word: string): TransactionType | null {
  return DIRECTIONS.get(word) ?? DIRECTIONS.get(word.toLowerCase()) ?? null;
}

/**
 * Amount and direction of a row. Many programs write outgoing money as negative, so a negative debit is that debit. A
 * negative credit contradicts itself and is rejected.
 */
function readMoney(
  fields: FieldReader,
  names: { amount: string; transactionType: string },
): { amountCents: Cents; transactionType: TransactionType } {
  const transactionType = readDirection(fields, names.transactionType);
  const text = fields.required(names.amount, fields.identifier(names.amount, { longest: 64 }));
  if (text === '') return { amountCents: 0, transactionType };
  const amount = parseAmount(text);
  if ('reason' in amount) {
    fields.reject(names.amount, amount.reason);
    return { amountCents: 0, transactionType };
  }
  if (amount.cents < 0 && transactionType === 'Credit') {
    fields.reject(
      names.amount,
      'a credit cannot be negative; write it as a debit, or give the amount without a minus sign',
    );
  }
  return { amountCents: Math.abs(amount.cents), transactionType };
}

function readDirection(fields: FieldReader, name: string): TransactionType {
  const word = fields.required(name, fields.identifier(name, { longest: 64 }));
  if (word === '') return 'Debit';
  const direction = directionFromWord(word);
  if (direction === null)
    fields.reject(name, 'the type must be Credit, Debit, deposit, withdrawal or payment');
  return direction ?? 'Debit';
}

/**
 * Dashboard shape (spec section 3). Required: memberName, accountId, transactionType, amount and transactionDate. It
 * has no trace number, transaction code or company: a description such as "RENT" names none. Original fields stay in
 * `metadata`.
 */
function readDashboardRow(fields: FieldReader, { latestDay }: RowContext): LedgerRow {
  const money = readMoney(fields, { amount: 'amount', transactionType: 'transactionType' });
  const memberName = fields.required(
    'memberName',
    fields.prose('memberName', { longest: FIELD_LIMITS.lastName }),
  );
  const accountId = fields.required(
    'accountId',
    fields.identifier('accountId', { longest: FIELD_LIMITS.accountNumber }),
  );
  const posting = fields.date('transactionDate', latestDay);
  if (posting === null) fields.required('transactionDate', null);
  const entryDescription = fields.prose('description', { longest: FIELD_LIMITS.entryDescription });
  const marks = {
    transactionCode: '',
    amountCents: money.amountCents,
    class: fields.identifier('achCode', { longest: FIELD_LIMITS.class })?.toUpperCase() ?? null,
    entryDescription,
    addenda: null,
  };
  return {
    ...marks,
    ...money,
    ...splitName(memberName),
    company: UNKNOWN_COMPANY,
    accountNumber: accountId,
    originalAccount: accountId,
    entryKind: entryKindOf(marks),
    checkTracerNumber: null,
    batch: null,
    settlementDate: null,
    effectiveDate: null,
    postingDate: posting?.day ?? null,
    postingMinute: posting?.minuteOfDay ?? null,
    metadata: metadataOf(fields, { memberName, accountId }),
  };
}

function metadataOf(
  fields: FieldReader,
  known: { memberName: string; accountId: string },
): Record<string, string> {
  const memberId = fields.identifier('memberId', { longest: FIELD_LIMITS.metadata });
  const routingNumber = fields.identifier('routingNumber', { longest: FIELD_LIMITS.metadata });
  return {
    ...known,
    ...(memberId === null ? {} : { memberId }),
    ...(routingNumber === null ? {} : { routingNumber }),
  };
}

/** In order of precedence: extraction shape, the ledger's own name, NACHA's name. */
const EXTRACTION_FIELD_NAMES = {
  company: ['company', 'company_name', 'companyName'],
  lastName: ['last_name', 'lastName'],
  firstName: ['first_name', 'firstName'],
  middleInitial: ['middle_initial', 'middleInitial'],
  accountNumber: ['account_number', 'accountNumber'],
  originalAccount: ['original_account', 'originalAccount'],
  transactionCode: ['transaction_code', 'transactionCode'],
  amount: ['amount'],
  transactionType: ['transaction_type', 'transactionType'],
  checkTracerNumber: ['check_tracer_number', 'checkTracerNumber', 'trace_number', 'traceNumber'],
  addenda: ['addenda'],
  batch: ['batch'],
  settlementDate: ['settlement_date', 'settlementDate'],
  effectiveDate: ['effective_date', 'effectiveDate'],
  postingDate: ['posting_date', 'postingDate'],
  entryDescription: ['entry_description', 'entryDescription'],
  class: ['class', 'sec_code', 'secCode'],
} as const;

/**
 * Extraction shape (spec section 3: `company`, `last_name`, …), or the ledger's own camel-case names. Required:
 * company, last and first name, account, original account, transaction code, amount, transaction type.
 */
function readExtractionRow(fields: FieldReader, { latestDay }: RowContext): LedgerRow {
  const money = readMoney(fields, {
    amount: 'amount',
    transactionType: fields.nameOf(EXTRACTION_FIELD_NAMES.transactionType),
  });
  const posting = fields.date(fields.nameOf(EXTRACTION_FIELD_NAMES.postingDate), latestDay);
  const marks = {
    transactionCode: requiredIdentifier(fields, 'transactionCode'),
    amountCents: money.amountCents,
    class: identifier(fields, 'class')?.toUpperCase() ?? null,
    entryDescription: prose(fields, 'entryDescription'),
    addenda: prose(fields, 'addenda'),
  };
  return {
    ...marks,
    ...money,
    company: requiredProse(fields, 'company'),
    lastName: requiredProse(fields, 'lastName'),
    firstName: requiredProse(fields, 'firstName'),
    middleInitial: prose(fields, 'middleInitial'),
    accountNumber: requiredIdentifier(fields, 'accountNumber'),
    originalAccount: requiredIdentifier(fields, 'originalAccount'),
    entryKind: entryKindOf(marks),
    checkTracerNumber: identifier(fields, 'checkTracerNumber'),
    batch: identifier(fields, 'batch'),
    settlementDate: fields.date(fields.nameOf(EXTRACTION_FIELD_NAMES.settlementDate), latestDay)?.day ?? null,
    effectiveDate: fields.date(fields.nameOf(EXTRACTION_FIELD_NAMES.effectiveDate), latestDay)?.day ?? null,
    postingDate: posting?.day ?? null,
    postingMinute: posting?.minuteOfDay ?? null,
    metadata: null,
  };
}

type LimitedField = keyof typeof EXTRACTION_FIELD_NAMES & keyof typeof FIELD_LIMITS;

function prose(fields: FieldReader, field: LimitedField): string | null {
  return fields.prose(fields.nameOf(EXTRACTION_FIELD_NAMES[field]), { longest: FIELD_LIMITS[field] });
}

function identifier(fields: FieldReader, field: LimitedField): string | null {
  return fields.identifier(fields.nameOf(EXTRACTION_FIELD_NAMES[field]), { longest: FIELD_LIMITS[field] });
}

function requiredProse(fields: FieldReader, field: LimitedField): string {
  return fields.required(fields.nameOf(EXTRACTION_FIELD_NAMES[field]), prose(fields, field));
}

function requiredIdentifier(fields: FieldReader, field: LimitedField): string {
  return fields.required(fields.nameOf(EXTRACTION_FIELD_NAMES[field]), identifier(fields, field));
}

export type ReadRow = { row: LedgerRow } | { problems: FieldProblem[] };

const DASHBOARD_FIELDS = ['accountId', 'memberName', 'transactionDate', 'memberId'];

/**
 * Reads an element of a JSON import in either shape of spec section 3, or reports all of its problems. A row with a
 * field that only the dashboard shape has is read as that shape; unknown fields are ignored.
 * Numbers should be text, as `JsonElementReader` delivers them; a JavaScript number has already been rounded to a
 * float.
 */
export function readTransactionRow(element: unknown, context: RowContext): ReadRow {
  if (element instanceof UnreadableElement) {
    return { problems: [{ field: element.field, value: '', reason: element.reason }] };
  }
  if (typeof element !== 'object' || element === null || Array.isArray(element)) {
    const reason = 'a row must be an object in { } with named fields';
    return { problems: [{ field: 'row', value: displayValue(element), reason }] };
  }
  const fields = new FieldReader(element as Record<string, unknown>);
  const isDashboardRow = DASHBOARD_FIELDS.some((name) => Object.hasOwn(element, name));
  const row = isDashboardRow ? readDashboardRow(fields, context) : readExtractionRow(fields, context);
  return fields.problems.length > 0 ? { problems: fields.problems } : { row };
}
