import { parseArgs } from 'node:util';
import { AnalyticsEnvironment } from '@clearwatch/analytics/analytics-environment';
import { AnalyticsStatus } from '@clearwatch/analytics/status/analytics-status';
import { AuthEnvironment } from '@clearwatch/auth/auth-environment';
import { operatorActor } from '@clearwatch/auth/commands/operator-command';
import { AuthStatus } from '@clearwatch/auth/status/auth-status.service';
import { DEFAULT_RETENTION_YEARS } from '@clearwatch/contracts/retention';
import type { LastPurge, RetainedData, RetainedKind, RetentionStatus } from '@clearwatch/contracts/retention.dto';
import { formatRemovedCounts } from '@clearwatch/domain/retention-period';
import { retentionKinds } from '@clearwatch/gateway/system/retention.service';
import { ReportsStatus } from '@clearwatch/reports/status/reports-status';
import { toAuditRow } from '@clearwatch/service-kit/audit/audit-outbox';
import { insertRows, queryTexts } from '@clearwatch/service-kit/database/query-rows';
import { PurgeRuns, type PurgingSchema } from '@clearwatch/service-kit/retention/purge-runs';
import { pollUntil } from '@clearwatch/service-kit/time/async-timing';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { SCHEMA_OWNERS, type SchemaOwner } from '../schema-owners.ts';

const KIND_TITLES: Readonly<Record<RetainedKind, string>> = {
  transactions: 'Entries, with their files and reviewed alerts',
  ai_reports: 'AI reports',
  activity_log: 'Audit log, by whole sealed months',
};

function formatKind(status: RetentionStatus): string {
  const { kind, keptYears, count, oldestDay, nextRemovalDay, nextRemovalCount, withheldCount } = status;
  const since = oldestDay === null ? '' : `, the oldest from ${oldestDay}`;
  const from = nextRemovalDay === null ? 'nothing' : `from ${nextRemovalDay}`;
  return [
    `${KIND_TITLES[kind]}: kept for ${keptYears} ${keptYears === 1 ? 'year' : 'years'}`,
    `  held now          ${formatCount(count)}${since}`,
    `  removed next      ${nextRemovalDay === null || nextRemovalCount === 0 ? from : `${formatCount(nextRemovalCount)}, ${from}`}`,
    ...(withheldCount > 0
      ? [`  due, but kept     ${formatCount(withheldCount)}, on legal hold or shown by an alert`]
      : []),
    `  last run          ${formatLastPurge(status.lastPurge)}`,
  ].join('\n');
}

function formatLastPurge(last: LastPurge | null): string {
  if (last === null) return 'none yet';
  if (last.finishedAt === null) return `running since ${minuteOf(last.startedAt)}`;
  return `${minuteOf(last.finishedAt)}: ${formatPurgeOutcome(last)}`;
}

const formatPurgeOutcome = ({ failure, removed }: Pick<LastPurge, 'failure' | 'removed'>): string =>
  failure === null ? formatRemovedCounts(removed) : `${failure} The next daily purge continues.`;

const formatCount = (count: number) => count.toLocaleString('en-US');
const minuteOf = (instant: string) => `${instant.slice(0, 16).replace('T', ' ')} UTC`;

/** Longer than an idle worker's polling interval (packages/service-kit/src/jobs/reconciler.ts). */
const WORKER_SEARCH_MS = 15_000;

/** Idle services close their connections, so detecting them takes some time. */
async function missingServices(database: DataSource, searchMs: number): Promise<SchemaOwner['service'][]> {
  let missing = SCHEMA_OWNERS.filter(({ service }) => PURGES.some((purge) => purge.service === service));
  await pollUntil({
    check: async () => {
      const sql = `SELECT DISTINCT usename::text FROM pg_stat_activity WHERE datname = current_database() AND usename IS NOT NULL`;
      const roles = await queryTexts(database, sql);
      missing = missing.filter(({ role }) => !roles.includes(role));
    },
    isFinal: () => missing.length === 0,
    limitMs: searchMs,
    signal: new AbortController().signal,
  });
  return missing.map(({ service }) => service);
}

