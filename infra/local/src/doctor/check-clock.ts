import type { Client } from 'pg';
import { type Finding, note, well, wrong } from './finding.ts';

const [NOTICEABLE_SKEW_MS, HARMFUL_SKEW_MS] = [2_000, 30_000];

/** Whether the database's clock agrees with that of this machine. */
export async function checkClock(client: Client): Promise<Finding> {
  const before = Date.now();
  const { rows } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  // The answer was given somewhere between the two: the middle errs by half of the way at most.
  const here = (before + Date.now()) / 2;
  return skewFinding(Math.round((rows[0]?.now.getTime() ?? here) - here));
}

export function skewFinding(skewMs: number): Finding {
  const size = Math.abs(skewMs);
  const says = `the database's clock is ${(size / 1_000).toFixed(1)} s ${skewMs < 0 ? 'behind' : 'ahead of'} this machine's`;
  const remedy =
    'Have both set their clocks by NTP: codes of authenticator apps, locks and sessions go by them.';
  if (size < NOTICEABLE_SKEW_MS) return well('clock', 'agrees with that of the database');
  return size < HARMFUL_SKEW_MS ? note('clock', says, remedy) : wrong('clock', says, remedy);
}
