import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { TrialInstallation } from '@clearwatch/infra-local/trial/trial-installation';
import { LOAD_PROFILES, type LoadName, type LoadProfile, shortenedTo } from './load-profiles.ts';
import { hire, signIn, startLoadInstallation } from './load-site.ts';
import { measureLoad } from './measure-load.ts';
import { readStaffFile, writeStaffFile } from './staff-file.ts';

const USAGE = `npm run load -- <${Object.keys(LOAD_PROFILES).join('|')}|stand> [--url <address> --staff <file>] [--shorten 0.1 | --minutes 4] [--seed 1]`;
/** As many as any profile signs in. */
const MOST_SESSIONS = Math.max(...Object.values(LOAD_PROFILES).map(({ sessions }) => sessions));

const say = (text: string): void => console.log(text);
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
  if (name === 'stand') return stand();
  if (!isLoad(name) || !(Number(values.shorten) > 0) || !(minutes > 0) || !Number.isInteger(seed))
    throw new Error(USAGE);
  const profile: LoadProfile = LOAD_PROFILES[name];
  const shorten = Math.min(Number(values.shorten), shortenedTo(minutes, profile));
  if (values.url === undefined) {
    return onInstallation(async (installation) => {
      say(`Signing in ${profile.sessions} staff ...`);
      const sessions = await signIn(installation.url, await hire(installation, profile.sessions));
      return measured({ base: installation.url, sessions, installation });
    });
  }
  if (values.staff === undefined) throw new Error(`--staff must name a file of who signs in.\n${USAGE}`);
  const people = readStaffFile(values.staff).slice(0, profile.sessions);
  return measured({ base: values.url, sessions: await signIn(values.url, people), installation: null });

  async function measured(where: {
    base: string;
    sessions: string[];
    installation: TrialInstallation | null;
  }): Promise<0 | 1> {
    return (await measureLoad({ ...where, profile, shorten, seed, say })) ? 0 : 1;
  }
}

/** An installation for k6 to be pointed at, until Ctrl-C. */
function stand(): Promise<0> {
  return onInstallation<0>(async (installation) => {
    const file = join(installation.dataDirectory, 'staff.json');
    writeStaffFile(file, await hire(installation, MOST_SESSIONS));
    say(`It stands until Ctrl-C:\n  k6 run -e URL=${installation.url} -e STAFF=${file} infra/k6/smoke.ts`);
    await once(stopped.signal, 'abort');
    return 0;
  });
}

async function onInstallation<T>(work: (installation: TrialInstallation) => Promise<T>): Promise<T> {
  say('Starting an installation with the sample ledger ...');
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
