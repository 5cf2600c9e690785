import type { DataSource } from 'typeorm';
import type { AuditTrail } from '../audit/audit-trail.service.ts';
import { inTransaction } from '../database/transaction.ts';
import { systemActor } from '../identity/actor.ts';
import type { PurgeRuns, Removed } from './purge-runs.ts';

/**
 * Finishes a purge and writes down what it has removed, if anything.
 * @param end.requestId joins the line of the audit log to the purge
 * @returns what it has removed in all; null when it was finished before
 */
export function endPurge(
  service: { database: DataSource; runs: PurgeRuns; trail: AuditTrail },
  end: {
    runId: number;
    firstKeptDay: string;
    action: 'retention.entries_purged' | 'retention.alerts_purged';
    requestId: string;
  },
): Promise<Removed | null> {
  return inTransaction(service.database, async (manager) => {
    const removed = await service.runs.finish(manager, { runId: end.runId });
    if (removed === null || Object.keys(removed).length === 0) return removed;
    const subject = { type: 'retention', id: end.runId } as const;
    const detail = { ...removed, olderThan: end.firstKeptDay };
    await service.trail.record(systemActor(end.requestId), { action: end.action, subject, detail }, manager);
    return removed;
  });
}
