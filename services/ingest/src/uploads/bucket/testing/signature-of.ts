import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
const mac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Whether a request is signed with the key and says of its body what is true (AWS Signature Version 4, header form). */
export function isSignedBy(secret: string, request: IncomingMessage, body: Buffer): boolean {
  const said = request.headers.authorization ?? '';
  const [, day = '', region = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      said,
    ) ?? [];
  const hash = String(request.headers['x-amz-content-sha256']);
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body)) return false;
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const canonical = [
    request.method,
    path,
    canonicalQuery(query),
    ...names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    names,
    hash,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = mac(mac(mac(mac(`AWS4${secret}`, day), region), 's3'), 'aws4_request');
  return mac(key, text).toString('hex') === signature;
}

function canonicalQuery(query: string): string {
  const pairs = query === '' ? [] : query.split('&').map((pair) => (pair.includes('=') ? pair : `${pair}=`));
  return pairs.toSorted().join('&');
}
