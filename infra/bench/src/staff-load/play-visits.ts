import { Agent, get, type IncomingMessage, request } from 'node:http';
import { Agent as TlsAgent, get as tlsGet, request as tlsRequest } from 'node:https';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { type AnswerClass, classifyAnswer, type LoadProfile, visitsPerSecond } from './load-profiles.ts';
import {
  CATALOGUE,
  type Catalogue,
  type ChosenRequest,
  chooseVisit,
  type RequestKind,
} from './staff-visits.ts';

/**
 * Moments at which somebody opens a screen, in seconds from the beginning. Arrivals are open: nobody waits for the answer of
 * another, so a slow server is asked no less (a closed loop would hide just the moments that matter).
 *
 * @param random uniform in [0, 1): moments are a Poisson process whose rate follows the stages
 * @param shorten a share of the time that the profile has, say 0.1
 */
export function* visitArrivals(
  { startStaff, stages }: Pick<LoadProfile, 'startStaff' | 'stages'>,
  random: () => number,
  shorten = 1,
): Generator<number, void> {
  const perStaff = visitsPerSecond();
  const most = Math.max(startStaff, ...stages.map(({ staff }) => staff)) * perStaff;
  let before = startStaff;
  let from = 0;
  for (const { staff, seconds } of stages) {
    const long = seconds * shorten;
    // Thinned out of the highest rate (Lewis and Shedler): exact for any course of the rate.
    for (let at = nextPause(most, random); at < long; at += nextPause(most, random)) {
      const rate = (before + ((staff - before) * at) / long) * perStaff;
      if (random() * most < rate) yield from + at;
    }
    before = staff;
    from += long;
  }
}

function nextPause(rate: number, random: () => number): number {
  return -Math.log(1 - random()) / rate;
}

/** A tab of each member of staff that listens to the server, as the page does all day. */
export class EventTabs {
  private readonly open = new Set<IncomingMessage>();
  /** Streams that could not be opened, or that the server ended. */
  lost = 0;
  events = 0;

  static async openFor(base: string, sessions: readonly string[]): Promise<EventTabs> {
    const tabs = new EventTabs();
    await Promise.all(sessions.map((cookie) => tabs.listen(new URL('/api/events', base), cookie)));
    return tabs;
  }

  get size(): number {
    return this.open.size;
  }

  close(): void {
    for (const answer of this.open) {
      this.open.delete(answer);
      answer.destroy();
    }
  }

  private listen(url: URL, cookie: string): Promise<void> {
    const open = url.protocol === 'https:' ? tlsGet : get;
    return new Promise((resolve) => {
      const failed = (): void => {
        this.lost += 1;
        resolve();
      };
      open(url, { agent: false, headers: { cookie } }, (answer) => {
        if (answer.statusCode !== 200) {
          answer.destroy();
          failed();
          return;
        }
        this.open.add(answer);
        answer.on('data', (chunk: Buffer) => {
          if (chunk.includes('data:')) this.events += 1;
        });
        answer.on('error', () => undefined);
        answer.once('close', () => {
          if (this.open.delete(answer)) this.lost += 1;
        });
        resolve();
      }).once('error', failed);
    });
  }
}

export interface PlayedRequest {
  /** Method and path as the definition has it. */
  name: string;
  kind: RequestKind;
  verdict: AnswerClass;
  milliseconds: number;
}

export interface RouteFigures {
  name: string;
  kind: RequestKind;
  count: number;
  p50: number;
  p95: number;
  p99: number;
  refused: number;
  errors: number;
}

/** Everything that was answered, by route. */
export class LoadResults {
  private readonly routes = new Map<
    string,
    { kind: RequestKind; times: number[]; refused: number; errors: number }
  >();
  /** What went wrong, in words, each kind of trouble once. */
  readonly troubles = new Set<string>();

  add({ name, kind, verdict, milliseconds }: PlayedRequest): void {
    const route = this.routes.get(name) ?? { kind, times: [], refused: 0, errors: 0 };
    this.routes.set(name, route);
    if (verdict === 'answered') route.times.push(milliseconds);
    else route[verdict === 'refused' ? 'refused' : 'errors'] += 1;
  }

