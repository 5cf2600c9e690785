import type { ApprovalKind, ApprovalState } from '@clearwatch/contracts/approvals';
import type { AccountChangeKind } from '@clearwatch/contracts/sign-in.dto';

const ACCOUNT_CHANGE_TEXTS: Readonly<Record<AccountChangeKind, string>> = {
  password_reset: 'reset your password',
  password_reset_kept: 'reset your password without requiring you to change it, so they may know it',
  two_factor_reset: 'reset your two-factor authentication',
  made_admin: 'made you an admin',
  made_user: 'changed your role to User',
  activated: 'activated your account',
  deactivated: 'deactivated your account',
  unlocked: 'unlocked your account',
  sessions_ended: 'ended your sessions',
  recovered: 'restored your admin access by command',
};

const textIn = (texts: Readonly<Record<string, string>>, kind: string | null): string | undefined =>
  kind !== null && Object.hasOwn(texts, kind) ? texts[kind] : undefined;

/** "lena reset your password". */
export function accountChangeText({ kind, by }: { kind: string | null; by: string }): string {
  return `${by} ${textIn(ACCOUNT_CHANGE_TEXTS, kind) ?? 'changed your account'}`;
}

export const APPROVAL_LABELS: Readonly<Record<ApprovalKind, string>> = {
  role_change: 'Role change, reactivation or deletion of a user',
  two_factor_reset: 'Two-factor reset',
  import_undo: 'Undo of an import',
  policy_change: 'Change to the detection policy or a suppression',
  hold_release: 'Release of a legal hold',
  security_settings: 'Change to the approval settings',
};

export function approvalLabel(kind: string | null): string {
  return textIn(APPROVAL_LABELS, kind) ?? 'An admin action';
}

export const APPROVAL_STATE_LABELS: Readonly<Record<ApprovalState, string>> = {
  pending: 'Waiting',
  approved: 'In progress',
  executed: 'Approved',
  failed: 'Failed',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
};
