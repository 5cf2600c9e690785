import type { AuditAction, AuditSubject } from '@clearwatch/contracts/audit-events';
import { VIEW_SCREENS } from '@clearwatch/contracts/saved-views.dto';

/** Whose views are kept here. Those of transaction reports are filter sets, the others the query of an address. */
export const KEPT_SCREENS = ['report', ...VIEW_SCREENS] as const;
export type KeptScreen = (typeof KEPT_SCREENS)[number];

interface ViewKind {
  /** What one is called, in full and for short. */
  noun: string;
  short: string;
  /** The screen itself is theirs alone. */
  isForAdmins: boolean;
  saved: AuditAction;
  deleted: AuditAction;
  subject: AuditSubject;
}

const FILTER_SET: ViewKind = {
  noun: 'saved filter',
  short: 'filter',
  isForAdmins: false,
  saved: 'report_filter.saved',
  deleted: 'report_filter.deleted',
  subject: 'report_filter',
};
const LIST: ViewKind = {
  noun: 'saved view',
  short: 'view',
  isForAdmins: false,
  saved: 'view.saved',
  deleted: 'view.deleted',
  subject: 'view',
};

export const VIEW_KINDS: Record<KeptScreen, ViewKind> = {
  report: FILTER_SET,
  members: LIST,
  companies: LIST,
  fraud: LIST,
  audit: { ...LIST, isForAdmins: true },
};