  figures(): RouteFigures[] {
    return [...this.routes]
      .map(([name, { kind, times, refused, errors }]) => {
        const sorted = times.toSorted((a, b) => a - b);
        return {
          name,
          kind,
          count: times.length + refused + errors,
          p50: percentile(sorted, 0.5),
          p95: percentile(sorted, 0.95),
          p99: percentile(sorted, 0.99),
          refused,
          errors,
        };
      })
      .toSorted((a, b) => b.count - a.count);
  }

  /** Over all routes of a kind; NaN when none was asked. */
  p95Of(kind: RequestKind): number {
    const times = [...this.routes.values()].flatMap((route) => (route.kind === kind ? route.times : []));
    return percentile(
      times.toSorted((a, b) => a - b),
      0.95,
    );
  }
}

/** The value that so many of the sorted ones do not exceed (nearest rank). */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** A browser gives up too. */
const REQUEST_TIMEOUT_MS = 60_000;

/** Asks for what visits ask for, each in one of the signed-in sessions. */
export class StaffPlayer {
  private readonly agent: Agent | TlsAgent;
  private readonly sessions: readonly string[];
  private readonly base: string;

  /** @param sessions cookie headers, at least one */
  constructor(base: string, sessions: readonly string[]) {
    this.base = base;
    this.sessions = sessions;
    const options = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY };
    this.agent = base.startsWith('https:') ? new TlsAgent(options) : new Agent(options);
  }

  async catalogue(): Promise<Catalogue> {
    const lists = await Promise.all(
      Object.entries(CATALOGUE).map(async ([source, path]) => {
        const { status, text } = await this.ask({ method: 'GET', path });
        if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 200)}`);
        return [source, JSON.parse(text) as object[]];
      }),
    );
    return Object.fromEntries(lists) as Catalogue;
  }

  /** Plays the stages of a profile, shortened. @returns when the last answer is there */
  async play(
    profile: Pick<LoadProfile, 'startStaff' | 'stages'>,
    options: { catalogue: Catalogue; random: () => number; shorten: number },
  ): Promise<LoadResults> {
    const { catalogue, random, shorten } = options;
    const tally = new LoadResults();
    const started = performance.now();
    const underWay = new Set<Promise<void>>();
    for (const at of visitArrivals(profile, random, shorten)) {
      const wait = started + at * 1_000 - performance.now();
      if (wait > 1) await pause(wait);
      const visit = this.visit(chooseVisit(catalogue, random).requests, tally, random());
      underWay.add(visit);
      void visit.finally(() => underWay.delete(visit));
    }
    await Promise.all(underWay);
    return tally;
  }

  /** All requests of a visit at once, in one session. @param who uniform in [0, 1) */
  async visit(requests: readonly ChosenRequest[], tally: LoadResults, who = 0): Promise<void> {
    const cookie = this.sessions[Math.floor(who * this.sessions.length)];
    await Promise.all(
      requests.map(async (chosen) => {
        const { name, kind } = chosen;
        const begun = performance.now();
        const { status, retryAfter, text } = await this.ask(chosen, cookie).catch((error: Error) => ({
          status: 0,
          retryAfter: undefined,
          text: error.message,
        }));
        const verdict = classifyAnswer(status, retryAfter !== undefined);
        if (verdict === 'error') tally.troubles.add(`${name} answered ${status}: ${text.slice(0, 120)}`);
        tally.add({ name, kind, verdict, milliseconds: performance.now() - begun });
      }),
    );
  }

  close(): void {
    this.agent.destroy();
  }

  private ask(
    { method, path, body }: Pick<ChosenRequest, 'method' | 'path' | 'body'>,
    cookie = this.sessions[0] ?? '',
  ): Promise<{ status: number; retryAfter: string | undefined; text: string }> {
    const content = body === undefined ? '' : JSON.stringify(body);
    const url = new URL(path, this.base);
    const send = url.protocol === 'https:' ? tlsRequest : request;
    return new Promise((resolve, reject) => {
      const sending = send(
        url,
        {
          method,
          agent: this.agent,
          signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
          headers: {
            cookie,
            origin: url.origin,
            ...(content === '' ? {} : { 'content-type': 'application/json' }),
          },
        },
        (answer) => {
          textOf(answer).then(
            (text) =>
              resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'], text }),
            reject,
          );
        },
      );
      sending.once('error', reject);
      sending.end(content);
    });
  }
}

async function textOf(answer: IncomingMessage): Promise<string> {
  answer.setEncoding('utf8');
  let all = '';
  for await (const chunk of answer) all += chunk as string;
  return all;
}
