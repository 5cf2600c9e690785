import { aChartPoint, aMember, anActivity, aSessionClock, aUser, metrics } from './a-ledger.ts';
import { type Answer, FakeServer } from './fake-server.ts';

/** A gateway where nobody is signed in. */
export function aServer(): FakeServer {
  return new FakeServer().on('GET /api/auth/user', { status: 401, body: 'Not signed in' });
}

/** A list answer with its true length in the header. */
export function listed(items: unknown[], total = items.length): Answer {
  return { body: items, headers: { 'X-Total-Count': String(total) } };
}

/** A gateway with a signed-in admin and a small ledger. */
export function aSignedInServer(): FakeServer {
  return new FakeServer()
    .on('GET /api/auth/user', { body: aUser() })
    .on('GET /api/auth/session', { body: aSessionClock({ idleMinutes: 0 }) })
    .on('GET /api/metrics/30', { body: metrics() })
    .on('GET /api/transactions/chart/365', { body: [aChartPoint()] })
    .on('GET /api/top-depositors/10/365', { body: [aMember()] })
    .on('GET /api/unusual-activities', listed([anActivity()]))
    .on('GET /api/imports', { body: [] })
    .on('GET /api/legal-holds', listed([]))
    .on('GET /api/reports', { body: [] });
}
