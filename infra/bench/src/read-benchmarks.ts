import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { StaffClient } from '@clearwatch/infra-local/staff-client';
import { createUsers } from '@clearwatch/infra-local/temporary-installation';
import { IDENTITY_HEADER, IdentityKeys, signIdentity } from '@clearwatch/service-kit/identity/identity-token';
import { hash } from 'bcrypt';
import { type BenchResult, limitOf, peakMegabytes, percentile95 } from './bench-table.ts';
import type { BenchSite } from './import-benchmarks.ts';

interface ConcurrentReads {
  base: string;
  /** Proves who sends the requests: a cookie for the gateway, or an identity token for a service. */
  headers: Readonly<Record<string, string>>;
  paths: readonly string[];
  /** Concurrent users. Each sends the next request `pauseMs` after the last response. */
  staff: number;
  /** How long the load lasts: a number of seconds, or until a promise is settled. */
  until: number | Promise<unknown>;
  pauseMs?: number;
}

/** @returns the milliseconds that each response took @throws Error when any response is not 200 */
async function timesUnderLoad(load: ConcurrentReads): Promise<number[]> {
  const { base, headers, paths, staff, until, pauseMs = 0 } = load;
  const agent = new Agent({ keepAlive: true, maxSockets: staff });
  const times: number[] = [];
  const over = new AbortController();
  const end = (): void => over.abort();
  if (typeof until === 'number') setTimeout(end, until * 1_000);
  else void until.then(end, end);
  const readAsUser = async (offset: number): Promise<void> => {
    // Users start at different moments; synchronized requests would not be a realistic load.
    if (pauseMs > 0) await pause((pauseMs * offset) / staff);
    for (let turn = offset; !over.signal.aborted; turn += 1) {
      const path = paths[turn % paths.length] ?? '/';
      times.push(await timeRequest(new URL(path, base), headers, agent));
      if (pauseMs > 0) await pause(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: staff }, (_, index) => readAsUser(index)));
  agent.destroy();
  return times;
}

const p95UnderLoad = async (load: ConcurrentReads) => percentile95(await timesUnderLoad(load));

function timeRequest(url: URL, headers: ConcurrentReads['headers'], agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const request = get(url, { agent, headers }, (response) => {
      response.resume();
      response.once('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - started);
        else reject(new Error(`${url.pathname} returned ${response.statusCode}`));
      });
    });
    request.once('error', reject);
  });
}

const STAFF = 50;
const LOAD_SECONDS = 8;
const DASHBOARD_REQUESTS = [
  '/api/metrics/30',
  '/api/transactions/chart/365',
  '/api/top-depositors/10/365',
  '/api/unusual-activities?pageSize=20',
];

function gatewayOf({ installation, admin }: Pick<BenchSite, 'installation' | 'admin'>) {
  return { base: installation.url, headers: { cookie: admin.cookieHeader } };
}

/** @returns milliseconds */
export function dashboardP95({ installation, admin, say }: BenchSite): Promise<number> {
  say(`Reading the dashboard as ${STAFF} users ...`);
  const paths = DASHBOARD_REQUESTS;
  return p95UnderLoad({ ...gatewayOf({ installation, admin }), paths, staff: STAFF, until: LOAD_SECONDS });
}

/** Compares with the same reads on a small ledger: with rollups, the size of the ledger should not matter. */
export async function benchDashboardReads(
  site: BenchSite,
  { rows, small }: { rows: number; small: Pick<BenchResult, 'rows' | 'milliseconds'> },
): Promise<BenchResult> {
  return {
    what: `dashboard reads, p95, ${STAFF} users`,
    rows,
    milliseconds: await dashboardP95(site),
    limit: limitOf(`at ${small.rows.toLocaleString('en-US')} rows`, small.milliseconds),
    goal: 1.5,
    peakMegabytes: peakMegabytes(site.installation.stack.pidOf('analytics')),
  };
}

/** A cheap request, so that the gateway's time dominates. */
const GATEWAY_REQUEST = '/api/metrics/30';
const GATEWAY_STAFF = 20;
const GATEWAY_SECONDS = 8;
/** At least half as many responses per second. */
const GATEWAY_GOAL = 2;

/** Compares requests through the gateway (session, limits, headers) with direct requests to the service. */
export async function benchGateway({ installation, admin, say }: BenchSite): Promise<BenchResult> {
  say('Reading through the gateway and directly from the service ...');
  const { stack } = installation;
  const headers = identityHeaders(stack.environmentOf('analytics')['IDENTITY_KEYS'] ?? '');
  const past = await timePerAnswer({ base: stack.urlOf('analytics'), headers });
  const through = await timePerAnswer(gatewayOf({ installation, admin }));
  return {
    what: `responses through the gateway, ${GATEWAY_STAFF} users`,
    rows: through.answers,
    milliseconds: through.milliseconds,
    limit: limitOf('directly from the service', past.milliseconds),
    goal: GATEWAY_GOAL,
    peakMegabytes: peakMegabytes(stack.pidOf('gateway')),
  };
}

