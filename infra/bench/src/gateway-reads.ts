import { IDENTITY_HEADER, IdentityKeys, signIdentity } from '@clearwatch/service-kit/identity/identity-token';
import type { Site } from './import-lines.ts';
import type { BenchLine } from './line.ts';
import { type Load, timesUnderLoad } from './load.ts';
import { peakMegabytes } from './process-memory.ts';

/** Kept figures: cheap for the service, so that what the gateway does weighs most. */
const READ = '/api/metrics/30';
const STAFF = 20;
const SECONDS = 8;
/** At least half the answers per second. */
const GOAL = 2;

/** A cheap read by way of the gateway, with session, limits and headers, against the service asked directly. */
export async function gatewayLine({ installation, admin, say }: Site): Promise<BenchLine> {
  say('Reading through the gateway and past it ...');
  const { stack } = installation;
  const past = await perAnswer({
    base: stack.urlOf('analytics'),
    headers: { [IDENTITY_HEADER]: identity(stack.environmentOf('analytics')['IDENTITY_KEYS'] ?? '') },
  });
  const through = await perAnswer({ base: installation.url, headers: { cookie: admin.cookieHeader } });
  return {
    what: `answers through the gateway, ${STAFF} staff`,
    rows: through.answers,
    milliseconds: through.milliseconds,
    limit: { what: 'the service asked directly', milliseconds: past.milliseconds },
    goal: GOAL,
    peakMegabytes: peakMegabytes(stack.pidOf('gateway')),
  };
}

async function perAnswer(
  where: Pick<Load, 'base' | 'headers'>,
): Promise<{ answers: number; milliseconds: number }> {
  const started = performance.now();
  const times = await timesUnderLoad({ ...where, paths: [READ], staff: STAFF, until: SECONDS });
  return { answers: times.length, milliseconds: (performance.now() - started) / times.length };
}

function identity(keys: string): string {
  const actor = { userId: 1, username: 'admin', role: 'Admin', requestId: 'bench', address: null } as const;
  return signIdentity(actor, 'analytics', new IdentityKeys(keys));
}
