import { Client } from 'pg';

export interface SchemaOwner {
  service: 'gateway' | 'auth' | 'ingest' | 'analytics' | 'reports';
  /** The schema only this service's role may write. */
  schema: string;
  /** PostgreSQL login role. */
  role: string;
}

/** Who owns what (ARCHITECTURE): one schema and one login role per service. */
export const SCHEMA_OWNERS: readonly SchemaOwner[] = [
  { service: 'gateway', schema: 'sessions', role: 'clearwatch_gateway' },
  { service: 'auth', schema: 'auth', role: 'clearwatch_auth' },
  { service: 'ingest', schema: 'ledger', role: 'clearwatch_ingest' },
  { service: 'analytics', schema: 'analytics', role: 'clearwatch_analytics' },
  { service: 'reports', schema: 'reports', role: 'clearwatch_reports' },
];

/** All services share the queues' schema; it holds ids and small numbers only. */
export const QUEUE_ROLE = 'clearwatch_queue';

/** Tables their own service may add to and read, but never change: what they say stays said. */
export const APPEND_ONLY: readonly string[] = [
  'auth.audit_events',
  'auth.audit_seals',
  'auth.audit_expiries',
  'analytics.alert_links',
  'analytics.institution_profiles',
  'sessions.backups',
];

/** Tables whose service may have PostgreSQL count them anew (ANALYZE) when it has changed them very much. */
export const ANALYZED_BY_OWNER: readonly string[] = ['ledger.transactions'];

/**
 * What a service may read of another's tables, relation by relation. Whatever is not listed is closed; nothing may
 * be written across this line.
 */
export const READ_GRANTS: readonly { reader: SchemaOwner['service']; relation: string; why: string }[] = [
  {
    reader: 'gateway',
    relation: 'auth.principals',
    why: 'a role change or deactivation acts on the next request',
  },
  {
    reader: 'ingest',
    relation: 'analytics.projected_imports',
    why: 'an upload answers when it is also projected',
  },
  {
    reader: 'ingest',
    relation: 'analytics.projected_undos',
    why: 'an import is undone when the figures are without it',
  },
  {
    reader: 'ingest',
    relation: 'analytics.evidence_entries',
    why: 'entries stay for as long as an alert shows them',
  },
  {
    reader: 'ingest',
    relation: 'analytics.projected_purges',
    why: 'what the figures are without need not be told any more',
  },
  {
    reader: 'analytics',
    relation: 'ledger.purge_runs',
    why: 'when entries were last removed, and how many',
  },
  { reader: 'analytics', relation: 'ledger.purges', why: 'which purges the figures do not know yet' },
  { reader: 'analytics', relation: 'ledger.purge_changes', why: 'what a purge takes out of the figures' },
  { reader: 'analytics', relation: 'ledger.transactions', why: 'rollups and detection read the ledger' },
  {
    reader: 'analytics',
    relation: 'ledger.members',
    why: 'names beside accounts; all accounts of one member',
  },
  { reader: 'analytics', relation: 'ledger.imports', why: 'which imports are stored and not yet projected' },
  {
    reader: 'analytics',
    relation: 'ledger.undo_changes',
    why: 'what an undone import takes out of the figures',
  },
  { reader: 'analytics', relation: 'ledger.entry_returns', why: 'return rates of companies' },
  { reader: 'reports', relation: 'ledger.transactions', why: 'transaction reports' },
  { reader: 'reports', relation: 'ledger.members', why: 'names beside accounts' },
  {
    reader: 'reports',
    relation: 'ledger.imports',
    why: 'which imports are stored, undone, and not yet searchable',
  },
  { reader: 'reports', relation: 'ledger.entry_returns', why: 'return rates in reports' },
  {
    reader: 'reports',
    relation: 'analytics.projected_imports',
    why: 'imports become searchable after the figures have them',
  },
  ...[
    'account_days',
    'company_days',
    'company_day_codes',
    'company_accounts',
    'ledger_days',
    'ledger_state',
    'counted_alerts',
    'member_figures',
    'company_figures',
    'alert_companies',
  ].map((table) => ({
    reader: 'reports' as const,
    relation: `analytics.${table}`,
    why: 'the facts of written reports are those of the screens',
  })),
  ...(['auth', 'analytics', 'reports'] as const).map((reader) => ({
    reader,
    relation: 'ledger.legal_holds',
    why: 'what is held is not purged',
  })),
  { reader: 'analytics', relation: 'auth.principals', why: 'who is to be told what happens' },
  {
    reader: 'analytics',
    relation: 'reports.finished_reports',
    why: 'whoever asked for a report is told that it is written',
  },
  { reader: 'reports', relation: 'analytics.institution_profiles', why: 'whose reports these are' },
  ...(['gateway', 'ingest', 'analytics', 'reports'] as const).map((reader) => ({
    reader,
    relation: 'auth.recorded_audit_events',
    why: 'which audit events have arrived and can leave the outbox',
  })),
  ...['sessions', 'ledger', 'analytics', 'reports'].map((schema) => ({
    reader: 'auth' as const,
    relation: `${schema}.audit_outbox`,
    why: 'audit events on their way into the log',
  })),
];

/** Passwords of the login roles, by role name. */
export type RolePasswords = Readonly<Record<string, string>>;

export const ROLE_NAMES: readonly string[] = [...SCHEMA_OWNERS.map(({ role }) => role), QUEUE_ROLE];

/** The address a service uses: the owner's server and database under the service's own role. */
export function roleDatabaseUrl(ownerUrl: string, role: string, passwords: RolePasswords): string {
  const url = new URL(ownerUrl);
  url.username = role;
  url.password = encodeURIComponent(passwords[role] ?? '');
  return url.toString();
}

/** Runs `work` on a connection that is closed afterwards. @param name shown in pg_stat_activity */
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
