import type { HealthReport } from '@clearwatch/contracts/http/health';
import { type Finding, well, wrong } from './finding.ts';
import type { ServiceOnThisMachine } from './running-processes.ts';

const ANSWER_WITHIN_MS = 5_000;
const NAMES = ['auth', 'ingest', 'analytics', 'reports', 'gateway'];

/** Asks each service of the running application how it is. */
export async function checkServices(
  services: readonly ServiceOnThisMachine[],
  logs: string,
): Promise<Finding[]> {
  const missing = NAMES.filter((name) => !services.some((service) => service.name === name));
  const answers = await Promise.all(services.map((service) => healthOf(service, logs)));
  return [
    ...missing.map((name) =>
      wrong(
        'services',
        `${name} does not run`,
        `The reason is at the end of ${logs}/${name}.log; it is started again by itself.`,
      ),
    ),
    ...answers,
  ];
}

async function healthOf({ name, port }: ServiceOnThisMachine, logs: string): Promise<Finding> {
  const look = `See ${logs}/${name}.log.`;
  if (port === null)
    return wrong('services', `${name} runs as another user, who cannot be asked`, 'Run this as that user.');
  const path = name === 'gateway' ? '/api/health' : '/health';
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const { status, checks } = (await answer.json()) as HealthReport;
    if (status === 'up') return well('services', `${name} is up, on port ${port}`);
    const down = checks.filter(({ state }) => state !== 'up');
    return wrong(
      'services',
      `${name} lacks ${down.map((check) => `${check.name} (${check.reason ?? 'down'})`).join(', ')}`,
      look,
    );
  } catch {
    return wrong('services', `${name} does not answer on port ${port}`, look);
  }
}
