import type { CsvField } from '@clearwatch/contracts/csv-mapping';
import { parseDate } from '../calendar/parse-date.ts';
import { UnreadableElement } from '../json/parse-json-elements.ts';
import { splitName } from '../members/member-names.ts';
import { parseAmount } from '../money/cents.ts';
import { displayValue, type FieldProblem, FieldReader, type FieldSource } from './field-reader.ts';
import { entryKindOf, type LedgerRow, type RowContext, type TransactionType, UNKNOWN_COMPANY } from './ledger-row.ts';

const DIRECTIONS: ReadonlyMap<string, TransactionType> = new Map([
  ['credit', 'Credit'],
  ['deposit', 'Credit'],
  ['debit', 'Debit'],
  ['withdrawal', 'Debit'],
  ['payment', 'Debit'],
]);

/**
 * Many programs write outgoing money as a negative amount, so a negative debit is accepted as a debit. A negative
 * credit is a contradiction.
 */
function readMoney(fields: FieldReader): Pick<LedgerRow, 'amountCents' | 'transactionType'> {
  const transactionType = readDirection(fields);
  const text = fields.requiredIdentifier('amount');
  const amount = text === '' ? { cents: 0 } : parseAmount(text);
  if ('reason' in amount) {
    fields.reject('amount', amount.reason);
    return { amountCents: 0, transactionType };
  }
  if (amount.cents < 0 && transactionType === 'Credit') {
    const reason = 'a credit cannot be negative; remove the minus sign, or change the row to a debit';
    fields.reject('amount', reason);
  }
  return { amountCents: Math.abs(amount.cents), transactionType };
}

function readDirection(fields: FieldReader): TransactionType {
  const word = fields.requiredIdentifier('transactionType');
  const direction = DIRECTIONS.get(word) ?? DIRECTIONS.get(word.toLowerCase());
  if (direction === undefined && word !== '')
    fields.reject('transactionType', 'this type is unknown; use Credit, Debit, deposit, withdrawal or payment');
  return direction ?? 'Debit';
}

/** Field names in the file, in order of precedence. */
type FieldNames = Partial<Record<CsvField, readonly string[]>>;

const DASHBOARD_NAMES: FieldNames = {
  fullName: ['memberName'],
  accountNumber: ['accountId'],
  transactionType: ['transactionType'],
  amount: ['amount'],
  postingDate: ['transactionDate'],
  entryDescription: ['description'],
  class: ['achCode'],
  memberId: ['memberId'],
  routingNumber: ['routingNumber'],
};

/** Dashboard shape (spec section 3). A description such as "RENT" is not a company. `metadata` keeps the originals. */
function readDashboardRow(fields: FieldReader): LedgerRow {
  const money = readMoney(fields);
  const memberName = fields.requiredProse('fullName');
  const accountId = fields.requiredIdentifier('accountNumber');
  const posting = fields.date('postingDate');
  if (posting === null) fields.required('postingDate', null);
  const entryDescription = fields.prose('entryDescription');
  const kindFields = {
    transactionCode: '',
    amountCents: money.amountCents,
    class: fields.identifier('class')?.toUpperCase() ?? null,
    entryDescription,
    addenda: null,
  };
  const memberId = fields.identifier('memberId');
  const routingNumber = fields.identifier('routingNumber');
  return {
    ...kindFields,
    ...money,
    ...splitName(memberName),
    company: UNKNOWN_COMPANY,
    accountNumber: accountId,
    originalAccount: accountId,
    entryKind: entryKindOf(kindFields),
    checkTracerNumber: null,
    batch: null,
    settlementDate: null,
    effectiveDate: null,
    postingDate: posting?.day ?? null,
    postingMinute: posting?.minuteOfDay ?? null,
    metadata: {
      memberName,
      accountId,
      ...(memberId !== null && { memberId }),
      ...(routingNumber !== null && { routingNumber }),
    },
  };
}

/** Names in the extraction shape first, then those in the ledger and in NACHA files. */
const EXTRACTION_NAMES: FieldNames = {
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
};

/** Extraction shape (spec section 3: `company`, `last_name`, …), or the ledger's own camel-case names. */
function readExtractionRow(fields: FieldReader): LedgerRow {
  const money = readMoney(fields);
  const posting = fields.date('postingDate');
  const kindFields = fields.kindFields(fields.requiredIdentifier('transactionCode'), money.amountCents);
  return {
    ...kindFields,
    ...money,
    company: fields.requiredProse('company'),
    lastName: fields.requiredProse('lastName'),
    firstName: fields.requiredProse('firstName'),
    middleInitial: fields.prose('middleInitial'),
    accountNumber: fields.requiredIdentifier('accountNumber'),
    originalAccount: fields.requiredIdentifier('originalAccount'),
    entryKind: entryKindOf(kindFields),
    checkTracerNumber: fields.identifier('checkTracerNumber'),
    batch: fields.identifier('batch'),
    settlementDate: fields.date('settlementDate')?.day ?? null,
    effectiveDate: fields.date('effectiveDate')?.day ?? null,
    postingDate: posting?.day ?? null,
    postingMinute: posting?.minuteOfDay ?? null,
    metadata: null,
  };
}

/** Reads own properties only, so `__proto__` and `constructor` are never fields. */
function jsonSource(element: object, names: FieldNames, { latestDay }: RowContext): FieldSource {
  const own = (name: string): unknown =>
    Object.hasOwn(element, name) ? element[name as keyof typeof element] : undefined;
  const nameOf = (field: CsvField): string => {
    const candidates = names[field] ?? [];
    return candidates.find((name) => (own(name) ?? '') !== '') ?? candidates[0] ?? '';
  };
  return {
    name: nameOf,
    value: (field) => own(nameOf(field)),
    parseDate: (text) => parseDate(text, latestDay),
  };
}

export type ReadRow = { row: LedgerRow } | { problems: FieldProblem[] };

const DASHBOARD_FIELDS = ['accountId', 'memberName', 'transactionDate', 'memberId'];

/** Reads either shape in spec section 3. Numbers should be text, because a JavaScript number is already rounded. */
export function readTransactionRow(element: unknown, context: RowContext): ReadRow {
  if (element instanceof UnreadableElement) {
    return { problems: [{ field: 'row', value: '', reason: element.reason }] };
  }
  if (typeof element !== 'object' || element === null || Array.isArray(element)) {
    const reason = 'a row must be an object in { } with named fields';
    return { problems: [{ field: 'row', value: displayValue(element), reason }] };
  }
  const isDashboardRow = DASHBOARD_FIELDS.some((name) => Object.hasOwn(element, name));
  const names = isDashboardRow ? DASHBOARD_NAMES : EXTRACTION_NAMES;
  const fields = new FieldReader(jsonSource(element, names, context));
  const row = isDashboardRow ? readDashboardRow(fields) : readExtractionRow(fields);
  return fields.problems.length > 0 ? { problems: fields.problems } : { row };
}
