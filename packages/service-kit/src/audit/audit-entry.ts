import type { AUDIT_ACTIONS, AuditAction, AuditDetail } from '@clearwatch/contracts/audit/audit-actions';

/** What was done, as the code that does it says it; who and when are added when it is recorded. */
export interface AuditEntry<Action extends AuditAction = AuditAction> {
  action: Action;
  subject: {
    /** Said with the action; here for the reader. */
    type: (typeof AUDIT_ACTIONS)[Action]['subject'];
    id: string | number | null;
    /** How a person calls it now: the user or file may be gone when the log is read. */
    label?: string | null;
  };
  detail?: AuditDetail;
}
