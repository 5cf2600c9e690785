import { QUEUES, type QueueName } from '@clearwatch/contracts/job-definition';
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

/** Queues on PostgreSQL that a service works on, sends to or, as the gateway, shows. Rows of others are hidden from it. */
export const SERVICE_QUEUES: Readonly<Record<SchemaOwner['service'], readonly QueueName[]>> = {
  gateway: Object.values(QUEUES),
  auth: ['audit'],
  ingest: ['import', 'extract', 'purge', 'project', 'audit'],
  analytics: ['project', 'detect', 'audit'],
  reports: ['search', 'compose', 'audit'],
};

/** Versions before one role per service used it for all queues. It can no longer sign in. */
export const FORMER_QUEUE_ROLE = 'clearwatch_queue';

/** Owns all schemas and what is in them. Views and functions run with its rights, which end at these schemas. */
export const OBJECT_OWNER = 'clearwatch_objects';

/** Tables on which their own service has other rights than SELECT, INSERT, UPDATE and DELETE. */
export const SPECIAL_RIGHTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      ['auth.audit_events', 'auth.audit_seals', 'analytics.alert_links', 'analytics.alert_steps'],
      ['analytics.institution_profiles', 'sessions.backups'],
    ]
      .flat()
      .map((table) => [table, 'SELECT, INSERT']),
  ),
  // Only `auth.expire_audit_month` adds rows.
  'auth.audit_expiries': 'SELECT',
  // A trigger allows only the newest event of the log.
  'auth.audit_head': 'SELECT, INSERT, UPDATE',
  // A row lock needs UPDATE.
  'auth.locks': 'SELECT, UPDATE',
  'analytics.locks': 'SELECT, UPDATE',
  // The service updates planner statistics after large changes.
  'ledger.transactions': 'SELECT, INSERT, UPDATE, DELETE, MAINTAIN',
};

/** Functions that no service may execute, with the reason. */
export const OWNER_FUNCTIONS: Readonly<Record<string, string>> = {
  'analytics.append_alert_links': 'versions before the keyed chain added links without a key',
};

/**
 * Views without a security barrier, with the reason. Behind a barrier, PostgreSQL applies a condition of the query only
 * after the view has hidden its rows, and cannot use indexes for most conditions.
 */
export const WITHOUT_BARRIER: Readonly<Record<string, string>> = {
  'auth.principals': 'shows every row',
  'auth.recorded_audit_events': 'shows every row; finding an event would read the whole log',
  'analytics.evidence_entries': 'shows every row',
  'analytics.counted_alerts': 'the alerts that it leaves out are no secret',
};

const AUDIT_ARRIVALS = {
  'auth.recorded_audit_events': 'which audit events have arrived and can leave the outbox',
};
const LEGAL_HOLDS = { 'ledger.legal_holds': 'held data is not purged' };

/** Relations in other services' schemas that a service may read but not write to, with the reason. */
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
    'analytics.alert_links': 'the head of the alert chain is anchored outside the database',
  },
  ingest: {
    'analytics.projected_imports': 'an upload responds once it is projected',
    'analytics.projected_undos': 'an import is undone once the rollups no longer contain it',
    'analytics.evidence_entries': 'entries stay for as long as an alert shows them',
    'analytics.projected_purges': 'the changes in a purge can be deleted once the rollups reflect them',
    ...AUDIT_ARRIVALS,
  },
  analytics: {
    'ledger.purge_runs': 'when entries were last removed, and how many',
    'ledger.purges': 'which purges the rollups still contain',
    'ledger.purge_changes': 'what a purge removes from the rollups',
    'ledger.transactions': 'rollups and detection read the ledger',
    'ledger.members': 'names to show with accounts; all accounts of one member',
    'ledger.imports': 'which imports are stored and not yet projected',
    'ledger.undo_changes': 'what an undone import removes from the rollups',
    'ledger.entry_returns': 'return rates for companies',
    'auth.principals': 'who receives notifications',
    'auth.account_changes': 'users are told what others did to their accounts',
    'sessions.pending_approvals': 'admins are told about actions that wait for approval',
    'reports.finished_reports': 'a notification goes to the user who requested the report',
    ...LEGAL_HOLDS,
    ...AUDIT_ARRIVALS,
  },
  reports: {
    'ledger.transactions': 'transaction reports',
    'ledger.members': 'names to show with accounts',
    'ledger.imports': 'which imports are stored, undone, or not yet searchable',
    'ledger.entry_returns': 'return rates in reports',
    'analytics.projected_imports': 'imports become searchable after they are in the rollups',
    ...Object.fromEntries(
      [
        ['account_days', 'company_days', 'company_day_codes', 'company_accounts', 'ledger_days'],
        ['ledger_state', 'counted_alerts', 'member_figures', 'company_figures', 'alert_companies'],
      ]
        .flat()
        .map((table) => [`analytics.${table}`, 'AI reports show the same figures as the screens']),
    ),
    'analytics.institution_profiles': "the institution's name in reports",
    ...LEGAL_HOLDS,
    ...AUDIT_ARRIVALS,
  },
};

export const READ_GRANTS = SCHEMA_OWNERS.flatMap(({ service, role }) =>
  Object.keys(READABLE_RELATIONS[service]).map((relation) => ({ role, relation })),
);

export type RolePasswords = Readonly<Record<string, string>>;

export const ROLE_NAMES: readonly string[] = SCHEMA_OWNERS.map(({ role }) => role);

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
