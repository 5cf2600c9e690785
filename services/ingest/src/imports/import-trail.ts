import type { AuditEntry } from '@clearwatch/service-kit/audit/audit-outbox';
import { type Actor, systemActor } from '@clearwatch/service-kit/identity/actor';

/** An import as the audit log names it: by the file's name at that time. */
export interface NamedImport {
  importId: number;
  fileName: string;
}

/** The worker acts on its own; what it does is joined to the upload by the import's id. */
export function systemFor({ importId }: NamedImport): Actor {
  return systemActor(`import-${importId}`);
}

/** @param digest SHA-256 of the bytes, hex: proves later which file it was */
export function importReceived(
  which: NamedImport,
  { fileSize, digest }: { fileSize: number; digest: string },
): AuditEntry<'import.received'> {
  return { action: 'import.received', subject: importSubject(which), detail: { fileSize, digest } };
}

export function importStored(
  which: NamedImport,
  { stored, duplicates, rejected }: { stored: number; duplicates: number; rejected: number },
): AuditEntry<'import.stored'> {
  return { action: 'import.stored', subject: importSubject(which), detail: { stored, duplicates, rejected } };
}

export function importFailed(which: NamedImport, code: string): AuditEntry<'import.failed'> {
  return { action: 'import.failed', subject: importSubject(which), detail: { code } };
}

/** A skipped row was stored after all, beside the entry that it equals. */
export function duplicateKept(
  which: NamedImport,
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
  which: NamedImport,
  { problems, toCorrect }: { problems: number; toCorrect: boolean },
): AuditEntry<'import.rejects_exported'> {
  return {
    action: 'import.rejects_exported',
    subject: importSubject(which),
    detail: { problems, toCorrect },
  };
}

export function importRetried(which: NamedImport): AuditEntry<'import.retried'> {
  return { action: 'import.retried', subject: importSubject(which) };
}

export function importUndoRequested(which: NamedImport): AuditEntry<'import.undo_requested'> {
  return { action: 'import.undo_requested', subject: importSubject(which) };
}

/** Entries that only this import had are gone; those that other files hold as well are theirs now. */
export function importUndone(
  which: NamedImport,
  { removed, passedOn }: { removed: number; passedOn: number },
): AuditEntry<'import.undone'> {
  return { action: 'import.undone', subject: importSubject(which), detail: { removed, passedOn } };
}

/** The ledger is as it was. */
export function undoFailed(which: NamedImport): AuditEntry<'import.undo_failed'> {
  return { action: 'import.undo_failed', subject: importSubject(which) };
}

export function importSubject({ importId, fileName }: NamedImport) {
  return { type: 'import', id: importId, label: fileName } as const;
}
