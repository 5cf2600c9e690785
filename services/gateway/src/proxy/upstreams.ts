import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { requestIdOf } from '@clearwatch/service-kit/http/request-context';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Inject, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Request } from 'express';
import type { GatewayEnvironment } from '../gateway-environment.ts';
import type { Route, RouteKind, Upstream } from '../routes/route-table.ts';

/** How long a request waits for the head of its answer before its process is asked for a sign of life, and again after each. */
export const PROBE_AFTER_MS = 500;
/** How long that may take: both together end a wait for a frozen process in less than five seconds. */
export const PROBE_TIMEOUT_MS = 3_500;

/** Wait; ended early by the signal, without an error. */
type Wait = (milliseconds: number, signal: AbortSignal) => Promise<unknown>;

/**
 * Tells a process that is slow from one that does not answer at all (frozen, or its machine is gone): the first is waited for as
 * long as its work takes, the second is not. A process is named by its address and port.
 */
export class UpstreamLiveness {
  private readonly asking = new Map<string, Promise<boolean>>();
  private readonly silent = new Set<string>();
  private readonly stopping = new AbortController();

  /** @param answers whether the process answers a trivial request within ALIVE_WITHIN_MS */
  constructor(
    private readonly answers: (peer: string) => Promise<boolean>,
    private readonly wait: Wait = (milliseconds, signal) =>
      pause(milliseconds, undefined, { signal, ref: false }).catch(() => undefined),
  ) {}

  /** Whether it was found silent and has not answered since. */
  isSilent(peer: string): boolean {
    return this.silent.has(peer);
  }

  /** Calls back once when the process gives no sign of life, unless `signal` ends the watch before. */
  async watch(peer: string, signal: AbortSignal, onSilent: () => void): Promise<void> {
    for (;;) {
      await this.wait(PROBE_AFTER_MS, signal);
      if (signal.aborted) return;
      if (await this.probeOnce(peer)) continue;
      if (!signal.aborted) onSilent();
      return;
    }
  }

  stop(): void {
    this.stopping.abort();
  }

  /** One question at a time to each process, whoever waits for it. */
  private probeOnce(peer: string): Promise<boolean> {
    const asking = this.asking.get(peer) ?? this.probe(peer);
    this.asking.set(peer, asking);
    return asking;
  }

  private async probe(peer: string): Promise<boolean> {
    const isAlive = await this.answers(peer);
    this.asking.delete(peer);
    if (!isAlive && !this.silent.has(peer)) void this.untilBack(peer);
    return isAlive;
  }

  private async untilBack(peer: string): Promise<void> {
    const { signal } = this.stopping;
    this.silent.add(peer);
    do await this.wait(PROBE_AFTER_MS, signal);
    while (!signal.aborted && !(await this.probeOnce(peer)));
    this.silent.delete(peer);
  }
}

/**
 * Ends a request before anything is sent when its process is known to be silent, and a read also while it waits for the head of its
 * answer. A write that was sent is left alone: whether it was done is not known.
 * @returns whether the request was sent, or may have been
 */
export function abortWhenSilent(
  upstream: ClientRequest,
  { liveness, isRead }: { liveness: UpstreamLiveness; isRead: boolean },
): { wasSent: boolean } {
  const sending = { wasSent: false };
  const waiting = new AbortController();
  const end = (): void => void upstream.destroy(new Error('the process does not answer'));
  const start = (peer: string): void => {
    if (liveness.isSilent(peer)) {
      end();
      return;
    }
    sending.wasSent = true;
    // A write only lets the others know.
    void liveness.watch(peer, waiting.signal, isRead ? end : () => undefined);
  };
  upstream.once('response', () => waiting.abort());
  upstream.once('close', () => waiting.abort());
  upstream.once('socket', (socket) => {
    const connected = (): void => start(`${socket.remoteAddress}:${socket.remotePort}`);
    // First of all listeners: the others begin to send.
    if (socket.connecting) socket.prependOnceListener('connect', connected);
    else connected();
  });
  return sending;
}

/** A service as the gateway reaches it. */
export interface UpstreamTarget {
  url: URL;
  agent: Agent;
  lookup: LookupFunction;
  liveness: UpstreamLiveness;
  /** How a person calls what this service does. */
  title: string;
}

export interface InternalRequestOptions {
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Milliseconds until the whole answer has to be there. */
  timeoutMs: number;
  /** Nothing is lost when it is given up while its process does not answer at all. */
  isRead?: true;
}

/**
 * Asks a service something of the gateway's own; answers are small. Each time on a new connection, so that sign-ins, whose
 * slow hashes are work, are shared evenly by all processes of the service.
 * @throws when there is no whole answer in time
 */
