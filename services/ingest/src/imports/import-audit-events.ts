import type { AuditAction, AuditDetail } from '@clearwatch/contracts/audit-events';
import type { AuditEntry } from '@clearwatch/service-kit/audit/audit-outbox';
import { type Actor, systemActor } from '@clearwatch/service-kit/identity/actor';

/** An import as shown in the audit log, with the file's name at that time. */
export interface AuditedImport {
  importId: number;
  fileName: string;
}

export type ImportAction = Extract<AuditAction, `import.${string}` | `csv_mapping.${string}`>;

export function importAuditEvent(
  action: ImportAction,
  { importId, fileName }: AuditedImport,
  detail: AuditDetail = {},
): AuditEntry<ImportAction> {
  return { action, subject: { type: 'import', id: importId, label: fileName }, detail };
}

/** The request id links the worker's events to the import. */
export function importSystemActor(importId: number): Actor {
  return systemActor(`import-${importId}`);
}
