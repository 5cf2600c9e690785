import type { AuditAction } from '@clearwatch/contracts/audit-events';

/** Routes that return member data and the event that each records before it answers. */
export const RECORDED_READS: Readonly<Record<string, AuditAction>> = {
  'GET /api/audit-events/export': 'audit.exported',
  'GET /api/imports/{id}/duplicates': 'import.rows_viewed',
  'GET /api/imports/{id}/mapping': 'import.rows_viewed',
  'POST /api/imports/{id}/mapping/preview': 'import.rows_viewed',
  'GET /api/imports/{id}/rejects': 'import.rows_viewed',
  'GET /api/imports/{id}/rejects.csv': 'import.rejects_exported',
  'GET /api/imports/{id}/rejects-to-correct.csv': 'import.rejects_exported',
  'GET /api/members/detail/{firstName}/{lastName}': 'member.viewed',
  'GET /api/members/{id}/overview': 'member.viewed',
  'GET /api/parse-jobs/{id}': 'document.viewed',
  'GET /api/parse-jobs/{id}/columns': 'document.viewed',
  'GET /api/parse-jobs/{id}/document': 'document.downloaded',
  'GET /api/parse-jobs/{id}/pages/{page}': 'document.viewed',
  'POST /api/reports/export-csv': 'transactions.exported',
  'GET /api/reports/{id}': 'report.viewed',
  'GET /api/reports/{id}/report.md': 'report.exported',
  'GET /api/reports/{id}/report.pdf': 'report.exported',
  'GET /api/transactions/{id}': 'transaction.viewed',
  'GET /api/unusual-activities/{id}': 'alert.viewed',
  'GET /api/unusual-activities/{id}/evidence.pdf': 'alert.exported',
  'GET /api/unusual-activities/{id}/replay': 'alert.replayed',
  'GET /api/unusual-activities/{id}/surroundings': 'alert.viewed',
};

const LIST = 'A list that changes with every filter and page; opening one of its rows is recorded.';
const FIGURES = 'Counts and sums without members.';
const ACCOUNTS = 'About users of Clearwatch, not members.';
const OWN = "The user's own settings or notifications, without member data.";
const SYSTEM = 'The state of the installation, without member data.';
const POLICY = 'Detection settings, without member data.';
const FILES = 'File names, counts and states, without rows.';

/** Every other route that only reads, and why it records no event. */
export const UNRECORDED_READS: Readonly<Record<string, string>> = {
  'GET /api/analytics/full-analysis': SYSTEM,
  'GET /api/approvals': ACCOUNTS,
  'GET /api/audit-events': ACCOUNTS,
  'GET /api/audit-events/{seq}': ACCOUNTS,
  'GET /api/auth/session': OWN,
  'GET /api/auth/sessions': OWN,
  'GET /api/auth/two-factor-qr': OWN,
  'GET /api/auth/user': OWN,
  'GET /api/companies/overview': FIGURES,
  'GET /api/companies/summary': FIGURES,
  'GET /api/companies/unique-members': FIGURES,
  'GET /api/companies/{company}/details': LIST,
  'GET /api/detection/chain': SYSTEM,
  'GET /api/detection/policy': POLICY,
  'GET /api/detection/policy/versions': POLICY,
  'GET /api/detection/policy/versions/{version}': POLICY,
  'GET /api/detection/quality': FIGURES,
  'GET /api/detection/suppressions': LIST,
  'GET /api/detection/tryouts/{id}': LIST, // cspell:disable-line
  'GET /api/document-layouts': FILES,
  'GET /api/events': SYSTEM,
  'GET /api/health': SYSTEM,
  'GET /api/imports': FILES,
  'GET /api/imports/sample': FILES,
  'GET /api/imports/{id}': FILES,
  'GET /api/legal-holds': LIST,
  'GET /api/members': LIST,
  'GET /api/members/count': FIGURES,
  'GET /api/members/summary': FIGURES,
  'GET /api/metrics/{days}': FIGURES,
  'GET /api/notifications': OWN,
  'GET /api/parse-jobs': FILES,
  'POST /api/parse-jobs/{id}/columns/preview':
    'Another reading of the page whose columns were opened, which is recorded.',
  'GET /api/report-filters': OWN,
  'GET /api/reports': 'Titles of reports; opening one is recorded.',
  'GET /api/reports/filter-options': FIGURES,
  'POST /api/reports/transactions': LIST,
  'GET /api/settings/institution': SYSTEM,
  'GET /api/settings/notifications': OWN,
  'GET /api/settings/security': SYSTEM,
  'GET /api/system/failed-jobs': SYSTEM,
  'GET /api/system/retention': SYSTEM,
  'GET /api/system/status': SYSTEM,
  'GET /api/top-depositors/{limit}/{days}': LIST,
  'GET /api/transactions': LIST,
  'GET /api/transactions/chart/{days}': FIGURES,
  'GET /api/unusual-activities': LIST,
  'GET /api/unusual-activities/counts': FIGURES,
  'GET /api/users': ACCOUNTS,
  'GET /api/users/{id}/activity': ACCOUNTS,
  'GET /api/users/{id}/sessions': ACCOUNTS,
  'GET /api/views': OWN,
};
