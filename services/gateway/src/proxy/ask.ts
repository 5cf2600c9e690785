import { type Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { endWhenSilent, type Liveness } from './liveness.ts';

/** A service as the gateway reaches it. */
export interface UpstreamTarget {
  url: URL;
  agent: Agent;
  lookup: LookupFunction;
  liveness: Liveness;
  /** How a person calls what this service does. */
  title: string;
}

export interface Question {
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Milliseconds until the whole answer has to be there. */
  patienceMs: number;
  /** Nothing is lost when it is given up while its process does not answer at all. */
  isRead?: true;
}

/**
 * Asks a service something of the gateway's own; answers are small. Each time on a new connection, so that sign-ins, whose
 * slow hashes are work, are shared evenly by all processes of the service.
 * @throws when there is no whole answer in time
 */
export async function ask(
  target: Pick<UpstreamTarget, 'url' | 'lookup'> & Partial<Pick<UpstreamTarget, 'liveness'>>,
  path: string,
  { method = 'GET', headers = {}, body, patienceMs, isRead }: Question,
): Promise<Response> {
  const url = new URL(path, target.url);
  const open = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    const asking = open(url, {
      method,
      headers,
      agent: false,
      lookup: target.lookup,
      signal: AbortSignal.timeout(patienceMs),
    });
    const { liveness } = target;
    if (liveness !== undefined) endWhenSilent(asking, { liveness, isRead: isRead === true });
    asking.on('response', resolve);
    // Stays: time may run out while the answer is read, which its reader is told.
    asking.on('error', reject);
    asking.end(body);
  });
  const content = await buffer(incoming);
  const { statusCode: status = 502, headersDistinct } = incoming;
  const said = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct))
    for (const value of values) said.append(name, value);
  return new Response(content.length === 0 ? null : new Uint8Array(content), { status, headers: said });
}
