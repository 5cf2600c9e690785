import type { SampleEntry, SampleNotice } from '../ledger/sample-entry.ts';
import { digits, record, text } from './columns.ts';
import { iatAddenda } from './iat-records.ts';

const INFORMATION = /.{1,80}/g;

/** The addenda of an entry: 99 of a return, 98 of a notification of change, 10 to 16 of an international one, 05 for what a payment is for. */
export function addendaRecords(entry: SampleEntry): string[] {
  if (entry.notice !== null) return [noticeRecord(entry, entry.notice)];
  if (entry.secCode === 'IAT') return iatAddenda(entry);
  const sequence = entry.traceNumber.slice(-7);
  return (entry.addenda?.match(INFORMATION) ?? []).map((part, index) =>
    record('705', text(part, 80), digits(index + 1, 4), sequence),
  );
}

/** The institution that had received the original entry is the one that sends the notice. */
function noticeRecord(
  { traceNumber }: SampleEntry,
  { code, originalTrace, correctedData }: SampleNotice,
): string {
  const originalDfi = traceNumber.slice(0, 8);
  const start = [code, originalTrace, text('', 6), originalDfi];
  return code.startsWith('R')
    ? record('799', ...start, text('', 44), traceNumber)
    : record('798', ...start, text(correctedData ?? '', 29), text('', 15), traceNumber);
}
