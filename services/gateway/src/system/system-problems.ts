import type { QueueName } from '@clearwatch/contracts/job-definition';
import type {
  BackupStatus,
  HealthCheck,
  SystemProblem,
  UploadStorage,
} from '@clearwatch/contracts/system-status.dto';
import type { QueueCount } from '@clearwatch/service-kit/jobs/queue-inspection';

export const QUEUE_TEXTS: Record<QueueName, { title: string; whenFailed: string }> = {
  import: {
    title: 'Importing files',
    whenFailed: 'Open Data Import: each failed import says why, and can be tried again there.',
  },
  extract: {
    title: 'Reading documents',
    whenFailed: 'Open Document Import: each failed document says why, and can be read again there.',
  },
  purge: {
    title: 'Removing what is past its time',
    whenFailed:
      'Nothing is lost and nothing is removed too early; the next day tries again. Whoever runs the server finds the reason in the log of the ingest service.',
  },
  project: {
    title: 'Bringing figures up to date',
    whenFailed:
      'The dashboard may lack an import. Whoever runs the server finds the reason in the log of the analytics service.',
  },
  detect: {
    title: 'Detection',
    whenFailed:
      'Alerts of some accounts may be missing. Run the full analysis under Fraud Detection; the reason is in the log of the analytics service.',
  },
  search: {
    title: 'Making imports searchable',
    whenFailed:
      'Transaction reports may lack an import. Whoever runs the server finds the reason in the log of the reports service.',
  },
  compose: {
    title: 'Writing AI reports',
    whenFailed: 'Open AI Reports: a failed report says why, and can be asked for again.',
  },
  audit: {
    title: 'Recording the audit log',
    whenFailed:
      'Events wait until they can be recorded. Whoever runs the server finds the reason in the log of the auth service.',
  },
};

/** The largest upload; storing it needs the same space again. */
const MIN_FREE_BYTES = 5_000_000_000;
const MIN_FREE_SHARE = 0.05;

export interface SystemFindings {
  checks: readonly HealthCheck[];
  titleOf: (service: string) => string;
  versions: readonly string[];
  uploads: UploadStorage | null;
  /** Null when not requested or unreachable. */
  queues: readonly QueueCount[] | null;
  /** Null when not requested or unreachable. */
  backup: BackupStatus | null;
}

/** The worst first. */
export function systemProblems(findings: SystemFindings): SystemProblem[] {
  return [
    ...downProblems(findings),
    ...(findings.queues ?? []).flatMap(queueProblems),
    ...diskProblems(findings.uploads),
    ...backupProblems(findings.backup),
    ...mixedVersions(findings.versions),
  ];
}

const RECOVERING: SystemProblem = {
  what: 'The database is starting or recovering from a crash.',
  action: 'Nothing that was saved is lost, and the screens come back by themselves.',
};

/** The worst first. */
const DOWN: Readonly<Record<string, SystemProblem>> = {
  database: {
    what: 'The database does not answer.',
    action:
      'Nothing that was saved is lost. Whoever runs the server should look whether PostgreSQL runs and its disk has room; the screens come back by themselves.',
  },
  queue: {
    what: 'The work queue does not answer.',
    action:
      'Uploads are kept and imported later. Whoever runs the server should look whether Redis, or the database that holds the queues, runs.',
  },
};

function downProblems({ checks, titleOf }: SystemFindings): SystemProblem[] {
  if (checks.some(({ state }) => state === 'recovering')) return [RECOVERING];
  const down = checks.filter(({ state }) => state === 'down').map(({ name }) => name);
  const worst = Object.keys(DOWN).filter((name) => down.includes(name));
  return [...new Set([...worst, ...down])].map(
    (name) =>
      DOWN[name] ?? {
        what: `${titleOf(name)} does not answer (service ${name}).`,
        action:
          'Its screens come back by themselves once it does; the others go on. If it stays so for minutes, whoever runs the server should look at its log.',
      },
  );
}

function queueProblems({ name, waiting, failed, workers }: QueueCount): SystemProblem[] {
  const { title, whenFailed } = QUEUE_TEXTS[name];
  const left = waiting === 0 ? '' : `, and ${jobs(waiting)} ${waiting === 1 ? 'waits' : 'wait'}`;
  const noWorker = {
    what: `${title}: no worker is there${left}.`,
    action: 'What comes in is done later. Whoever runs the server should start the worker of the service.',
  };
  const failedForGood = { what: `${title}: ${jobs(failed)} failed for good.`, action: whenFailed };
  return [...(workers === 0 ? [noWorker] : []), ...(failed > 0 ? [failedForGood] : [])];
}

function jobs(count: number): string {
  return `${count} ${count === 1 ? 'job' : 'jobs'}`;
}

function diskProblems(uploads: UploadStorage | null): SystemProblem[] {
  if (uploads === null) return [];
  const { inBucket, freeBytes, totalBytes } = uploads;
  if (freeBytes >= MIN_FREE_BYTES || freeBytes >= totalBytes * MIN_FREE_SHARE) return [];
  return [
    {
      what: inBucket
        ? 'The disk for files on their way to the bucket is nearly full.'
        : 'The disk for uploaded files is nearly full.',
      action:
        'Large files may be refused; what is refused leaves nothing behind. Whoever runs the server should make room or move DATA_DIR to a larger disk.',
    },
  ];
}

function backupProblems(backup: BackupStatus | null): SystemProblem[] {
  if (backup === null) return [];
  const { last, isOverdue } = backup;
  const missing = last?.missingFiles ?? 0;
  const overdue = {
    what: last === null ? 'No backup was ever made.' : 'The last backup is too old.',
    action:
      'What is lost with the server cannot be brought back. Whoever runs it should have npm run backup run every night and look why it did not.',
  };
  const incomplete = {
    what: `The last backup lacks ${missing} uploaded ${missing === 1 ? 'file' : 'files'}.`,
    action:
      'They were missing or damaged when it was made; their entries are in the ledger. Whoever runs the server should put them back from an earlier backup.',
  };
  return [...(isOverdue ? [overdue] : []), ...(missing > 0 ? [incomplete] : [])];
}

function mixedVersions(versions: readonly string[]): SystemProblem[] {
  const different = [...new Set(versions)].toSorted();
  if (different.length < 2) return [];
  return [
    {
      what: `Services of different versions run beside each other: ${different.join(', ')}.`,
      action:
        'This passes during an upgrade. If it stays, whoever runs the server should start the older ones anew.',
    },
  ];
}
