import type { Day } from '../calendar/day.ts';
import { FIELD_LIMITS, type LedgerRow, type RowContext, UNKNOWN_COMPANY } from '../ledger/ledger-row.ts';
import { type PersonName, splitName } from '../members/member-names.ts';
import { secCodeOf } from './ach-codes.ts';
import { LEDGER_KIND_BY_NACHA_KIND, type NachaEntry, type Notice } from './nacha-entry.ts';

/**
 * NACHA has no posting date; the ledger uses the settlement date, otherwise the effective date. The metadata contains
 * the records and the unsplit name.
 */
export function nachaEntryToLedgerRow(entry: NachaEntry, { latestDay }: RowContext): LedgerRow {
  const { batch } = entry;
  const { lastName, firstName, middleInitial } = nameOf(entry);
  return {
    company: entry.company ?? UNKNOWN_COMPANY,
    lastName,
    firstName,
    middleInitial,
    accountNumber: entry.account,
    originalAccount: entry.account,
    transactionCode: entry.transactionCode,
    amountCents: entry.amountCents,
    transactionType: entry.direction,
    entryKind: LEDGER_KIND_BY_NACHA_KIND[entry.kind],
    checkTracerNumber: entry.traceNumber,
    addenda:
      (entry.notice === null ? entry.information : summaryOf(entry.notice))?.slice(0, FIELD_LIMITS.addenda) ?? null,
    batch: batch.batchNumber || null,
    settlementDate: dateUpTo(batch.settlementDate, latestDay),
    effectiveDate: dateUpTo(batch.effectiveDate, latestDay),
    postingDate: null,
    postingMinute: null,
    entryDescription: batch.entryDescription || null,
    class: batch.secCode,
    metadata: metadataOf(entry),
  };
}

/** A company's name is not split. Entries without a name (cards, checks) leave both parts empty. */
function nameOf({ receiverName, batch }: NachaEntry): PersonName {
  const name = receiverName ?? '';
  if (secCodeOf(batch.secCode)?.receiver === 'company') return { lastName: name, firstName: '', middleInitial: null };
  return splitName(name);
}

/** A later date is an error in the file and would shift every figure that ends on the newest day. */
function dateUpTo(day: Day | null, latestDay: Day): Day | null {
  return day !== null && day > latestDay ? null : day;
}

/** The code comes first, because the first code in the addenda counts as the reason. */
function summaryOf(notice: Notice): string {
  const refusal = notice.type === 'change' && notice.refusedWith !== null ? `${notice.refusedWith} refuses ` : '';
  const what = `${refusal}${notice.code} ${notice.title ?? ''}`.trim();
  const text = notice.type === 'return' ? notice.information : notice.correctedData;
  const parts = [what, `original trace ${notice.originalTraceNumber}`];
  return (text === null || text === '' ? parts : [...parts, text]).join('; ');
}

function metadataOf(entry: NachaEntry): Record<string, string> {
  const { record, addenda, batch, receiverName, identification, notice, kind } = entry;
  const metadata: Record<string, string> = {
    routingNumber: entry.receivingRouting,
    companyIdentification: batch.companyIdentification,
    originatingDfi: batch.originatingDfi,
    batchLine: String(batch.header.line),
    record: record.raw,
  };
  if (addenda.length > 0) metadata['addendaRecords'] = addenda.map(({ raw }) => raw).join('\n');
  if (receiverName !== null) metadata['receiverName'] = receiverName;
  if (identification !== null) metadata['identification'] = identification;
  if (LEDGER_KIND_BY_NACHA_KIND[kind] !== kind) metadata['kind'] = kind;
  if (notice !== null) {
    metadata['noticeCode'] = notice.code;
    metadata['originalTraceNumber'] = notice.originalTraceNumber;
    if (notice.type === 'change' && notice.refusedWith !== null) metadata['refusalCode'] = notice.refusedWith;
  }
  return metadata;
}