export async function internalRequest(
  target: Pick<UpstreamTarget, 'url' | 'lookup'> & Partial<Pick<UpstreamTarget, 'liveness'>>,
  path: string,
  { method = 'GET', headers = {}, body, timeoutMs, isRead }: InternalRequestOptions,
): Promise<Response> {
  const url = new URL(path, target.url);
  const open = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    const asking = open(url, {
      method,
      headers,
      agent: false,
      lookup: target.lookup,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { liveness } = target;
    if (liveness !== undefined) abortWhenSilent(asking, { liveness, isRead: isRead === true });
    asking.on('response', resolve);
    // Stays: time may run out while the answer is read, which its reader is told.
    asking.on('error', reject);
    asking.end(body);
  });
  const content = await buffer(incoming);
  const { statusCode: status = 502, headersDistinct } = incoming;
  const responseHeaders = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct))
    for (const value of values) responseHeaders.append(name, value);
  return new Response(content.length === 0 ? null : new Uint8Array(content), {
    status,
    headers: responseHeaders,
  });
}

type Resolve = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Finds the addresses of a service and begins with another one each time: a name that stands for several processes (`--scale`,
 * a headless service) has each of them answer its share of the connections. The system's own order is of no use for that: it
 * puts first what it takes for nearest, always the same. Whoever connects tries the next address when one does not answer.
 */
export function roundRobinLookup(resolve: Resolve = lookup): LookupFunction {
  let turn = 0;
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error !== null) {
        done(error, []);
        return;
      }
      // In an order of our own: servers of names rotate theirs as well, and two rotations can cancel out.
      const addresses = found.toSorted((one, other) => (one.address < other.address ? -1 : 1));
      const first = turn % Math.max(1, addresses.length);
      turn += 1;
      const spread = [...addresses.slice(first), ...addresses.slice(0, first)];
      const [next] = spread;
      if (options.all === true || next === undefined) done(null, spread);
      else done(null, next.address, next.family);
    });
  };
}

/** More requests than this to one service wait here instead of piling up there. */
const SOCKETS_PER_SERVICE = 256;

/** Where the services are, with connections kept open to each. */
@Injectable()
export class Upstreams implements OnApplicationShutdown {
  private readonly targets: Readonly<Record<Upstream, UpstreamTarget>>;

  constructor(@Inject(ENVIRONMENT) environment: GatewayEnvironment) {
    this.targets = {
      auth: createTarget(environment.AUTH_URL, 'Administration'),
      ingest: createTarget(environment.INGEST_URL, 'Data import'),
      analytics: createTarget(environment.ANALYTICS_URL, 'Analysis'),
      reports: createTarget(environment.REPORTS_URL, 'Reporting'),
    };
  }

  of(service: Upstream): UpstreamTarget {
    return this.targets[service];
  }

  onApplicationShutdown(): void {
    for (const { agent, liveness } of Object.values(this.targets)) {
      agent.destroy();
      liveness.stop();
    }
  }
}

function createTarget(address: string, title: string): UpstreamTarget {
  const url = new URL(address);
  const lookup = roundRobinLookup();
  const options = { keepAlive: true, maxSockets: SOCKETS_PER_SERVICE, scheduling: 'lifo' as const, lookup };
  const agent = url.protocol === 'https:' ? new HttpsAgent(options) : new Agent(options);
  return { url, title, agent, lookup, liveness: new UpstreamLiveness((peer) => isProcessAlive(url, peer)) };
}

/** Also true when it refuses: then its connections fail by themselves. */
async function isProcessAlive(url: URL, peer: string): Promise<boolean> {
  const address = peer.slice(0, peer.lastIndexOf(':'));
  const family = isIPv6(address) ? 6 : 4;
  const lookup: LookupFunction = (_host, { all }, done) =>
    all === true ? done(null, [{ address, family }]) : done(null, address, family);
  try {
    await internalRequest({ url, lookup }, '/health/alive', { timeoutMs: PROBE_TIMEOUT_MS });
  } catch (error) {
    return !(error instanceof Error && error.name === 'AbortError');
  }
  return true;
}

@Module({ providers: [Upstreams], exports: [Upstreams] })
export class ProxyModule {}

/** A service on the same network accepts a connection at once or not at all. */
export const CONNECT_TIMEOUT_MS = 2_000;

/**
 * How long nothing may move in either direction. An upload is answered when the file is stored and projected, for
 * which ingest takes up to five minutes before it answers "still working".
 */
const IDLE_TIMEOUT_MS: Readonly<Record<RouteKind, number>> = {
  json: 60_000,
  upload: 330_000,
  stream: 60_000,
};

/**
 * 200 sign-ins at once wait for their turn at the hash: eight a second on a calm machine, two on one that has much else
 * to do. Auth refuses those it cannot take; giving up earlier than it does would only make them come again, and would
 * tell an admin that nothing was done when it is done a moment later.
 */
export const HASH_TIMEOUT_MS = 180_000;

/** Milliseconds in which nothing may move. */
export function idleTimeoutOf({ kind, slow }: Pick<Route, 'kind' | 'slow'>): number {
  return slow === true ? HASH_TIMEOUT_MS : IDLE_TIMEOUT_MS[kind];
}

/** Where a request comes from: what auth writes down of somebody who is not signed in yet. */
export type Caller = Pick<Actor, 'requestId' | 'address'>;

export function callerOf(request: Request): Caller {
  return { requestId: requestIdOf(request), address: request.ip ?? null };
}
