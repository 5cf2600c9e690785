import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { GatewayEnvironment } from '../environment.ts';
import type { Upstream } from '../routes/route.ts';
import { ask, type UpstreamTarget } from './ask.ts';
import { ALIVE_WITHIN_MS, Liveness } from './liveness.ts';
import { spreadLookup } from './spread-lookup.ts';

/** More requests than this to one service wait here instead of piling up there. */
const SOCKETS_PER_SERVICE = 256;

/** Where the services are, with connections kept open to each. */
@Injectable()
export class Upstreams implements OnApplicationShutdown {
  private readonly targets: Readonly<Record<Upstream, UpstreamTarget>>;

  constructor(@Inject(ENVIRONMENT) environment: GatewayEnvironment) {
    this.targets = {
      auth: target(environment.AUTH_URL, 'Administration'),
      ingest: target(environment.INGEST_URL, 'Data import'),
      analytics: target(environment.ANALYTICS_URL, 'Analysis'),
      reports: target(environment.REPORTS_URL, 'Reporting'),
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

function target(address: string, title: string): UpstreamTarget {
  const url = new URL(address);
  const lookup = spreadLookup();
  const options = { keepAlive: true, maxSockets: SOCKETS_PER_SERVICE, scheduling: 'lifo' as const, lookup };
  const agent = url.protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options);
  return { url, title, agent, lookup, liveness: new Liveness((peer) => answers(url, peer)) };
}

/** Also true when it refuses: then its connections fail by themselves. */
async function answers(url: URL, peer: string): Promise<boolean> {
  const address = peer.slice(0, peer.lastIndexOf(':'));
  const family = isIPv6(address) ? 6 : 4;
  const lookup: LookupFunction = (_host, { all }, done) =>
    all === true ? done(null, [{ address, family }]) : done(null, address, family);
  try {
    await ask({ url, lookup }, '/health/alive', { patienceMs: ALIVE_WITHIN_MS });
  } catch (error) {
    return !(error instanceof Error && error.name === 'AbortError');
  }
  return true;
}
