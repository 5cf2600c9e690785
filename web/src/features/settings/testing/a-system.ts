import type { RetentionStatus } from '@clearwatch/contracts/retention.dto';
import type { SystemComponent, SystemStatus } from '@clearwatch/contracts/system-status.dto';

const part = (name: string, title: string): SystemComponent => ({
  name,
  title,
  state: 'up',
  milliseconds: 4,
});

/** What the server says of itself: a test names only what it is about. */
export function aSystem(over: Partial<SystemStatus> = {}): SystemStatus {
  const status: SystemStatus = {
    state: 'up',
    askedAt: new Date(2026, 10, 20, 9, 30).toISOString(),
    parts: [part('gateway', 'Web and sessions'), part('reports', 'Reporting'), part('database', 'Database')],
    troubles: [],
    newestImport: {
      id: 12,
      fileName: 'november.ach',
      state: 'stored',
      at: new Date(2026, 10, 19, 8, 0).toISOString(),
    },
    ledger: { version: 41, asOf: '2026-11-19' },
    details: {
      processes: [
        {
          name: 'ingest',
          role: 'all',
          version: '0.1.0',
          startedAt: new Date(2026, 10, 17, 6, 30).toISOString(),
        },
        { name: 'reports', role: null, version: null, startedAt: null },
      ],
      queues: [
        { name: 'import', title: 'Importing files', waiting: 1_200, active: 1, failed: 0, workers: 1 },
        { name: 'compose', title: 'Writing AI reports', waiting: 0, active: 0, failed: 2, workers: 0 },
      ],
      uploads: { inBucket: false, freeBytes: 60_000_000_000, totalBytes: 240_000_000_000 },
      backup: {
        isOverdue: false,
        last: {
          at: new Date(2026, 10, 20, 2, 0).toISOString(),
          bytes: 10_800_000,
          keyId: '0a1b2c3d',
          missingFiles: 0,
        },
      },
    },
  };
  return Object.assign(status, over);
}

export function aRetention(over: Partial<RetentionStatus> = {}): RetentionStatus {
  const held: RetentionStatus = {
    kind: 'transactions',
    keptYears: 7,
    legalMinimumYears: 6,
    isKnown: true,
    count: 13_190,
    oldestDay: '2025-11-21',
    nextRemovalDay: '2032-11-22',
    nextRemovalCount: 40,
    withheldCount: 0,
    lastPurge: null,
  };
  return Object.assign(held, over);
}
