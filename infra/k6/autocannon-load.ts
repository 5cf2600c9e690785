import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { residentMegabytes } from '@clearwatch/bench/bench-table';
import { waitUntilIdle } from '@clearwatch/bench/import-benchmarks';
import { StaffClient } from '@clearwatch/infra-local/staff-client';
import {
  createUsers,
  signUpFirstAdmin,
  startTemporaryInstallation,
  type TemporaryInstallation,
} from '@clearwatch/infra-local/temporary-installation';
import autocannon from 'autocannon';
import { LOAD_PROFILES, P95_MS, requestsPerSecond } from './load-profiles.ts';
import {
  CATALOGUE,
  type Catalogue,
  type ChosenRequest,
  fillVisit,
  STAFF_VISITS,
  type StaffCredentials,
} from './staff-visits.ts';

const STAFF = 200;
/** Each connection sends one request at a time. */
const MAX_CONNECTIONS = 10;
/** More sign-ins would mostly measure password hashing. */
const SESSIONS = 10;
const UNLOADED_REQUESTS = 50;
const SERVICES = ['gateway', 'auth', 'ingest', 'analytics', 'reports'] as const;

const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => stopped.abort(new Error('Stopped.')));
}

/** Exit code 0: all limits met; 1: a limit missed; 2: the test could not run. */
process.exitCode = await run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 2;
});

async function run(): Promise<0 | 1> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      url: { type: 'string' },
      staff: { type: 'string' },
      seconds: { type: 'string', default: '60' },
    },
  });
  const seconds = Number(values.seconds);
  const [mode] = positionals;
  if (positionals.length > 1 || (mode ?? 'stand') !== 'stand' || !(seconds >= 1))
    throw new Error('npm run load [-- stand | --seconds 60 | --url <address> --staff <file>]');
  if (values.url !== undefined) {
    if (values.staff === undefined) throw new Error('--staff must name a file that lists the users who sign in.');
    const people = JSON.parse(readFileSync(values.staff, 'utf8')) as StaffCredentials[];
    return measureLoad({ url: values.url, people: people.slice(0, SESSIONS), seconds });
  }
  console.log('Starting an installation with the sample ledger ...');
  const installation = await startTemporaryInstallation({ durability: 'real', signal: stopped.signal });
  const interrupted = once(stopped.signal, 'abort');
  try {
    await importSampleLedger(installation);
    if (mode === 'stand') {
      const most = Math.max(...Object.values(LOAD_PROFILES).map(({ sessions }) => sessions));
      const file = join(installation.dataDirectory, 'staff.json');
      // Anyone who can read this file could sign in.
      writeFileSync(file, JSON.stringify(await createLoadUsers(installation, most)), { mode: 0o600 });
      console.log(
        `The installation runs until you press Ctrl-C. To test it:\n  k6 run -e PROFILE=smoke -e URL=${installation.url} -e STAFF=${file} infra/k6/staff-load.ts`,
      );
      await interrupted;
      return 0;
    }
    const before = memoryOf(installation);
    const people = await createLoadUsers(installation, SESSIONS);
    const measured = measureLoad({ url: installation.url, people, seconds });
    const result = await Promise.race([
      measured,
      interrupted.then((): never => {
        throw new Error('Stopped.');
      }),
    ]);
    const after = memoryOf(installation);
    console.log(`memory: ${SERVICES.map((name) => `${name} ${before[name]} → ${after[name]}`).join(', ')} MB`);
    return result;
  } finally {
    await installation.remove();
  }
}

async function importSampleLedger(installation: TemporaryInstallation): Promise<void> {
  const admin = await signUpFirstAdmin(installation);
  const { status, text } = await admin.call('POST', '/api/imports/sample');
  if (status !== 200 && status !== 202)
    throw new Error(`The sample ledger could not be loaded: ${status} ${text.slice(0, 200)}`);
  await waitUntilIdle(installation);
}

function createLoadUsers(installation: TemporaryInstallation, count: number): Promise<StaffCredentials[]> {
  return createUsers(
    installation,
    Array.from({ length: count }, (_, index) => ({ username: `load.clerk.${index}` })),
  );
}

/** Resident memory of each service in MB (Linux, proc(5)). */
function memoryOf({ stack }: TemporaryInstallation): Record<string, string> {
  return Object.fromEntries(SERVICES.map((name) => [name, residentMegabytes(stack.pidOf(name))?.toFixed(0) ?? '-']));
}

async function measureLoad(load: {
  url: string;
  people: readonly StaffCredentials[];
  seconds: number;
}): Promise<0 | 1> {
  const { url, people, seconds } = load;
  const clients = people.map((person) => ({ person, client: new StaffClient(url) }));
  for (const { client, person } of clients) await client.signIn(person);
  const cookies = clients.map(({ client }) => client.cookieHeader);
  const catalogue = await readCatalogue(url, cookies[0] ?? '');
  const chosen = STAFF_VISITS.flatMap((visit) => fillVisit(visit, catalogue, Math.random) ?? []);
  const kinds = Object.entries(P95_MS).map(([kind, limit]) => {
    const requests = chosen.filter((request) => request.kind === kind);
    return { kind, limit, requests: cookies.flatMap((cookie) => requests.map(asSent(url, cookie))) };
  });
  console.log('Sending each kind of request by itself ...');
  const alone = new Map<string, number>();
  for (const { kind, requests } of kinds) {
    const { latency } = await autocannon({ url, requests, connections: 1, amount: UNLOADED_REQUESTS });
    alone.set(kind, latency.p50);
  }
  console.log(`Sending the requests of ${STAFF} users for ${seconds} s ...`);
  const results = await Promise.all(
    kinds.map(async ({ kind, limit, requests }) => {
      const overallRate = Math.max(1, Math.round(STAFF * requestsPerSecond(kind)));
      const connections = Math.min(MAX_CONNECTIONS, overallRate);
      const result = await autocannon({ url, requests, connections, overallRate, duration: seconds });
      return { kind, limit, result };
    }),
  );
  let isMet = true;
  for (const { kind, limit, result } of results) {
    const { latency, errors, non2xx } = result;
    const isKindMet = latency.p97_5 <= limit && errors + non2xx === 0 && result['2xx'] > 0;
    isMet &&= isKindMet;
    const ratio = (latency.p97_5 / (alone.get(kind) ?? Number.NaN)).toFixed(1);
    console.log(
      `${isKindMet ? 'met   ' : 'MISSED'} ${kind}: ${result['2xx']} responses, ${non2xx + errors} errors, p50 ${latency.p50} ms, ` +
        `p97.5 ${latency.p97_5} ms (at most ${limit} ms, ${ratio} × the median without load), p99 ${latency.p99} ms`,
    );
  }
  return isMet ? 0 : 1;
}

async function readCatalogue(url: string, cookie: string): Promise<Catalogue> {
  const lists = await Promise.all(
    Object.entries(CATALOGUE).map(async ([source, path]) => {
      const answer = await fetch(new URL(path, url), { headers: { cookie } });
      if (!answer.ok) throw new Error(`${path} returned ${answer.status}`);
      return [source, await answer.json()];
    }),
  );
  return Object.fromEntries(lists) as Catalogue;
}

function asSent(url: string, cookie: string) {
  return ({ method, path, body }: ChosenRequest): autocannon.Request => ({
    method,
    path,
    headers: {
      cookie,
      origin: new URL(url).origin,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
