import type { CsvMapping } from '@clearwatch/contracts/csv-mapping.dto';
import type { AuditEntry } from '@clearwatch/service-kit/audit/audit-outbox';
import { type Actor, systemActor } from '@clearwatch/service-kit/identity/actor';

/** An import as the audit log names it: by the file's name at that time. */
export interface AuditedImport {
  importId: number;
  fileName: string;
}

/** The worker acts on its own; what it does is joined to the upload by the import's id. */
export function importSystemActor({ importId }: AuditedImport): Actor {
  return systemActor(`import-${importId}`);
}

/** @param digest SHA-256 of the bytes, hex: proves later which file it was */
export function importReceived(
  which: AuditedImport,
  { fileSize, digest }: { fileSize: number; digest: string },
): AuditEntry<'import.received'> {
  return { action: 'import.received', subject: importSubject(which), detail: { fileSize, digest } };
}

export function importStored(
  which: AuditedImport,
  { stored, duplicates, rejected }: { stored: number; duplicates: number; rejected: number },
): AuditEntry<'import.stored'> {
  return { action: 'import.stored', subject: importSubject(which), detail: { stored, duplicates, rejected } };
}

export function importFailed(which: AuditedImport, code: string): AuditEntry<'import.failed'> {
  return { action: 'import.failed', subject: importSubject(which), detail: { code } };
}

/** A skipped row was stored after all, beside the entry that it equals. */
export function duplicateKept(
  which: AuditedImport,
  { row, transactionId, twinId }: { row: number; transactionId: number; twinId: number },
): AuditEntry<'import.duplicate_kept'> {
  return {
    action: 'import.duplicate_kept',
    subject: importSubject(which),
    detail: { row, transactionId, twinId },
  };
}

/**
 * Rejected rows hold what members' files say: whoever took them away is written down before the first of them is sent.
 * @param toCorrect as a table to be corrected, not as a list of problems
 */
export function rejectsExported(
  which: AuditedImport,
  { problems, toCorrect }: { problems: number; toCorrect: boolean },
): AuditEntry<'import.rejects_exported'> {
  return {
    action: 'import.rejects_exported',
    subject: importSubject(which),
    detail: { problems, toCorrect },
  };
}

export function importRetried(which: AuditedImport): AuditEntry<'import.retried'> {
  return { action: 'import.retried', subject: importSubject(which) };
}

export function importUndoRequested(which: AuditedImport): AuditEntry<'import.undo_requested'> {
  return { action: 'import.undo_requested', subject: importSubject(which) };
}

/** Entries that only this import had are gone; those that other files hold as well are theirs now. */
export function importUndone(
  which: AuditedImport,
  { removed, passedOn }: { removed: number; passedOn: number },
): AuditEntry<'import.undone'> {
  return { action: 'import.undone', subject: importSubject(which), detail: { removed, passedOn } };
}

/** The ledger is as it was. */
export function undoFailed(which: AuditedImport): AuditEntry<'import.undo_failed'> {
  return { action: 'import.undo_failed', subject: importSubject(which) };
}

function importSubject({ importId, fileName }: AuditedImport) {
  return { type: 'import', id: importId, label: fileName } as const;
}

/** @param fingerprint of the header, hex: says for which files the mapping is remembered; null for none */
export function mappingSaved(
  which: AuditedImport,
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
  which: AuditedImport,
  fingerprint: string,
): AuditEntry<'csv_mapping.forgotten'> {
  return { action: 'csv_mapping.forgotten', subject: importSubject(which), detail: { header: fingerprint } };
}

export function importDiscarded(which: AuditedImport): AuditEntry<'import.discarded'> {
  return { action: 'import.discarded', subject: importSubject(which) };
}
