import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export interface Load {
  base: string;
  /** What proves who asks: a cookie, or past the gateway an identity. */
  headers: Readonly<Record<string, string>>;
  paths: readonly string[];
  /** People who each ask the next path as soon as the last answer is there and they have looked at it for `pauseMs`. */
  staff: number;
  /** So many seconds, or until a promise is settled. */
  until: number | Promise<unknown>;
  pauseMs?: number;
}

/**
 * @returns the 95th percentile of the answer times in milliseconds
 * @throws Error when any answer is not 200
 */
export async function p95UnderLoad(load: Load): Promise<number> {
  const sorted = (await timesUnderLoad(load)).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
}

/**
 * @returns milliseconds that each answer took
 * @throws Error when any answer is not 200
 */
export async function timesUnderLoad({
  base,
  headers,
  paths,
  staff,
  until,
  pauseMs = 0,
}: Load): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: staff });
  const times: number[] = [];
  const over = new AbortController();
  const end = (): void => over.abort();
  if (typeof until === 'number') setTimeout(end, until * 1_000);
  else void until.then(end, end);
  const person = async (offset: number): Promise<void> => {
    // Nobody waits for the others' beat: all at once, second after second, is no office.
    if (pauseMs > 0) await pause((pauseMs * offset) / staff);
    for (let turn = offset; !over.signal.aborted; turn += 1) {
      const path = paths[turn % paths.length] ?? '/';
      times.push(await timed(new URL(path, base), headers, agent));
      if (pauseMs > 0) await pause(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: staff }, (_, index) => person(index)));
  agent.destroy();
  return times;
}

function timed(url: URL, headers: Load['headers'], agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const request = get(url, { agent, headers }, (response) => {
      response.resume();
      response.once('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - started);
        else reject(new Error(`${url.pathname} answered ${response.statusCode}`));
      });
    });
    request.once('error', reject);
  });
}
