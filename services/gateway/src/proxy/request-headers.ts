import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/**
 * What a browser may tell a service. Everything else stays here: cookies, hop-by-hop headers (RFC 9110 section
 * 7.6.1), and whatever pretends to be an identity, a request id or an address.
 */
const PASSED_ON = [
  'accept',
  'accept-language',
  'content-type',
  'content-length',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-range',
  'range',
] as const;

/** Headers for the service: the listed ones of the request, and ours. */
export function requestHeaders(incoming: IncomingHttpHeaders, own: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const passed: OutgoingHttpHeaders = Object.fromEntries(
    PASSED_ON.flatMap((name) => (incoming[name] === undefined ? [] : [[name, incoming[name]]])),
  );
  // Without either a POST or PATCH without body would be sent as an endless one.
  if (incoming['content-length'] === undefined) {
    if (incoming['transfer-encoding'] === undefined) passed['content-length'] = '0';
    else passed['transfer-encoding'] = 'chunked';
  }
  return { ...passed, ...own };
}
