import { Client } from 'pg';

/** One schema and one login role per service. */
export const SCHEMA_OWNERS = [
  { service: 'gateway', schema: 'sessions', role: 'clearwatch_gateway' },
  { service: 'auth', schema: 'auth', role: 'clearwatch_auth' },
  { service: 'ingest', schema: 'ledger', role: 'clearwatch_ingest' },
  { service: 'analytics', schema: 'analytics', role: 'clearwatch_analytics' },
  { service: 'reports', schema: 'reports', role: 'clearwatch_reports' },
] as const;
export type SchemaOwner = (typeof SCHEMA_OWNERS)[number];

export const QUEUE_ROLE = 'clearwatch_queue';

/** Tables that their own service may insert into and read, but never update or delete from. */
export const APPEND_ONLY: readonly string[] = [
  'auth.audit_events',
  'auth.audit_seals',
  'auth.audit_expiries',
  'analytics.alert_links',
  'analytics.institution_profiles',
  'sessions.backups',
];

/** Tables that their service may ANALYZE after large changes. */
export const ANALYZED_BY_OWNER: readonly string[] = ['ledger.transactions'];

const AUDIT_ARRIVALS = {
  'auth.recorded_audit_events': 'which audit events have arrived and can leave the outbox',
};
const LEGAL_HOLDS = { 'ledger.legal_holds': 'what is held is not purged' };

/** Relations of other services that a service may read, with the reason. It may write to none of them. */
const READABLE_RELATIONS: Readonly<Record<SchemaOwner['service'], Readonly<Record<string, string>>>> = {
  gateway: { 'auth.principals': 'a role change or deactivation acts on the next request', ...AUDIT_ARRIVALS },
  auth: {
    ...LEGAL_HOLDS,
    ...Object.fromEntries(
      ['sessions', 'ledger', 'analytics', 'reports'].map((schema) => [
        `${schema}.audit_outbox`,
        'audit events on their way into the log',
      ]),
    ),
  },
  ingest: {
    'analytics.projected_imports': 'an upload answers when it is also projected',
    'analytics.projected_undos': 'an import is undone when the rollups are without it',
    'analytics.evidence_entries': 'entries stay for as long as an alert shows them',
    'analytics.projected_purges': 'the changes of a purge can be deleted once the rollups are without it',
    ...AUDIT_ARRIVALS,
  },
  analytics: {
    'ledger.purge_runs': 'when entries were last removed, and how many',
    'ledger.purges': 'which purges the rollups still contain',
    'ledger.purge_changes': 'what a purge removes from the rollups',
    'ledger.transactions': 'rollups and detection read the ledger',
    'ledger.members': 'names beside accounts; all accounts of one member',
    'ledger.imports': 'which imports are stored and not yet projected',
    'ledger.undo_changes': 'what an undone import removes from the rollups',
    'ledger.entry_returns': 'return rates of companies',
    'auth.principals': 'who receives notifications',
    'reports.finished_reports': 'a notification goes to the user who requested the report',
    ...LEGAL_HOLDS,
    ...AUDIT_ARRIVALS,
  },
  reports: {
    'ledger.transactions': 'transaction reports',
    'ledger.members': 'names beside accounts',
    'ledger.imports': 'which imports are stored, undone, and not yet searchable',
    'ledger.entry_returns': 'return rates in reports',
    'analytics.projected_imports': 'imports become searchable after the rollups have them',
    ...Object.fromEntries(
      [
        ['account_days', 'company_days', 'company_day_codes', 'company_accounts', 'ledger_days'],
        ['ledger_state', 'counted_alerts', 'member_figures', 'company_figures', 'alert_companies'],
      ]
        .flat()
        .map((table) => [`analytics.${table}`, 'the facts of AI reports are those of the screens']),
    ),
    'analytics.institution_profiles': 'the name of the institution in reports',
    ...LEGAL_HOLDS,
    ...AUDIT_ARRIVALS,
  },
};

export const READ_GRANTS = SCHEMA_OWNERS.flatMap(({ service, role }) =>
  Object.keys(READABLE_RELATIONS[service]).map((relation) => ({ role, relation })),
);

export type RolePasswords = Readonly<Record<string, string>>;

export const ROLE_NAMES: readonly string[] = [...SCHEMA_OWNERS.map(({ role }) => role), QUEUE_ROLE];

export function roleDatabaseUrl(ownerUrl: string, role: string, passwords: RolePasswords): string {
  const url = new URL(ownerUrl);
  url.username = role;
  url.password = encodeURIComponent(passwords[role] ?? '');
  return url.toString();
}

/** @param name shown in pg_stat_activity */
export async function withClient<T>(
  connectionString: string,
  work: (client: Client) => Promise<T>,
  name = 'clearwatch',
): Promise<T> {
  const client = new Client({ connectionString, application_name: name });
  // A broken connection also fails the running statement; without a listener this event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
