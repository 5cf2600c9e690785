import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { TemporaryInstallation } from '@clearwatch/infra-local/temporary-installation';
import {
  createLoadUsers,
  readStaffFile,
  signIn,
  startLoadInstallation,
  writeStaffFile,
} from './load-installation.ts';
import { LOAD_PROFILES, type LoadName, type LoadProfile, shortenedTo } from './load-profiles.ts';
import { measureLoad } from './measure-load.ts';

const USAGE = `npm run load -- <${Object.keys(LOAD_PROFILES).join('|')}|stand> [--url <address> --staff <file>] [--shorten 0.1 | --minutes 4] [--seed 1]`;
/** As many as any profile signs in. */
const MOST_SESSIONS = Math.max(...Object.values(LOAD_PROFILES).map(({ sessions }) => sessions));

const printLine = (text: string): void => console.log(text);
const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => stopped.abort(new Error('Stopped.')));
}

/** 0: every threshold met; 1: one missed; 2: not run. */
process.exitCode = await run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 2;
});

async function run(): Promise<0 | 1 | 2> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      url: { type: 'string' },
      staff: { type: 'string' },
      shorten: { type: 'string', default: '1' },
      minutes: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  });
  const [name = ''] = positionals;
  const [minutes, seed] = [Number(values.minutes ?? Number.POSITIVE_INFINITY), Number(values.seed)];
  if (name === 'stand') return serveForK6();
  if (!isLoad(name) || !(Number(values.shorten) > 0) || !(minutes > 0) || !Number.isInteger(seed))
    throw new Error(USAGE);
  const profile: LoadProfile = LOAD_PROFILES[name];
  const shorten = Math.min(Number(values.shorten), shortenedTo(minutes, profile));
  if (values.url === undefined) {
    return withLoadInstallation(async (installation) => {
      printLine(`Signing in ${profile.sessions} staff ...`);
      const sessions = await signIn(installation.url, await createLoadUsers(installation, profile.sessions));
      return measured({ base: installation.url, sessions, installation });
    });
  }
  if (values.staff === undefined) throw new Error(`--staff must name a file of who signs in.\n${USAGE}`);
  const people = readStaffFile(values.staff).slice(0, profile.sessions);
  return measured({ base: values.url, sessions: await signIn(values.url, people), installation: null });

  async function measured(where: {
    base: string;
    sessions: string[];
    installation: TemporaryInstallation | null;
  }): Promise<0 | 1> {
    return (await measureLoad({ ...where, profile, shorten, seed, say: printLine })) ? 0 : 1;
  }
}

/** An installation for k6 to be pointed at, until Ctrl-C. */
function serveForK6(): Promise<0> {
  return withLoadInstallation<0>(async (installation) => {
    const file = join(installation.dataDirectory, 'staff.json');
    writeStaffFile(file, await createLoadUsers(installation, MOST_SESSIONS));
    printLine(
      `It stands until Ctrl-C:\n  k6 run -e URL=${installation.url} -e STAFF=${file} infra/k6/smoke-test.ts`,
    );
    await once(stopped.signal, 'abort');
    return 0;
  });
}

async function withLoadInstallation<T>(
  work: (installation: TemporaryInstallation) => Promise<T>,
): Promise<T> {
  printLine('Starting an installation with the sample ledger ...');
  const installation = await startLoadInstallation(stopped.signal);
  const interrupted = new Promise<never>((_, reject) => {
    stopped.signal.addEventListener('abort', () => setImmediate(() => reject(new Error('Stopped.'))));
  });
  try {
    return await Promise.race([work(installation), interrupted]);
  } finally {
    await installation.remove();
  }
}

function isLoad(name: string): name is LoadName {
  return Object.hasOwn(LOAD_PROFILES, name);
}
