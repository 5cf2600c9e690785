import type { AuditSource } from './jobs.dto.ts';

/** All audit actions: screen label, subject type, and the only service that may record the action. */
export const AUDIT_ACTIONS = {
  'session.signed_in': { label: 'Signed in', subject: 'user', by: 'auth' },
  'session.sign_in_failed': { label: 'Sign-in failed', subject: 'user', by: 'auth' },
  'session.signed_out': { label: 'Signed out', subject: 'user', by: 'gateway' },
  'session.ended': { label: 'Sessions ended', subject: 'user', by: 'gateway' },
  'access.denied': { label: 'Access denied', subject: 'route', by: 'gateway' },

  'job.retried': { label: 'Failed job retried', subject: 'job', by: 'gateway' },
  'job.discarded': { label: 'Failed job discarded', subject: 'job', by: 'gateway' },

  'password.changed': { label: 'Password changed', subject: 'user', by: 'auth' },
  'password.change_failed': { label: 'Password change failed', subject: 'user', by: 'auth' },
  'password.reset': { label: 'Password reset', subject: 'user', by: 'auth' },
  'two_factor.enabled': { label: 'Two-factor set up', subject: 'user', by: 'auth' },
  'two_factor.set_up_failed': { label: 'Two-factor setup failed', subject: 'user', by: 'auth' },
  'two_factor.reset': { label: 'Two-factor reset', subject: 'user', by: 'auth' },

  'user.created': { label: 'User created', subject: 'user', by: 'auth' },
  'user.activated': { label: 'User activated', subject: 'user', by: 'auth' },
  'user.deactivated': { label: 'User deactivated', subject: 'user', by: 'auth' },
  'user.role_changed': { label: 'Role changed', subject: 'user', by: 'auth' },
  'user.locked': { label: 'User locked', subject: 'user', by: 'auth' },
  'user.unlocked': { label: 'User unlocked', subject: 'user', by: 'auth' },
  'user.deleted': { label: 'User deleted', subject: 'user', by: 'auth' },
  'admin.created': { label: 'First admin created', subject: 'user', by: 'auth' },
  'admin.recovered': { label: 'Admin access restored by command', subject: 'user', by: 'auth' },

  'import.received': { label: 'File received', subject: 'import', by: 'ingest' },
  'import.sample_loaded': { label: 'Sample data loaded', subject: 'import', by: 'ingest' },
  'import.stored': { label: 'Import stored', subject: 'import', by: 'ingest' },
  'import.failed': { label: 'Import failed', subject: 'import', by: 'ingest' },
  'import.undo_requested': { label: 'Undo requested', subject: 'import', by: 'ingest' },
  'import.undone': { label: 'Import undone', subject: 'import', by: 'ingest' },
  'import.undo_failed': { label: 'Undo failed', subject: 'import', by: 'ingest' },
  'import.discarded': { label: 'Import discarded', subject: 'import', by: 'ingest' },
  'csv_mapping.saved': { label: 'CSV mapping saved', subject: 'import', by: 'ingest' },
  'csv_mapping.forgotten': { label: 'CSV mapping deleted', subject: 'import', by: 'ingest' },
  'import.retried': { label: 'Import retried', subject: 'import', by: 'ingest' },
  'import.rejects_exported': { label: 'Rejected rows downloaded', subject: 'import', by: 'ingest' },
  'import.duplicate_kept': { label: 'Duplicate kept as an entry', subject: 'import', by: 'ingest' },
  'document.received': { label: 'Document received', subject: 'document', by: 'ingest' },
  'document.read': { label: 'Document processed', subject: 'document', by: 'ingest' },
  'document.failed': { label: 'Document failed', subject: 'document', by: 'ingest' },
  'document.viewed': { label: 'Document viewed', subject: 'document', by: 'ingest' },
  'document.rows_decided': { label: 'Document rows reviewed', subject: 'document', by: 'ingest' },
  'document.cancelled': { label: 'Document processing canceled', subject: 'document', by: 'ingest' },
  'document.retried': { label: 'Document processing retried', subject: 'document', by: 'ingest' },
  'document.columns_requested': { label: 'Document columns requested', subject: 'document', by: 'ingest' },
  'document.columns_saved': { label: 'Document columns saved', subject: 'document', by: 'ingest' },
  'document_layout.renamed': { label: 'Document layout renamed', subject: 'document_layout', by: 'ingest' },
  'document_layout.deleted': { label: 'Document layout deleted', subject: 'document_layout', by: 'ingest' },
  'hold.placed': { label: 'Legal hold placed', subject: 'hold', by: 'ingest' },
  'hold.released': { label: 'Legal hold released', subject: 'hold', by: 'ingest' },
  'retention.purge_asked': { label: 'Purge requested by command', subject: 'retention', by: 'ingest' },
  'retention.entries_purged': { label: 'Old entries purged', subject: 'retention', by: 'ingest' },
  'retention.alerts_purged': { label: 'Old alerts purged', subject: 'retention', by: 'analytics' },
  'transaction.viewed': { label: 'Transaction viewed', subject: 'transaction', by: 'ingest' },

  'alert.viewed': { label: 'Alert evidence viewed', subject: 'alert', by: 'analytics' },
  'alert.reviewed': { label: 'Alert reviewed', subject: 'alert', by: 'analytics' },
  'alert.reopened': { label: 'Alert reopened', subject: 'alert', by: 'analytics' },
  'alert.assigned': { label: 'Alert assigned', subject: 'alert', by: 'analytics' },
  'alert.released': { label: 'Alert released', subject: 'alert', by: 'analytics' },
  'alert.exported': { label: 'Alert evidence exported', subject: 'alert', by: 'analytics' },
  'alert.replayed': { label: 'Alert recomputed', subject: 'alert', by: 'analytics' },
  'alert_chain.verified': { label: 'Alert chain verified', subject: 'alert', by: 'analytics' },
  'alert_chain.sealed': { label: 'Alert chain sealed', subject: 'alert', by: 'analytics' },
  'analysis.requested': { label: 'Full analysis requested', subject: 'analysis', by: 'analytics' },
  'policy.saved': { label: 'Detection policy saved', subject: 'policy', by: 'analytics' },
  'policy.tried_out': { label: 'Detection policy backtested', subject: 'policy', by: 'analytics' },
  'suppression.added': { label: 'Suppression added', subject: 'suppression', by: 'analytics' },
  'suppression.lifted': { label: 'Suppression ended', subject: 'suppression', by: 'analytics' },
  'settings.institution_saved': { label: 'Institution profile saved', subject: 'settings', by: 'analytics' },
  'settings.notifications_saved': {
    label: 'Notification settings saved',
    subject: 'settings',
    by: 'analytics',
  },
  'member.viewed': { label: 'Member viewed', subject: 'member', by: 'analytics' },

  'transactions.exported': { label: 'Transactions exported', subject: 'report', by: 'reports' },
  'report_filter.saved': { label: 'Report filter saved', subject: 'report_filter', by: 'reports' },
  'report_filter.deleted': { label: 'Report filter deleted', subject: 'report_filter', by: 'reports' },
  'view.saved': { label: 'View saved', subject: 'view', by: 'reports' },
  'view.deleted': { label: 'View deleted', subject: 'view', by: 'reports' },
  'report.requested': { label: 'AI report requested', subject: 'report', by: 'reports' },
  'report.composed': { label: 'AI report written', subject: 'report', by: 'reports' },
  'report.failed': { label: 'AI report failed', subject: 'report', by: 'reports' },
  'report.cancelled': { label: 'AI report canceled', subject: 'report', by: 'reports' },
  'report.viewed': { label: 'AI report viewed', subject: 'report', by: 'reports' },
  'report.exported': { label: 'AI report exported', subject: 'report', by: 'reports' },
  'report.deleted': { label: 'AI report deleted', subject: 'report', by: 'reports' },
  'report.expired': { label: 'AI reports expired', subject: 'report', by: 'reports' },

  'audit.exported': { label: 'Audit log exported', subject: 'audit', by: 'auth' },
  'audit.verified': { label: 'Audit log verified', subject: 'audit', by: 'auth' },
  'audit.sealed': { label: 'Audit month sealed', subject: 'audit', by: 'auth' },
  'audit.expired': { label: 'Audit month expired', subject: 'audit', by: 'auth' },
  'key.rotated': { label: 'Key rotated', subject: 'key', by: 'auth' },
  'key.retired': { label: 'Old keys retired', subject: 'key', by: 'auth' },
} as const satisfies Record<string, { label: string; subject: string; by: AuditSource | 'auth' }>;

export type AuditAction = keyof typeof AUDIT_ACTIONS;
export type AuditSubject = (typeof AUDIT_ACTIONS)[AuditAction]['subject'];

export const AUDIT_ACTION_NAMES = Object.keys(AUDIT_ACTIONS) as AuditAction[];

/**
 * Flat, so that every service computes the same hash. Contains no secrets, and member data only as ids, except in
 * export filters.
 */
export type AuditDetail = Readonly<Record<string, string | number | boolean | null>>;
