import type { CsvMapping } from '@clearwatch/contracts/csv-mapping.dto';
import type { AuditEntry } from '@clearwatch/service-kit/audit/audit-outbox';
import { importSubject, type NamedImport } from '../imports/import-trail.ts';

/** @param fingerprint of the header, hex: says for which files the mapping is remembered; null for none */
export function mappingSaved(
  which: NamedImport,
  { mapping, fingerprint }: { mapping: CsvMapping; fingerprint: string | null },
): AuditEntry<'csv_mapping.saved'> {
  const columns = mapping.columns.map(({ column, field }) => `${column + 1}: ${field}`).join(', ');
  const { dateOrder, direction } = mapping;
  return {
    action: 'csv_mapping.saved',
    subject: importSubject(which),
    detail: { header: fingerprint, columns, dateOrder, direction },
  };
}

export function mappingForgotten(
  which: NamedImport,
  fingerprint: string,
): AuditEntry<'csv_mapping.forgotten'> {
  return { action: 'csv_mapping.forgotten', subject: importSubject(which), detail: { header: fingerprint } };
}

export function importDiscarded(which: NamedImport): AuditEntry<'import.discarded'> {
  return { action: 'import.discarded', subject: importSubject(which) };
}
