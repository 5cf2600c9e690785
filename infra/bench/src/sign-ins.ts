import { hireStaff } from '@clearwatch/infra-local/trial/hire-staff';
import type { StaffClient } from '@clearwatch/infra-local/trial/staff-client';
import type { TrialInstallation } from '@clearwatch/infra-local/trial/trial-installation';
import { hash } from 'bcrypt';
import type { BenchLine } from './line.ts';
import { p95UnderLoad } from './load.ts';
import { peakMegabytes } from './process-memory.ts';

const STAFF = 200;
/** Who is in already and reads: without a pause they would measure how two queues share a processor. */
const READERS = 10;
const READER_PAUSE_MS = 200;
const READ_SECONDS = 8;
/** As auth does it. */
const COST = 12;
const AT_A_TIME = 2;

/**
 * Two hundred people sign in at once, each with password and code, while others read the dashboard: how long until
 * the last is in against the bare hashes, and what the readers feel of it against reading alone.
 */
export async function signInLines(
  installation: TrialInstallation,
  admin: StaffClient,
  paths: readonly string[],
): Promise<BenchLine[]> {
  const people = Array.from({ length: STAFF }, (_, index) => ({ username: `bench.clerk.${index}` }));
  const hired = await hireStaff(installation, people);
  const read = (until: number | Promise<unknown>) =>
    p95UnderLoad({
      base: installation.url,
      headers: { cookie: admin.cookieHeader },
      paths,
      staff: READERS,
      until,
      pauseMs: READER_PAUSE_MS,
    });
  const hashes = await timed(() => bareHashes(STAFF));
  const readsAlone = await read(READ_SECONDS);
  const signIns = timed(() => Promise.all(hired.map((person) => installation.visitor().signIn(person))));
  const readsMeanwhile = await read(signIns);
  return [
    {
      what: `${STAFF} sign-ins at once, until the last is in`,
      rows: STAFF,
      milliseconds: await signIns,
      limit: { what: `${STAFF} hashes, ${AT_A_TIME} at a time`, milliseconds: hashes },
      goal: 1.5,
      peakMegabytes: peakMegabytes(installation.stack.pidOf('auth')),
    },
    {
      what: `dashboard reads, p95, ${READERS} staff, meanwhile`,
      rows: STAFF,
      milliseconds: readsMeanwhile,
      limit: { what: 'without sign-ins', milliseconds: readsAlone },
      // Two hashes at a time take both processors of a small machine; what is left must still be quick.
      goal: 2,
      peakMegabytes: peakMegabytes(installation.stack.pidOf('gateway')),
    },
  ];
}

async function bareHashes(count: number): Promise<void> {
  let left = count;
  const worker = async (): Promise<void> => {
    for (; left > 0; ) {
      left -= 1;
      await hash('a password of the benchmark', COST);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
