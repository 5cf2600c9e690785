/**
 * Everything the audit log can say was done: what it is called on the screen, and what it is done to. Facts, in the
 * past. A new action is one line here; an action that is not listed cannot be recorded.
 */
export const AUDIT_ACTIONS = {
  'session.signed_in': { label: 'Signed in', subject: 'user' },
  'session.sign_in_failed': { label: 'Sign-in failed', subject: 'user' },
  'session.signed_out': { label: 'Signed out', subject: 'user' },
  'session.ended': { label: 'Sessions ended', subject: 'user' },
  'access.denied': { label: 'Access denied', subject: 'route' },

  'password.changed': { label: 'Password changed', subject: 'user' },
  'password.change_failed': { label: 'Password change failed', subject: 'user' },
  'password.reset': { label: 'Password reset', subject: 'user' },
  'two_factor.enabled': { label: 'Two-factor set up', subject: 'user' },
  'two_factor.set_up_failed': { label: 'Two-factor set-up failed', subject: 'user' },
  'two_factor.reset': { label: 'Two-factor reset', subject: 'user' },

  'user.created': { label: 'User created', subject: 'user' },
  'user.activated': { label: 'User activated', subject: 'user' },
  'user.deactivated': { label: 'User deactivated', subject: 'user' },
  'user.role_changed': { label: 'Role changed', subject: 'user' },
  'user.locked': { label: 'User locked', subject: 'user' },
  'user.unlocked': { label: 'User unlocked', subject: 'user' },
  'user.deleted': { label: 'User deleted', subject: 'user' },
  'admin.created': { label: 'First admin created', subject: 'user' },
  'admin.recovered': { label: 'Admin recovered from the shell', subject: 'user' },

  'import.received': { label: 'File received', subject: 'import' },
  'import.stored': { label: 'Import stored', subject: 'import' },
  'import.failed': { label: 'Import failed', subject: 'import' },
  'import.discarded': { label: 'Import discarded', subject: 'import' },
  'csv_mapping.saved': { label: 'CSV mapping saved', subject: 'import' },
  'csv_mapping.forgotten': { label: 'CSV mapping forgotten', subject: 'import' },
  'import.retried': { label: 'Import tried again', subject: 'import' },
  'import.duplicate_kept': { label: 'Duplicate kept as an entry', subject: 'import' },

  'alert.viewed': { label: 'Alert evidence viewed', subject: 'alert' },
  'alert.reviewed': { label: 'Alert reviewed', subject: 'alert' },

  'audit.exported': { label: 'Audit log exported', subject: 'audit' },
  'audit.verified': { label: 'Audit log verified', subject: 'audit' },
  'audit.sealed': { label: 'Audit month sealed', subject: 'audit' },
  'audit.expired': { label: 'Audit month expired', subject: 'audit' },
  'key.rotated': { label: 'Key rotated', subject: 'key' },
  'key.retired': { label: 'Old keys retired', subject: 'key' },
} as const satisfies Record<string, { label: string; subject: string }>;

export type AuditAction = keyof typeof AUDIT_ACTIONS;
export type AuditSubject = (typeof AUDIT_ACTIONS)[AuditAction]['subject'];

export const AUDIT_ACTION_NAMES = Object.keys(AUDIT_ACTIONS) as AuditAction[];

/**
 * Details of an event: flat, so that they read as words and hash the same everywhere. Never a password, code, cookie
 * or key; member data only as ids.
 */
export type AuditDetail = Readonly<Record<string, string | number | boolean | null>>;
