import type { QueueName } from '@clearwatch/contracts/job-definition';
import type {
  AnchorProblem,
  AnchorTarget,
  BackupStatus,
  HealthCheck,
  SystemProblem,
  UploadStorage,
} from '@clearwatch/contracts/system-status.dto';
import type { QueueCount } from '@clearwatch/service-kit/jobs/queue-inspection';

export const QUEUE_TEXTS: Record<QueueName, { title: string; whenFailed: string }> = {
  import: {
    title: 'Importing files',
    whenFailed: 'Open Data Import to see why each import failed and to retry it.',
  },
  extract: {
    title: 'Reading documents',
    whenFailed: 'Open Document Import to see why each document failed and to retry it.',
  },
  purge: {
    title: 'Removing expired data',
    whenFailed:
      'No data is lost or removed too early, and the purge runs again tomorrow. An operator can find the reason in the ingest service log.',
  },
  project: {
    title: 'Updating figures',
    whenFailed:
      'An import may be missing from the dashboard. An operator can find the reason in the analytics service log.',
  },
  detect: {
    title: 'Detection',
    whenFailed:
      'Alerts for some accounts may be missing. Run the full analysis under Fraud Detection. The reason is in the analytics service log.',
  },
  search: {
    title: 'Making imports searchable',
    whenFailed:
      'An import may be missing from transaction reports. An operator can find the reason in the reports service log.',
  },
  compose: {
    title: 'Writing AI reports',
    whenFailed: 'Open AI Reports to see why each report failed and to generate it again.',
  },
  audit: {
    title: 'Recording the audit log',
    whenFailed: 'Events are kept until they can be recorded. An operator can find the reason in the auth service log.',
  },
};

/** Twice the largest upload (2 GiB), rounded up, because storing a file takes twice its size. */
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
  anchorProblems: readonly AnchorProblem[];
}

/** Most severe first. */
export function systemProblems(findings: SystemFindings): SystemProblem[] {
  return [
    ...downProblems(findings),
    ...findings.anchorProblems.map(anchorProblem),
    ...(findings.queues ?? []).flatMap(queueProblems),
    ...diskProblems(findings.uploads),
    ...backupProblems(findings.backup),
    ...mixedVersions(findings.versions),
  ];
}

const RECOVERING: SystemProblem = {
  what: 'The database is starting or recovering from a crash.',
  action: 'Saved data is safe. The screens reload automatically.',
};

/** Most severe first. */
const DOWN: Readonly<Record<string, SystemProblem>> = {
  database: {
    what: 'The database is not responding.',
    action:
      'Saved data is safe. Ask an operator to check that PostgreSQL is running and that its disk has free space. The screens reload automatically.',
  },
  queue: {
    what: 'The work queue is not responding.',
    action:
      'Uploads are kept and imported later. Ask an operator to check that Redis, or the database that holds the queues, is running.',
  },
};

function downProblems({ checks, titleOf }: SystemFindings): SystemProblem[] {
  if (checks.some(({ state }) => state === 'recovering')) return [RECOVERING];
  const down = checks.filter(({ state }) => state === 'down').map(({ name }) => name);
  const worst = Object.keys(DOWN).filter((name) => down.includes(name));
  return [...new Set([...worst, ...down])].map(
    (name) =>
      DOWN[name] ?? {
        what: `${titleOf(name)} is not responding (service ${name}).`,
        action:
          'Its screens reload automatically when it responds again. Other screens keep working. If this lasts more than a few minutes, ask an operator to check its log.',
      },
  );
}

function queueProblems({ name, waiting, failed, workers }: QueueCount): SystemProblem[] {
  const { title, whenFailed } = QUEUE_TEXTS[name];
  const left = waiting === 0 ? '' : `, and ${jobs(waiting)} ${waiting === 1 ? 'is' : 'are'} waiting`;
  const noWorker = {
    what: `${title}: no worker is running${left}.`,
    action: 'New jobs wait until a worker is running. Ask an operator to start the service’s worker.',
  };
  const failedForGood = { what: `${title}: ${jobs(failed)} failed permanently.`, action: whenFailed };
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
        ? 'The disk for files waiting to be copied to the bucket is nearly full.'
        : 'The disk for uploaded files is nearly full.',
      action:
        'Large uploads may be rejected. Ask an operator to free space or to move the data folder to a larger disk.',
    },
  ];
}

function backupProblems(backup: BackupStatus | null): SystemProblem[] {
  if (backup === null) return [];
  const { last, isOverdue } = backup;
  const missing = last?.missingFiles ?? 0;
  const overdue = {
    what: last === null ? 'No backup yet.' : 'The last backup is too old.',
    action:
      'If the server fails, data that is not in a backup cannot be restored. Ask an operator to schedule npm run backup every night and to find out why it did not run.',
  };
  const incomplete = {
    what: `The last backup is missing ${missing} uploaded ${missing === 1 ? 'file' : 'files'}.`,
    action:
      'The files were missing or damaged when the backup was made. Their entries are in the ledger. Ask an operator to restore the files from an earlier backup.',
  };
  return [...(isOverdue ? [overdue] : []), ...(missing > 0 ? [incomplete] : [])];
}

const WHILE_ANCHORING_FAILS: Readonly<Record<AnchorTarget, string>> = {
  file: 'The heads of the audit log and the alert chain cannot be written to the anchor file.',
  syslog: 'The heads of the audit log and the alert chain cannot be sent to the syslog server.',
  https: 'The heads of the audit log and the alert chain cannot be sent to the anchor address.',
};

function anchorProblem({ target, problem }: AnchorProblem): SystemProblem {
  if (problem === 'rewritten')
    return {
      what: 'The audit log or the alert chain does not match its last anchor.',
      action:
        'Records may have been removed from the database or replaced. Ask an operator to run npm run audit:verify with the anchor file. This is expected after a restore: move the anchor file away.',
    };
  return {
    what: WHILE_ANCHORING_FAILS[target],
    action:
      'Events are recorded as usual, and the next attempt includes them. An operator can find the reason in the auth service log.',
  };
}

function mixedVersions(versions: readonly string[]): SystemProblem[] {
  const different = [...new Set(versions)].toSorted();
  if (different.length < 2) return [];
  return [
    {
      what: `Services are running different versions: ${different.join(', ')}.`,
      action: 'This is normal during an upgrade. If it persists, ask an operator to restart the older services.',
    },
  ];
}
