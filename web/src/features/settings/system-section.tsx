import { ApiOutlined, CheckCircleFilled, CloseCircleFilled, ReloadOutlined } from '@ant-design/icons';
import type {
  BackupStatus,
  HealthReport,
  HealthState,
  SystemComponent,
  SystemProcess,
  SystemStatus,
  UploadStorage,
} from '@clearwatch/contracts/system-status.dto';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { Link } from 'react-router-dom';
import { ApiError } from '../../api/api-client.ts';
import { checkHealth, getSystemStatus } from '../../api/system-api.ts';
import { Fact, Facts } from '../../components/figure-cards.tsx';
import { Panel, QueryStates } from '../../components/panel.tsx';
import { type Column, DataTable } from '../../components/tables/data-table.tsx';
import { useToasts } from '../../components/toasts.tsx';
import { formatDateTime, formatDay, formatTimeOfDay, formatUtcTime } from '../../lib/date-format.ts';
import { formatBytes, formatCount, formatPercent, formatQuantity } from '../../lib/number-format.ts';
import { FailedJobs, QueueTable } from './system-queues.tsx';

/** Null when the database is healthy and every other component responds. */
export function databaseProblem({ checks, waitsFor }: HealthReport): string | null {
  if (waitsFor !== undefined) return waitsFor;
  const database = checks.find(({ name }) => name === 'database');
  if (database === undefined) return 'The server did not report the state of its database.';
  const others = checks.filter(({ name, state }) => name !== 'database' && state === 'down');
  if (database.state === 'down')
    return `The database is not responding${database.reason === undefined ? '' : ` (${database.reason})`}.`;
  if (others.length === 0) return null;
  return `The database responds, but these components do not: ${others.map(({ name }) => name).join(', ')}.`;
}

const CONNECTION_TEST_TITLE = 'Connection Test';

function ConnectionTest() {
  const toasts = useToasts();
  const test = useMutation({
    mutationFn: readHealth,
    onMutate: () => toasts.clear(),
    onSuccess: (report) => {
      const trouble = databaseProblem(report);
      if (trouble === null)
        toasts.success({ title: CONNECTION_TEST_TITLE, description: 'Database connection is healthy' });
      else toasts.failure({ title: CONNECTION_TEST_TITLE, description: trouble });
    },
    onError: (error) => toasts.failed(CONNECTION_TEST_TITLE, error, 'The server did not respond.'),
  });
  return (
    <Button icon={<ApiOutlined aria-hidden />} disabled={test.isPending} onClick={() => test.mutate()}>
      {test.isPending ? 'Testing...' : 'Test connection'}
    </Button>
  );
}

/** The server responds with 503 and the report when a component is down. */
async function readHealth(): Promise<HealthReport> {
  try {
    return await checkHealth();
  } catch (error) {
    const report = error instanceof ApiError && error.status === 503 ? parseHealthReport(error.message) : null;
    if (report === null) throw error;
    return report;
  }
}

/** The error message is the status, a colon, a space and the response body. */
function parseHealthReport(message: string): HealthReport | null {
  try {
    const report = JSON.parse(message.slice(message.indexOf(': ') + 2)) as Partial<HealthReport> | null;
    return Array.isArray(report?.checks) ? (report as HealthReport) : null;
  } catch {
    return null;
  }
}

const MINUTE_MS = 60_000;

/** The two largest units: "3 days 4 hours". Both times come from the server, because browser clocks may be wrong. */
export function formatUptime(startedAt: string, now: string): string {
  const minutes = Math.max(0, Math.floor((Date.parse(now) - Date.parse(startedAt)) / MINUTE_MS));
  const parts = [
    { count: Math.floor(minutes / 1_440), word: 'day' },
    { count: Math.floor(minutes / 60) % 24, word: 'hour' },
    { count: minutes % 60, word: 'minute' },
  ];
  const first = parts.findIndex(({ count }) => count > 0);
  if (first === -1) return 'Less than a minute';
  return parts
    .slice(first, first + 2)
    .filter(({ count }) => count > 0)
    .map(({ count, word }) => formatQuantity(count, word))
    .join(' ');
}

const PROCESS_ROLE_LABELS: Readonly<Record<string, string>> = {
  api: 'Handles requests',
  worker: 'Runs jobs',
  all: 'Handles requests and runs jobs',
};

function processColumns(askedAt: string): Column<SystemProcess>[] {
  return [
    { title: 'Service', cell: ({ name }) => name },
    {
      title: 'Role',
      cell: ({ role }) =>
        role === null ? <span className="quiet">No response</span> : (PROCESS_ROLE_LABELS[role] ?? role),
    },
    { title: 'Version', cell: ({ version }) => <span className="figures">{version ?? '—'}</span> },
    {
      title: 'Uptime',
      cell: ({ startedAt }) =>
        startedAt === null ? (
          '—'
        ) : (
          <span className="figures" title={`Since ${formatDateTime(startedAt)}`}>
            {formatUptime(startedAt, askedAt)}
          </span>
        ),
    },
  ];
}

