import { splitName } from '../members/split-name.ts';
import { entryKindOf } from '../nacha/entry-kind.ts';
import { FIELD_LIMITS } from './field-limits.ts';
import type { FieldReader } from './field-reader.ts';
import { type LedgerRow, UNKNOWN_COMPANY } from './ledger-row.ts';
import { readMoney } from './read-money.ts';
import type { RowContext } from './row-context.ts';

/**
 * A row of the dashboard shape (spec section 3): memberId, memberName, accountId, transactionType, amount,
 * transactionDate, description, routingNumber, achCode. Required: memberName, accountId, transactionType, amount and
 * transactionDate.
 *
 * The shape has no company, trace number or transaction code. The company is unknown, because a description such as "RENT" or
 * "CARD" names none; the code stays empty. The fields as they were written stay in `metadata`.
 */
export function readDashboardRow(fields: FieldReader, { latestDay }: RowContext): LedgerRow {
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
