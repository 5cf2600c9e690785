import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { requestIdOf } from '@clearwatch/service-kit/http/request-context';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { IDENTITY_HEADER, IdentityKeys, signIdentity } from '@clearwatch/service-kit/identity/identity-token';
import { traceHeaders } from '@clearwatch/service-kit/tracing/tracing';
import { Inject, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Request } from 'express';
import type { GatewayEnvironment } from '../gateway-environment.ts';
import type { Route, RouteKind, Upstream } from '../routes/route-table.ts';

/** Time without response headers before the first probe, and pause between probes. */
export const PROBE_AFTER_MS = 500;
/** Together with PROBE_AFTER_MS, limits the wait for a frozen process to five seconds. */
export const PROBE_TIMEOUT_MS = 3_500;
/** If the time limit of a probe fires later than this, the gateway or the whole machine was paused. */
export const PAUSED_AFTER_MS = 1_000;

/** Resolves early, without an error, when the signal is aborted. */
type Wait = (milliseconds: number, signal: AbortSignal) => Promise<unknown>;

/** Distinguishes a slow process from a frozen or unreachable one. Peers are `address:port`. */
export class UpstreamLiveness {
  private readonly probes = new Map<string, Promise<boolean>>();
  private readonly silent = new Set<string>();
  private readonly stopping = new AbortController();

  /** @param answers resolves to whether the process answers a trivial request within PROBE_TIMEOUT_MS */
  constructor(
    private readonly answers: (peer: string) => Promise<boolean>,
    private readonly wait: Wait = (milliseconds, signal) =>
      pause(milliseconds, undefined, { signal, ref: false }).catch(() => undefined),
    private readonly now: () => number = () => performance.now(),
  ) {}

  isSilent(peer: string): boolean {
    return this.silent.has(peer);
  }

  /** Calls `onSilent` once when the process fails a probe, unless `signal` aborts first. */
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

  private probeOnce(peer: string): Promise<boolean> {
    const probe = this.probes.get(peer) ?? this.probe(peer);
    this.probes.set(peer, probe);
    return probe;
  }

  private async probe(peer: string): Promise<boolean> {
    const startedAt = this.now();
    let isAlive = await this.answers(peer);
    // A response may have arrived during a pause without being read, so the probe is repeated once.
    if (!isAlive && this.now() - startedAt > PROBE_TIMEOUT_MS + PAUSED_AFTER_MS) isAlive = await this.answers(peer);
    this.probes.delete(peer);
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
 * Aborts a request to a frozen process before anything is sent, and a read at any time. A sent write may have run.
 * @returns whether the request may have been sent
 */
export function abortWhenSilent(
  upstream: ClientRequest,
  { liveness, isRead }: { liveness: UpstreamLiveness; isRead: boolean },
): { wasSent: boolean } {
  const sending = { wasSent: false };
  const waiting = new AbortController();
  const abort = (): void => void upstream.destroy(new Error('the process is not responding'));
  const start = (peer: string): void => {
    if (liveness.isSilent(peer)) {
      abort();
      return;
    }
    sending.wasSent = true;
    // For a write, the probes only update the status for other requests.
    void liveness.watch(peer, waiting.signal, isRead ? abort : () => undefined);
  };
  upstream.once('response', () => waiting.abort());
  upstream.once('close', () => waiting.abort());
  upstream.once('socket', (socket) => {
    const connected = (): void => start(`${socket.remoteAddress}:${socket.remotePort}`);
    // Must run before the listeners that send the request.
    if (socket.connecting) socket.prependOnceListener('connect', connected);
    else connected();
  });
  return sending;
}

export interface UpstreamTarget {
  url: URL;
  agent: Agent;
  lookup: LookupFunction;
  liveness: UpstreamLiveness;
  title: string;
}

export interface InternalRequestOptions {
  method?: Route['method'];
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Milliseconds until the whole response must have arrived. */
  timeoutMs: number;
  /** Can be aborted safely while the process is frozen. */
  isRead?: true;
}

/** Uses a new connection each time to spread password hashes over all auth processes. @throws Error after the timeout */
export async function internalRequest(
  target: Pick<UpstreamTarget, 'url' | 'lookup'> & Partial<Pick<UpstreamTarget, 'liveness'>>,
  path: string,
  { method = 'GET', headers = {}, body, timeoutMs, isRead }: InternalRequestOptions,
): Promise<Response> {
  const url = new URL(path, target.url);
  const open = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = open(url, {
      method,
      headers,
      agent: false,
      lookup: target.lookup,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { liveness } = target;
    if (liveness !== undefined) abortWhenSilent(outgoing, { liveness, isRead: isRead === true });
    outgoing.on('response', resolve);
    // Also handles a timeout during the response, which the reader below reports.
    outgoing.on('error', reject);
    outgoing.end(body);
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
 * Spreads connections across the processes behind one host name, because the system always returns the nearest address
 * first.
 */
export function roundRobinLookup(resolve: Resolve = lookup): LookupFunction {
  let turn = 0;
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error !== null) {
        done(error, []);
        return;
      }
      // Sorted, because name servers also rotate addresses, and two rotations can cancel each other out.
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

/** Further requests to the service wait in the gateway. */
const SOCKETS_PER_SERVICE = 256;

@Injectable()
export class Upstreams implements OnApplicationShutdown {
  private readonly targets: Readonly<Record<Upstream, UpstreamTarget>>;
  private readonly keys: IdentityKeys;

  constructor(@Inject(ENVIRONMENT) environment: GatewayEnvironment) {
    this.keys = new IdentityKeys(environment.IDENTITY_KEYS);
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

  /** Headers that the service trusts. */
  headersFor(service: Upstream, actor: Actor): Record<string, string> {
    return {
      [IDENTITY_HEADER]: signIdentity(actor, service, this.keys),
      'x-request-id': actor.requestId,
      ...traceHeaders(),
    };
  }

  request(
    service: Upstream,
    path: string,
    { caller, headers, ...options }: InternalRequestOptions & { caller: Caller },
  ): Promise<Response> {
    const actor = { userId: null, username: 'gateway', role: 'Gateway', ...caller } as const;
    return internalRequest(this.of(service), path, {
      ...options,
      headers: { ...headers, ...this.headersFor(service, actor) },
    });
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

/** Also true when the connection is refused, because requests then fail without being aborted. */
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

/** A service on the same network accepts a connection immediately or never. */
export const CONNECT_TIMEOUT_MS = 2_000;

/** Time without a byte in either direction. Ingest answers an upload within five minutes, even if only with 202. */
const IDLE_TIMEOUT_MS: Readonly<Record<RouteKind, number>> = {
  json: 60_000,
  upload: 330_000,
  stream: 60_000,
};

/**
 * 200 concurrent sign-ins queue for the hash: eight a second on an idle machine, two on a busy one. Auth rejects what
 * exceeds its queue. A shorter timeout would cause retries and report failures for actions that succeed a moment later.
 */
export const HASH_TIMEOUT_MS = 180_000;

/** @returns milliseconds */
export function idleTimeoutOf({ kind, slow }: Pick<Route, 'kind' | 'slow'>): number {
  return slow === true ? HASH_TIMEOUT_MS : IDLE_TIMEOUT_MS[kind];
}

export type Caller = Pick<Actor, 'requestId' | 'address'>;

export function callerOf(request: Request): Caller {
  return { requestId: requestIdOf(request), address: request.ip ?? null };
}