const NOT_KNOWN = <span className="quiet">Not available</span>;

const IMPORT_STATE_LABELS: Readonly<Record<string, string>> = {
  received: 'received',
  needs_mapping: 'waiting for a column mapping since',
  importing: 'being imported since',
  stored: 'stored',
  failed: 'failed',
  undone: 'undone; was stored',
  discarded: 'discarded',
};

function SystemFacts({ system: { ledger, newestImport, details } }: { system: SystemStatus }) {
  return (
    <Facts>
      <Fact
        term="Ledger"
        value={
          ledger === null
            ? NOT_KNOWN
            : `${ledger.asOf === null ? 'Empty' : `As of ${formatDay(ledger.asOf)}`} · version ${formatCount(ledger.version)}`
        }
      />
      <Fact
        term="Newest import"
        value={
          newestImport === null ? (
            <span className="quiet">None or not available</span>
          ) : (
            <>
              <Link to={`/import?import=${newestImport.id}`}>{newestImport.fileName}</Link>
              {` · ${IMPORT_STATE_LABELS[newestImport.state] ?? newestImport.state} ${formatDateTime(newestImport.at)}`}
            </>
          )
        }
      />
      {details !== null && (
        <>
          <Fact
            term={details.uploads?.inBucket === true ? 'Uploaded files' : 'Upload disk'}
            value={details.uploads === null ? NOT_KNOWN : formatUploadSpace(details.uploads)}
          />
          <Fact term="Last backup" value={details.backup === null ? NOT_KNOWN : formatLastBackup(details.backup)} />
        </>
      )}
    </Facts>
  );
}

function formatLastBackup({ last }: BackupStatus): string {
  if (last === null) return 'No backup yet';
  return `${formatDateTime(last.at)} · ${formatBytes(last.bytes)} · key ${last.keyId}`;
}

function formatUploadSpace({ inBucket, freeBytes, totalBytes }: UploadStorage): string {
  const share = totalBytes === 0 ? 0 : (freeBytes / totalBytes) * 100;
  const words = `${formatBytes(freeBytes)} free of ${formatBytes(totalBytes)} (${formatPercent(share)})`;
  return inBucket ? `In a bucket; local space for uploads in progress: ${words}` : words;
}

const HEALTH_STATE_LABELS: Readonly<Record<HealthState, string>> = {
  up: 'Up',
  recovering: 'Recovering',
  down: 'Not responding',
};

function SystemParts({ parts }: { parts: readonly SystemComponent[] }) {
  return (
    <ul className="system-parts" aria-label="System components">
      {parts.map(({ name, title, state, milliseconds }) => (
        <li key={name} className={state === 'up' ? 'system-part' : 'system-part system-part-down'}>
          {state === 'up' ? <CheckCircleFilled aria-hidden /> : <CloseCircleFilled aria-hidden />}
          <span>
            <strong>{title}</strong>
            <span className="quiet">
              {HEALTH_STATE_LABELS[state]}
              {name !== 'gateway' && state === 'up' && ` · ${milliseconds} ms`}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Checks the components while the section is shown. */
export function SystemSection({ isShown }: { isShown: boolean }) {
  const status = useQuery(getSystemStatus({ isWatched: isShown }));
  const { data } = status;
  return (
    <>
      <Panel
        title="System status"
        badges={
          data && (
            <span className="quiet" title={formatUtcTime(data.askedAt)}>
              As of {formatTimeOfDay(data.askedAt)}
            </span>
          )
        }
        actions={
          <>
            <Button
              icon={<ReloadOutlined aria-hidden spin={status.isFetching} />}
              onClick={() => void status.refetch()}
            >
              Refresh
            </Button>
            <ConnectionTest />
          </>
        }
      >
        <QueryStates query={status} failed="The system status could not be loaded.">
          {(system) => (
            <div className="system-status">
              <output className="system-troubles">
                {system.troubles.length === 0 && (
                  <Alert type="success" showIcon title="All components are responding." />
                )}
                {system.troubles.map(({ what, action }) => (
                  <Alert
                    key={what}
                    type={system.state === 'down' ? 'error' : 'warning'}
                    showIcon
                    title={what}
                    description={action}
                  />
                ))}
              </output>
              <SystemParts parts={system.parts} />
              <SystemFacts system={system} />
            </div>
          )}
        </QueryStates>
      </Panel>
      {data?.details != null && (
        <>
          <Panel title="Services" flush>
            <DataTable
              caption="Service processes"
              columns={processColumns(data.askedAt)}
              rows={data.details.processes}
              rowKey={({ name }) => name}
            />
          </Panel>
          <QueueTable queues={data.details.queues} />
          <FailedJobs />
        </>
      )}
    </>
  );
}
