import type { CurrentUser, SessionExpiry } from '@clearwatch/contracts/sign-in.dto';
import {
  aChartPoint,
  aLoginAnswer,
  aMember,
  anAlert,
  anImport,
  aSessionClock,
  aUser,
  someMetrics,
} from './api-core-fixtures.ts';
import { aCompany, aMemberRow, anEntry } from './api-member-fixtures.ts';
import { aReportSummary } from './api-report-fixtures.ts';
import { type Answer, FakeServer, type SeenRequest } from './fake-server.ts';

/** A gateway without a signed-in user. */
export function aServer(): FakeServer {
  return new FakeServer().on('GET /api/auth/user', { status: 401, body: 'Not signed in' });
}

/** A list response with the total in the header. */
export function listAnswer(items: unknown[], total = items.length): Answer {
  return { body: items, headers: { 'X-Total-Count': String(total) } };
}

/** A gateway with a signed-in admin and a small ledger. */
export function aSignedInServer(): FakeServer {
  return new FakeServer()
    .on('GET /api/auth/user', { body: aUser() })
    .on('GET /api/auth/session', { body: aSessionClock({ idleMinutes: 0 }) })
    .on('GET /api/metrics/30', { body: someMetrics() })
    .on('GET /api/transactions/chart/365', { body: [aChartPoint()] })
    .on('GET /api/top-depositors/10/365', { body: [aMember()] })
    .on('GET /api/unusual-activities', listAnswer([anAlert()]))
    .on('GET /api/imports', { body: [] })
    .on('GET /api/legal-holds', listAnswer([]))
    .on('GET /api/reports', { body: [] });
}

export const SEARCH_TRACE_NUMBER = '121042880000042';

/** A gateway with one item of each kind and a member total above the page size. */
export function aSearchableServer(): FakeServer {
  return aSignedInServer()
    .on(
      'GET /api/members',
      listAnswer([aMemberRow({ id: 7, displayName: 'Dana Sample', accountNumber: '100017' })], 1_234),
    )
    .on('GET /api/companies/summary', listAnswer([aCompany({ company: 'Sample Stores' })]))
    .on('GET /api/unusual-activities', listAnswer([anAlert({ id: 21, memberName: 'Dana Sample' })]))
    .on('GET /api/imports', listAnswer([anImport({ importId: 3, fileName: 'sample-may.ach' })]))
    .on('GET /api/reports', listAnswer([aReportSummary({ id: 5, title: 'Sample of the year', state: 'composing' })]))
    .on('GET /api/report-filters', { body: [] })
    .on('GET /api/views?screen=members', { body: [] })
    .on('GET /api/views?screen=companies', { body: [] })
    .on('GET /api/views?screen=fraud', { body: [] })
    .on('GET /api/views?screen=audit', { body: [] })
    .on('GET /api/transactions', listAnswer([]))
    .on('POST /api/reports/transactions', listAnswer([anEntry({ id: 9001, checkTracerNumber: SEARCH_TRACE_NUMBER })]));
}

const MINUTE_MS = 60_000;

interface SessionServer {
  server: FakeServer;
  /** Simulates activity in another tab. */
  workInAnotherTab: () => void;
  /** Minutes until the session ends because of inactivity. */
  minutesLeft: () => number;
}

interface SessionServerOptions {
  idleMinutes: number;
  /** Minutes by which the server clock is ahead of the browser clock. */
  minutesAhead?: number;
  /** The user who signs in next. */
  next?: CurrentUser;
}

/** A gateway that ends the session after `idleMinutes` without activity, like the real one. */
export function aSessionServer(options: SessionServerOptions): SessionServer {
  const { idleMinutes, minutesAhead = 0, next = aUser() } = options;
  let idleAt = 0;
  const act = (): void => {
    idleAt = Date.now() + idleMinutes * MINUTE_MS;
  };
  act();
  const onServer = (moment: number): string => new Date(moment + minutesAhead * MINUTE_MS).toISOString();
  const clock = (): SessionExpiry =>
    Object.assign(aSessionClock({ idleMinutes }), { now: onServer(Date.now()), idleAt: onServer(idleAt) });
  const inSession =
    (answer: () => Answer) =>
    (_request: SeenRequest): Answer =>
      Date.now() < idleAt ? answer() : { status: 401, body: 'Please sign in.' };

  const server = aSignedInServer()
    .on(
      'GET /api/auth/session',
      inSession(() => ({ body: clock() })),
    )
    .on(
      'POST /api/auth/stay-signed-in',
      inSession(() => {
        act();
        return { body: clock() };
      }),
    )
    .on('POST /api/auth/login', () => {
      act();
      return { body: aLoginAnswer({ user: next }) };
    });
  return { server, workInAnotherTab: act, minutesLeft: () => (idleAt - Date.now()) / MINUTE_MS };
}
