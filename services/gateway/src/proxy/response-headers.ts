import type { IncomingHttpHeaders } from 'node:http';

/** Between two machines only (RFC 9110 section 7.6.1), or not a service's to decide. */
const KEPT_BACK = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'te',
  'set-cookie',
  'server',
  'x-powered-by',
  'strict-transport-security',
]);

/** Headers of a service's answer for the browser. What the gateway has said itself stays as it said it. */
export function responseHeaders(
  incoming: IncomingHttpHeaders,
  isSaid: (name: string) => boolean,
): [name: string, value: string | string[]][] {
  const named = new Set((incoming.connection ?? '').toLowerCase().split(/\s*,\s*/));
  return Object.entries(incoming).flatMap(([name, value]) =>
    value === undefined || KEPT_BACK.has(name) || named.has(name) || isSaid(name) ? [] : [[name, value]],
  );
}
