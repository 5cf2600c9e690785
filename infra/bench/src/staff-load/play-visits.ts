import { Agent, type IncomingMessage, request } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { arrivals } from './arrivals.ts';
import { type Catalogue, type ChosenRequest, chooseVisit } from './choose-visit.ts';
import { verdictOn } from './limits.ts';
import type { LoadProfile } from './load-profiles.ts';
import { CATALOGUE } from './staff-day.ts';
import { Tally } from './tally.ts';

/** A browser gives up too. */
const PATIENCE_MS = 60_000;

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
  ): Promise<Tally> {
    const { catalogue, random, shorten } = options;
    const tally = new Tally();
    const started = performance.now();
    const underWay = new Set<Promise<void>>();
    for (const at of arrivals(profile, random, shorten)) {
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
  async visit(requests: readonly ChosenRequest[], tally: Tally, who = 0): Promise<void> {
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
        const verdict = verdictOn(status, retryAfter !== undefined);
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
          signal: AbortSignal.timeout(PATIENCE_MS),
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
