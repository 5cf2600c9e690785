import { AUDIT_ACTIONS, type AuditAction } from '@clearwatch/contracts/audit-events';
import { filterFormat, readMatching } from '../../lib/list-query.ts';
import { readDay, readPage, readText, withParams } from '../../lib/url-params.ts';

type ActionArea = AuditAction extends `${infer Area}.${string}` ? Area : never;

/** The name of an action begins with its area. A missing area is a type error. */
const ACTION_AREA_LABELS: Record<ActionArea, string> = {
  session: 'Sessions',
  access: 'Access',
  password: 'Passwords',
  two_factor: 'Two-factor',
  user: 'Users',
  admin: 'Admins',
  import: 'Imports',
  csv_mapping: 'CSV mappings',
  transaction: 'Transactions',
  alert: 'Alerts',
  member: 'Members',
  audit: 'Audit log',
  key: 'Keys',
  alert_chain: 'Alert chain',
  analysis: 'Analyses',
  policy: 'Detection policy',
  suppression: 'Suppressions',
  document: 'Documents',
  document_layout: 'Document layouts',
  transactions: 'Transaction reports',
  report_filter: 'Report filters',
  view: 'Saved views',
  report: 'AI reports',
  settings: 'Settings',
  job: 'Jobs',
  approval: 'Approvals',
  hold: 'Legal holds',
  retention: 'Retention',
};

export const AUDIT_PAGE_SIZE = 50;

const FILTERS = filterFormat({
  search: readText,
  /** One action or a whole area. */
  action: (params) => {
    const action = params.get('action') ?? '';
    return Object.hasOwn(ACTION_AREA_LABELS, action) || Object.hasOwn(AUDIT_ACTIONS, action) ? action : '';
  },
  actorId: readMatching(/^[1-9]\d{0,8}$/),
  subjectType: readMatching(/^[a-z_]{1,40}$/),
  subjectId: readMatching(/^.{1,200}$/),
  from: readDay,
  to: readDay,
});

/** `page`: from 1. */
export type AuditFilters = typeof FILTERS.none & { page: number };

export const NO_AUDIT_FILTERS: AuditFilters = { ...FILTERS.none, page: 1 };

export function readAuditFilters(params: URLSearchParams): AuditFilters {
  return { ...FILTERS.read(params), page: readPage(params) };
}

export const auditExportQuery = (filters: AuditFilters): URLSearchParams => FILTERS.write(filters);

export const auditAddressParams = (filters: AuditFilters): URLSearchParams =>
  withParams(FILTERS.write(filters), { page: filters.page > 1 ? filters.page : null });

export const auditPageQuery = (filters: AuditFilters): URLSearchParams =>
  withParams(FILTERS.write(filters), { page: filters.page, pageSize: AUDIT_PAGE_SIZE });

export const isAuditFiltered: (filters: AuditFilters) => boolean = FILTERS.isFiltered;

/** All actions by area. In a group of several, the first option selects the whole area. */
export function actionGroups(): { label: string; options: { value: string; label: string }[] }[] {
  return Object.entries(ACTION_AREA_LABELS).map(([area, label]) => {
    const own = Object.entries(AUDIT_ACTIONS).filter(([action]) => action.startsWith(`${area}.`));
    const whole = own.length > 1 ? [{ value: area, label: `${label}: all` }] : [];
    return { label, options: [...whole, ...own.map(([value, action]) => ({ value, label: action.label }))] };
  });
}
