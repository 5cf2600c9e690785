import type { AuditAction } from '@clearwatch/contracts/audit-events';
import type { AuditEntry } from '@clearwatch/service-kit/audit/audit-outbox';
import { type Actor, systemActor } from '@clearwatch/service-kit/identity/actor';

/** A document as the audit log names it. */
export interface NamedDocument {
  parseJobId: number;
  fileName: string;
}

type DocumentAction = Extract<AuditAction, `document.${string}`>;

export function documentEvent(
  action: DocumentAction,
  { parseJobId, fileName }: NamedDocument,
  detail: Record<string, string | number> = {},
): AuditEntry<DocumentAction> {
  return { action, subject: { type: 'document', id: parseJobId, label: fileName }, detail };
}

/** The worker acts on its own; what it does is joined to the upload by the job's id. */
export function systemFor({ parseJobId }: NamedDocument): Actor {
  return systemActor(`document-${parseJobId}`);
}