async function timePerAnswer(where: Pick<ConcurrentReads, 'base' | 'headers'>) {
  const started = performance.now();
  const load = { paths: [GATEWAY_REQUEST], staff: GATEWAY_STAFF, until: GATEWAY_SECONDS };
  const times = await timesUnderLoad({ ...where, ...load });
  return { answers: times.length, milliseconds: (performance.now() - started) / times.length };
}

function identityHeaders(keys: string) {
  const actor = { userId: 1, username: 'admin', role: 'Admin', requestId: 'bench', address: null } as const;
  return { [IDENTITY_HEADER]: signIdentity(actor, 'analytics', new IdentityKeys(keys)) };
}

const LIST_LIMIT_MS = 200;
const LIST_PAUSE_MS = 1_000;

const LIST_REQUESTS = [
  '/api/members?pageSize=50',
  '/api/members?pageSize=50&page=40&sort=totalCredits&order=desc',
  '/api/members?pageSize=50&search=smi&activity=recent&sort=riskLevel&order=desc',
  '/api/members?pageSize=50&incomeBand=medium&sort=incomeToDebtRatio&order=desc',
  '/api/members/summary',
  '/api/companies/summary?pageSize=50',
  '/api/companies/summary?pageSize=50&search=co&creditsAbove=1000&sort=memberCount',
  '/api/companies/overview',
];

export async function benchListReads(site: BenchSite, rows: number): Promise<BenchResult> {
  site.say(`Reading lists and pages of members and companies as ${STAFF} users ...`);
  const paths = [...LIST_REQUESTS, ...(await busiestPages(site.admin))];
  const load = { paths, staff: STAFF, until: LOAD_SECONDS, pauseMs: LIST_PAUSE_MS };
  const milliseconds = await p95UnderLoad({ ...gatewayOf(site), ...load });
  const what = `members and companies, p95, ${STAFF} users`;
  return { what, rows, milliseconds, limit: limitOf('allowed', LIST_LIMIT_MS), goal: 1 };
}

async function busiestPages(admin: StaffClient): Promise<string[]> {
  const first = async <T>(path: string): Promise<T> => {
    const [item] = (await admin.expect(200, 'GET', path)).json() as T[];
    if (item === undefined) throw new Error(`${path} returned an empty list`);
    return item;
  };
  const member = await first<{ id: number; firstName: string; lastName: string }>(
    '/api/members?pageSize=1&sort=totalCredits&order=desc&search=a',
  );
  const { company } = await first<{ company: string }>('/api/companies/summary?pageSize=1&sort=memberCount');
  const names = [member.firstName || 'Unknown', member.lastName || 'Account'].map(encodeURIComponent);
  return [
    `/api/members/detail/${names.join('/')}?member=${member.id}`,
    `/api/members/${member.id}/overview`,
    `/api/companies/${encodeURIComponent(company)}/details`,
  ];
}

const SIGN_IN_STAFF = 200;
const SIGN_IN_READERS = 10;
/** Without a pause, the readers would measure how two queues share a processor. */
const READER_PAUSE_MS = 200;
const READ_SECONDS = 8;
/** The bcrypt cost in production. */
const BCRYPT_COST = 12;
const AT_A_TIME = 2;

export async function benchSignIns(site: BenchSite): Promise<BenchResult[]> {
  const { installation, say } = site;
  say('Signing in users concurrently ...');
  const people = Array.from({ length: SIGN_IN_STAFF }, (_, index) => ({ username: `bench.clerk.${index}` }));
  const users = await createUsers(installation, people);
  const load = { paths: DASHBOARD_REQUESTS, staff: SIGN_IN_READERS, pauseMs: READER_PAUSE_MS };
  const read = (until: number | Promise<unknown>) => p95UnderLoad({ ...gatewayOf(site), ...load, until });
  const hashes = await timeWork(() => bareHashes(SIGN_IN_STAFF));
  const readsAlone = await read(READ_SECONDS);
  const signIns = timeWork(() => Promise.all(users.map((user) => installation.newClient().signIn(user))));
  const readsMeanwhile = await read(signIns);
  return [
    {
      what: `${SIGN_IN_STAFF} concurrent sign-ins, until the last succeeds`,
      rows: SIGN_IN_STAFF,
      milliseconds: await signIns,
      limit: { what: `${SIGN_IN_STAFF} hashes, ${AT_A_TIME} at a time`, milliseconds: hashes },
      goal: 1.5,
      peakMegabytes: peakMegabytes(installation.stack.pidOf('auth')),
    },
    {
      what: `dashboard reads during sign-ins, p95, ${SIGN_IN_READERS} users`,
      rows: SIGN_IN_STAFF,
      milliseconds: readsMeanwhile,
      limit: { what: 'without sign-ins', milliseconds: readsAlone },
      // Two hashes at a time use both processors of a small machine.
      goal: 2,
      peakMegabytes: peakMegabytes(installation.stack.pidOf('gateway')),
    },
  ];
}

async function bareHashes(count: number): Promise<void> {
  let left = count;
  const worker = async (): Promise<void> => {
    while ((left -= 1) >= 0) await hash('a password of the benchmark', BCRYPT_COST);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
}

async function timeWork(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
