import type { HealthCheck } from '@clearwatch/contracts/system-status.dto';
import { type SystemFindings, systemProblems } from './system-problems.ts';

const GB = 1_000_000_000;
const A_BACKUP = { at: '2026-11-22T02:00:00.000Z', bytes: 4 * GB, keyId: '0a1b2c3d', missingFiles: 0 };
const up = (name: string): HealthCheck => ({ name, state: 'up', milliseconds: 1 });
const down = (name: string): HealthCheck => ({ name, state: 'down', milliseconds: 2_000 });
const found = (over: Partial<SystemFindings>): string[] =>
  systemProblems({
    checks: [up('auth'), up('database'), up('queue')],
    titleOf: (service) => `Title of ${service}`,
    versions: ['1.0.0', '1.0.0'],
    uploads: { inBucket: false, freeBytes: 100 * GB, totalBytes: 200 * GB },
    backup: { isOverdue: false, last: A_BACKUP },
    queues: [{ name: 'import', waiting: 3, active: 1, failed: 0, workers: 1 }],
    anchorProblems: [],
    ...over,
  }).map(({ what, action }) => {
    expect(action).toMatch(/\.$/);
    return what;
  });

describe('system problems', () => {
  it('system problems are empty in normal operation, even with waiting jobs', () => {
    expect(found({})).toEqual([]);
    expect(found({ queues: null, uploads: null, versions: [], backup: null })).toEqual([]);
  });

  it('system problems name failed components, the database first, and services by title', () => {
    expect(found({ checks: [down('reports'), down('queue'), down('database')] })).toEqual([
      'The database is not responding.',
      'The work queue is not responding.',
      'Title of reports is not responding (service reports).',
    ]);
  });

  it('system problems name queues without workers or with failed jobs', () => {
    const queue = { name: 'extract' as const, waiting: 0, active: 0, failed: 0, workers: 1 };
    expect(
      found({
        queues: [
          { ...queue, workers: 0 },
          { ...queue, name: 'import', workers: 0, waiting: 1 },
          { ...queue, name: 'compose', failed: 2 },
          { ...queue, name: 'audit', failed: 1 },
        ],
      }),
    ).toEqual([
      'Reading documents: no worker is running.',
      'Importing files: no worker is running, and 1 job is waiting.',
      'Writing AI reports: 2 jobs failed permanently.',
      'Recording the audit log: 1 job failed permanently.',
    ]);
  });

  it('system problems report a disk with little free space, both absolute and relative', () => {
    const words = ['The disk for uploaded files is nearly full.'];
    const room = (freeBytes: number, totalBytes: number, inBucket = false) => ({
      uploads: { inBucket, freeBytes, totalBytes },
    });
    expect(found(room(4 * GB, 100 * GB))).toEqual(words);
    expect(found(room(4 * GB, 100 * GB, true))).toEqual([
      'The disk for files waiting to be copied to the bucket is nearly full.',
    ]);
    expect(found(room(5 * GB, 1_000 * GB))).toEqual([]);
    expect(found(room(4 * GB, 20 * GB))).toEqual([]);
  });

  it('system problems report an overdue backup and files missing from the last one', () => {
    const missing = (missingFiles: number) => ({ ...A_BACKUP, missingFiles });
    expect(found({ backup: { isOverdue: false, last: null } })).toEqual([]);
    expect(found({ backup: { isOverdue: true, last: null } })).toEqual(['No backup yet.']);
    expect(found({ backup: { isOverdue: true, last: missing(1) } })).toEqual([
      'The last backup is too old.',
      'The last backup is missing 1 uploaded file.',
    ]);
  });

  it('system problems report heads of chains that are not anchored or do not match their anchors', () => {
    const anchorProblems = [
      { target: 'file', problem: 'rewritten' },
      { target: 'syslog', problem: 'failed' },
      { target: 'https', problem: 'failed' },
    ] as const;
    expect(found({ anchorProblems })).toEqual([
      'The audit log or the alert chain does not match its last anchor.',
      'The heads of the audit log and the alert chain cannot be sent to the syslog server.',
      'The heads of the audit log and the alert chain cannot be sent to the anchor address.',
    ]);
  });

  it('system problems report services of different versions', () => {
    expect(found({ versions: ['1.1.0', '1.0.0', '1.1.0'] })).toEqual([
      'Services are running different versions: 1.0.0, 1.1.0.',
    ]);
  });
});
