/** Kinds of admin actions for which the settings can require a second admin. */
export const CHOSEN_APPROVALS = [
  'role_change',
  'two_factor_reset',
  'import_undo',
  'policy_change',
  'hold_release',
] as const;
export type ChosenApproval = (typeof CHOSEN_APPROVALS)[number];

/** `security_settings` needs approval while any other kind does, so that one admin cannot turn approvals off. */
export const APPROVAL_KINDS = [...CHOSEN_APPROVALS, 'security_settings'] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

/** A request that no one decides ends after this time. */
export const APPROVAL_HOURS = 72;

/**
 * approved: being executed · executed, failed: after an approval · withdrawn: rejected by the requester · expired: no one
 * decided in time.
 */
export const APPROVAL_STATES = [
  'pending',
  'approved',
  'executed',
  'failed',
  'rejected',
  'withdrawn',
  'expired',
] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];
