import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * `staff` people who each ask the next path as soon as the last answer is there and they have looked at it for
 * `pauseMs`, for so many seconds or until a promise is settled.
 * @returns the 95th percentile of the answer times in milliseconds
 * @throws Error when any answer is not 200
 */
export async function p95UnderLoad(options: {
  base: string;
  cookie: string;
  paths: readonly string[];
  staff: number;
  until: number | Promise<unknown>;
  pauseMs?: number;
}): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.staff });
  const times: number[] = [];
  const { until, pauseMs = 0 } = options;
  const over = new AbortController();
  const end = (): void => over.abort();
  if (typeof until === 'number') setTimeout(end, until * 1_000);
  else void until.then(end, end);
  const person = async (offset: number): Promise<void> => {
    // Nobody waits for the others' beat: all at once, second after second, is no office.
    if (pauseMs > 0) await pause((pauseMs * offset) / options.staff);
    for (let turn = offset; !over.signal.aborted; turn += 1) {
      const path = options.paths[turn % options.paths.length] ?? '/';
      times.push(await timed(new URL(path, options.base), options.cookie, agent));
      if (pauseMs > 0) await pause(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: options.staff }, (_, index) => person(index)));
  agent.destroy();
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
}

function timed(url: URL, cookie: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const request = get(url, { agent, headers: { cookie } }, (response) => {
      response.resume();
      response.once('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - started);
        else reject(new Error(`${url.pathname} answered ${response.statusCode}`));
      });
    });
    request.once('error', reject);
  });
}
