/**
 * public: everybody · signing-in: whoever gave a password, complete or not · staff: User and Admin, both factors given ·
 * admin: Admin, both factors given.
 */
export type AccessRule = 'public' | 'signing-in' | 'staff' | 'admin';

/** Who may call what, said a second time and by hand: a route that changes hands must be changed here as well. */
export const ACCESS_RULES: Readonly<Record<string, AccessRule>> = {
  'POST /api/auth/login': 'public',
  'POST /api/auth/logout': 'public',
  'GET /api/health': 'public',

  'POST /api/auth/change-password': 'signing-in',
  'POST /api/auth/setup-2fa': 'signing-in',
  'POST /api/auth/verify-2fa': 'signing-in',
  'GET /api/auth/two-factor-qr': 'signing-in',

  'GET /api/auth/user': 'staff',
  'GET /api/auth/session': 'staff',
  'POST /api/auth/stay-signed-in': 'staff',
  'GET /api/auth/sessions': 'staff',
  'DELETE /api/auth/sessions': 'staff',
  'DELETE /api/auth/sessions/{id}': 'staff',
  'GET /api/events': 'staff',
  'POST /api/upload-transactions': 'staff',
  'GET /api/imports': 'staff',
  'GET /api/imports/sample': 'staff',
  'GET /api/imports/{id}': 'staff',
  'DELETE /api/imports/{id}': 'admin',
  'GET /api/imports/{id}/rejects': 'staff',
  'GET /api/imports/{id}/mapping': 'staff',
  'PUT /api/imports/{id}/mapping': 'staff',
  'POST /api/imports/{id}/mapping': 'staff',
  'DELETE /api/imports/{id}/mapping': 'staff',
  'POST /api/imports/{id}/mapping/preview': 'staff',
  'POST /api/imports/{id}/discard': 'staff',
  'GET /api/imports/{id}/rejects-to-correct.csv': 'staff',
  'GET /api/imports/{id}/rejects.csv': 'staff',
  'GET /api/imports/{id}/duplicates': 'staff',
  'POST /api/imports/{id}/duplicates/{row}/keep': 'staff',
  'POST /api/imports/{id}/retry': 'staff',
  'GET /api/transactions': 'staff',
  'GET /api/transactions/{id}': 'staff',
  'GET /api/metrics/{days}': 'staff',
  'GET /api/transactions/chart/{days}': 'staff',
  'GET /api/top-depositors/{limit}/{days}': 'staff',
  'GET /api/unusual-activities': 'staff',
  'GET /api/unusual-activities/{id}': 'staff',
  'PATCH /api/unusual-activities/{id}/review': 'staff',
  'GET /api/members': 'staff',
  'GET /api/members/count': 'staff',
  'GET /api/members/summary': 'staff',
  'GET /api/members/detail/{firstName}/{lastName}': 'staff',
  'GET /api/members/{id}/overview': 'staff',
  'GET /api/companies/summary': 'staff',
  'GET /api/companies/overview': 'staff',
  'GET /api/companies/unique-members': 'staff',
  'GET /api/companies/{company}/details': 'staff',
  'GET /api/reports': 'staff',

  'POST /api/imports/sample': 'admin',
  'GET /api/users': 'admin',
  'POST /api/users': 'admin',
  'PUT /api/users/{id}': 'admin',
  'DELETE /api/users/{id}': 'admin',
  'POST /api/users/{id}/reset-password': 'admin',
  'POST /api/users/{id}/unlock': 'admin',
  'POST /api/users/{id}/reset-two-factor': 'admin',
  'GET /api/users/{id}/activity': 'admin',
  'GET /api/users/{id}/sessions': 'admin',
  'DELETE /api/users/{id}/sessions': 'admin',
  'GET /api/audit-events': 'admin',
  'GET /api/audit-events/export': 'admin',
  'POST /api/audit-events/verify': 'admin',
};

/** The description's own pages, which it does not describe. */
export const DESCRIPTION_PAGES: Readonly<Record<string, AccessRule>> = {
  'GET /api/docs': 'staff',
  'GET /api/docs/{file}': 'staff',
};
