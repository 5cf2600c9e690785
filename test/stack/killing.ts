import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TrialInstallation } from '@clearwatch/infra-local/trial/trial-installation';
import { until } from '@clearwatch/service-kit/testing/until';

type Service = Parameters<TrialInstallation['stack']['pidOf']>[0];

/** SIGKILL, and the supervisor's replacement is up. */
export async function kill(installation: TrialInstallation, service: Service): Promise<void> {
  const before = installation.stack.pidOf(service);
  if (before === undefined) throw new Error(`${service} does not run`);
  process.kill(before, 'SIGKILL');
  await until(
    `${service} is started again`,
    () => {
      const now = installation.stack.pidOf(service);
      return now !== undefined && now !== before;
    },
    20_000,
  );
}

/** SIGKILL to the server process: its children follow it, nothing is flushed. */
export function killPostgres({ dataDirectory }: TrialInstallation): void {
  const [pid] = readFileSync(join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  process.kill(Number(pid), 'SIGKILL');
}