const PURGES: readonly { service: SchemaOwner['service']; schema: PurgingSchema; title: string }[] = [
  { service: 'ingest', schema: 'ledger', title: 'Entries, imports, files' },
  { service: 'analytics', schema: 'analytics', title: 'Alerts' },
  { service: 'reports', schema: 'reports', title: 'AI reports' },
  { service: 'auth', schema: 'auth', title: 'Audit log' },
];

/** Purging a large ledger takes minutes. */
const PURGE_TIMEOUT_MS = 30 * 60_000;

/** @returns exit code: 0 done, 1 a purge failed */
export async function purgeNow(
  database: DataSource,
  options: { say: (line: string) => void; timeoutMs?: number; searchMs?: number },
): Promise<number> {
  const { say, timeoutMs = PURGE_TIMEOUT_MS, searchMs = WORKER_SEARCH_MS } = options;
  const missing = await missingServices(database, searchMs);
  if (missing.length > 0)
    throw new Error(
      `No purge was requested: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not running on this database. Start Clearwatch first.`,
    );
  await database.transaction(async (manager) => {
    for (const { schema } of PURGES) await new PurgeRuns(database, schema).repeatLatest(manager);
    const event = { action: 'retention.purge_asked', subject: { type: 'retention', id: null } } as const;
    await insertRows(manager, 'ledger.audit_outbox', [toAuditRow(operatorActor(), event)]);
  });
  say('Purge requested. It continues even if you stop this command.');
  const deadline = performance.now() + timeoutMs;
  let code = 0;
  for (const { schema, title } of PURGES) {
    const last = await pollUntil({
      check: () => new PurgeRuns(database, schema).last(),
      isFinal: (run) => run !== null && run.finishedAt !== null,
      limitMs: deadline - performance.now(),
      signal: new AbortController().signal,
    });
    if (last === null || last.finishedAt === null)
      throw new Error(
        `${title}: still running. The purge continues; System status and the service's log show its progress.`,
      );
    say(`  ${title}: ${formatPurgeOutcome(last)}`);
    if (last.failure !== null) code = 1;
  }
  return code;
}

/** The status shown under Settings, Data retention. Also available when no services are running. */
async function readRetention(database: DataSource, keptYears: number): Promise<RetentionStatus[]> {
  const today = new Today();
  const period = { TRANSACTIONS_KEPT_YEARS: keptYears };
  const holders: Readonly<Record<string, { retained(): Promise<RetainedData> }>> = {
    analytics: new AnalyticsStatus(database, today, Object.assign(new AnalyticsEnvironment(), period)),
    reports: new ReportsStatus(database, today),
    auth: new AuthStatus(database, Object.assign(new AuthEnvironment(), period)),
  };
  const kinds: RetentionStatus[] = [];
  for (const { holder, ...kind } of retentionKinds(keptYears)) {
    const held = await holders[holder]?.retained();
    if (held === undefined) throw new Error(`No counter for the data in ${holder}.`);
    kinds.push(Object.assign({ ...kind, isKnown: true }, held));
  }
  return kinds;
}

/** `purge [--now]` */
export async function runPurge(
  args: readonly string[],
  { ownerUrl, keptYears = DEFAULT_RETENTION_YEARS }: { ownerUrl: string; keptYears?: number | undefined },
): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { now: { type: 'boolean' } } });
  const say = (text: string): void => void process.stdout.write(`${text}\n`);
  const connection = { driver: pg, url: ownerUrl, applicationName: 'clearwatch-purge', poolSize: 2 };
  const database = await new DataSource({ type: 'postgres', ...connection }).initialize();
  try {
    if (values.now === true) return await purgeNow(database, { say });
    say((await readRetention(database, keptYears)).map(formatKind).join('\n\n'));
    say('\nThe services purge once a day. To purge now, add -- --now.');
    return 0;
  } finally {
    await database.destroy();
  }
}
