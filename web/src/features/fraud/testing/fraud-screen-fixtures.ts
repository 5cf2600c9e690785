import { anAlert } from '../../../testing/api-core-fixtures.ts';
import { alertCounts, aRuleQuality, noAnalysis } from '../../../testing/api-detection-fixtures.ts';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { aSignedInServer, listAnswer } from '../../../testing/fake-server-setups.ts';

/** A gateway with every response that the fraud screen needs. */
export function aFraudServer(alerts = [anAlert()], total = alerts.length): FakeServer {
  return aSignedInServer()
    .on('GET /api/unusual-activities', listAnswer(alerts, total))
    .on('GET /api/unusual-activities/counts', { body: alertCounts() })
    .on('GET /api/analytics/full-analysis', { body: noAnalysis() })
    .on('GET /api/detection/quality', { body: [aRuleQuality()] });
}

/** The query parameters of the last list request. */
export function lastAlertQuery(server: FakeServer): Record<string, string> {
  const [, query = ''] = (server.requestsTo('GET /api/unusual-activities').at(-1)?.path ?? '').split('?');
  return Object.fromEntries(new URLSearchParams(query));
}

/** The query parameters of the unfiltered list. */
export const UNFILTERED_QUERY = { sort: 'worklist', page: '1', pageSize: '20' };
