import type { HealthCheck } from '@clearwatch/contracts/http/health';
import type { BackupStanding, SystemTrouble, UploadFolder } from '@clearwatch/contracts/http/system-status';
import type { QueueCount } from '@clearwatch/service-kit/jobs/queue-counts';
import { QUEUE_WORDS } from './queue-words.ts';

/** The largest file that is taken needs this much, and as much again while it is stored. */
const LEAST_FREE_BYTES = 5_000_000_000;
const LEAST_FREE_SHARE = 0.05;

export interface Findings {
  checks: readonly HealthCheck[];
  /** How a person calls a service. */
  titleOf: (service: string) => string;
  /** Versions of the programs that answer. */
  versions: readonly string[];
  uploads: UploadFolder | null;
  /** Null: not asked, or no answer; the checks say which. */
  queues: readonly QueueCount[] | null;
  /** Null: not asked, or no answer. */
  backup: BackupStanding | null;
}

/** What is not as it should be, in words, the worst first, each with what helps. */
export function troublesOf(findings: Findings): SystemTrouble[] {
  return [
    ...whatIsDown(findings),
    ...(findings.queues ?? []).flatMap(queueTroubles),
    ...lackOfRoom(findings.uploads),
    ...lackOfBackup(findings.backup),
    ...mixedVersions(findings.versions),
  ];
}

const RECOVERING: SystemTrouble = {
  what: 'The database is starting or recovering from a crash.',
  action: 'Nothing that was saved is lost, and the screens come back by themselves.',
};

function whatIsDown({ checks, titleOf }: Findings): SystemTrouble[] {
  const recovering = checks.filter(({ state }) => state === 'recovering');
  if (recovering.length > 0) return [RECOVERING];
  const down = checks.filter(({ state }) => state === 'down').map(({ name }) => name);
  return down.toSorted((one, other) => rank(one) - rank(other)).map((name) => wordsOf(name, titleOf));
}

function rank(name: string): number {
  return ['database', 'queue'].includes(name) ? ['database', 'queue'].indexOf(name) : 2;
}

function wordsOf(name: string, titleOf: Findings['titleOf']): SystemTrouble {
  if (name === 'database')
    return {
      what: 'The database does not answer.',
      action:
        'Nothing that was saved is lost. Whoever runs the server should look whether PostgreSQL runs and its disk has room; the screens come back by themselves.',
    };
  if (name === 'queue')
    return {
      what: 'The work queue does not answer.',
      action:
        'Uploads are kept and imported later. Whoever runs the server should look whether Redis, or the database that holds the queues, runs.',
    };
  return {
    what: `${titleOf(name)} does not answer (service ${name}).`,
    action:
      'Its screens come back by themselves once it does; the others go on. If it stays so for minutes, whoever runs the server should look at its log.',
  };
}

function queueTroubles({ name, waiting, failed, workers }: QueueCount): SystemTrouble[] {
  const { title, whenFailed } = QUEUE_WORDS[name];
  const left = waiting === 0 ? '' : `, and ${jobs(waiting)} ${waiting === 1 ? 'waits' : 'wait'}`;
  const nobody = {
    what: `${title}: no worker is there${left}.`,
    action: 'What comes in is done later. Whoever runs the server should start the worker of the service.',
  };
  const dead = { what: `${title}: ${jobs(failed)} failed for good.`, action: whenFailed };
  return [...(workers === 0 ? [nobody] : []), ...(failed > 0 ? [dead] : [])];
}

function jobs(count: number): string {
  return `${count} ${count === 1 ? 'job' : 'jobs'}`;
}

function lackOfRoom(uploads: UploadFolder | null): SystemTrouble[] {
  if (uploads === null) return [];
  const { inBucket, freeBytes, totalBytes } = uploads;
  if (freeBytes >= LEAST_FREE_BYTES || freeBytes >= totalBytes * LEAST_FREE_SHARE) return [];
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

function lackOfBackup(backup: BackupStanding | null): SystemTrouble[] {
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

function mixedVersions(versions: readonly string[]): SystemTrouble[] {
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
