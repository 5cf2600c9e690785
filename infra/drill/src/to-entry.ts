import { epochDay } from '@clearwatch/domain/calendar/day';
import { companyKey } from '@clearwatch/domain/detection/company-key';
import type { Entry } from '@clearwatch/domain/detection/detection-entry';
import type { EntryKind } from '@clearwatch/domain/ledger/ledger-row';
import { parseCents } from '@clearwatch/domain/money/cents';

export const ENTRY_COLUMNS = `id::text, account_number, company, first_name, last_name, event_date::text, posting_minute,
  amount::text, transaction_type::text, entry_kind::text, entry_description, addenda, class, transaction_code,
  check_tracer_number, import_id::text, line`;

export interface EntryRow {
  id: string;
  account_number: string;
  company: string;
  first_name: string;
  last_name: string;
  event_date: string | null;
  posting_minute: number | null;
  amount: string;
  transaction_type: 'Credit' | 'Debit';
  entry_kind: EntryKind;
  entry_description: string | null;
  addenda: string | null;
  class: string | null;
  transaction_code: string;
  check_tracer_number: string | null;
  import_id: string;
  line: number;
}

/** A row of the ledger as detection reads it. */
export function toEntry(row: EntryRow): Entry {
  const name = `${row.first_name} ${row.last_name}`.trim();
  return {
    id: row.id,
    accountNumber: row.account_number,
    company: row.company,
    companyKey: companyKey(row.company),
    receiverName: name === '' ? null : name,
    day: row.event_date,
    epochDay: row.event_date === null ? null : epochDay(row.event_date),
    minuteOfDay: row.posting_minute,
    amountCents: parseCents(row.amount),
    transactionType: row.transaction_type,
    entryKind: row.entry_kind,
    entryDescription: row.entry_description,
    addenda: row.addenda,
    class: row.class,
    transactionCode: row.transaction_code,
    traceNumber: row.check_tracer_number,
    importId: row.import_id,
    line: row.line,
  };
}
