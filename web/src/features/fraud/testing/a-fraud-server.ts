import { alertCounts, aRuleQuality, noAnalysis } from '../../../testing/a-caseload.ts';
import { anActivity } from '../../../testing/a-ledger.ts';
import { aSignedInServer, listed } from '../../../testing/a-server.ts';
import type { FakeServer } from '../../../testing/fake-server.ts';

/** A gateway with everything the fraud screen reads. */
export function aFraudServer(alerts = [anActivity()], total = alerts.length): FakeServer {
  return aSignedInServer()
    .on('GET /api/unusual-activities', listed(alerts, total))
    .on('GET /api/unusual-activities/counts', { body: alertCounts() })
    .on('GET /api/analytics/full-analysis', { body: noAnalysis() })
    .on('GET /api/detection/quality', { body: [aRuleQuality()] });
}

/** What the list was last asked for. */
export function lastQuestion(server: FakeServer): Record<string, string> {
  const [, query = ''] = (server.requestsTo('GET /api/unusual-activities').at(-1)?.path ?? '').split('?');
  return Object.fromEntries(new URLSearchParams(query));
}

/** The list without filters. */
export const EVERYTHING = { sort: 'worklist', page: '1', pageSize: '20' };
