import { entryKindOf } from '../nacha/entry-kind.ts';
import { FIELD_LIMITS } from './field-limits.ts';
import type { FieldReader } from './field-reader.ts';
import type { LedgerRow } from './ledger-row.ts';
import { readMoney } from './read-money.ts';
import type { RowContext } from './row-context.ts';

/** Names of each field in the order of precedence: the extraction shape, the ledger's own name, what NACHA calls it. */
const NAMES = {
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
 * A row of the extraction shape (spec section 3: `company`, `last_name`, …) or of the ledger's own camel-case names.
 * Required: company, last and first name, account, original account, transaction code, amount, transaction type.
 */
export function readExtractionRow(fields: FieldReader, { latestDay }: RowContext): LedgerRow {
  const money = readMoney(fields, {
    amount: 'amount',
    transactionType: fields.nameOf(NAMES.transactionType),
  });
  const posting = fields.date(fields.nameOf(NAMES.postingDate), latestDay);
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
    settlementDate: fields.date(fields.nameOf(NAMES.settlementDate), latestDay)?.day ?? null,
    effectiveDate: fields.date(fields.nameOf(NAMES.effectiveDate), latestDay)?.day ?? null,
    postingDate: posting?.day ?? null,
    postingMinute: posting?.minuteOfDay ?? null,
    metadata: null,
  };
}

type LimitedField = keyof typeof NAMES & keyof typeof FIELD_LIMITS;

function prose(fields: FieldReader, field: LimitedField): string | null {
  return fields.prose(fields.nameOf(NAMES[field]), { longest: FIELD_LIMITS[field] });
}

function identifier(fields: FieldReader, field: LimitedField): string | null {
  return fields.identifier(fields.nameOf(NAMES[field]), { longest: FIELD_LIMITS[field] });
}

function requiredProse(fields: FieldReader, field: LimitedField): string {
  return fields.required(fields.nameOf(NAMES[field]), prose(fields, field));
}

function requiredIdentifier(fields: FieldReader, field: LimitedField): string {
  return fields.required(fields.nameOf(NAMES[field]), identifier(fields, field));
}
