import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
const mac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Whether a request has a valid signature and body digest (AWS Signature Version 4, header form). */
function isSignedBy(secret: string, request: IncomingMessage, body: Buffer): boolean {
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

export const S3_STUB = {
  S3_BUCKET: 'clearwatch-uploads',
  S3_REGION: 'eu-test-1',
  S3_ACCESS_KEY_ID: 'stand-in',
  S3_SECRET_ACCESS_KEY: 'secret-of-the-stand-in',
} as const;

export interface S3Stub {
  url: string;
  objects: Map<string, Buffer>;
  /** Multipart uploads that are neither completed nor aborted. */
  unfinished: Map<string, Map<number, Buffer>>;
  /** Requests, such as "PUT uploads/ab/…". */
  requested: string[];
  /** Requests whose connection is cut without a response. */
  cuts: (what: string) => boolean;
  /** Responses that are cut after this many bytes. */
  breaks: (what: string) => number | null;
  close(): Promise<void>;
}

/** The part of S3 that Clearwatch uses, in memory. Rejects unsigned requests. */
export async function startS3Stub(): Promise<S3Stub> {
  const objects = new Map<string, Buffer>();
  const unfinished = new Map<string, Map<number, Buffer>>();
  const store = {
    objects,
    unfinished,
    requested: [] as string[],
    cuts: (_what: string): boolean => false,
    breaks: (_what: string): number | null => null,
  };
  const server = createServer((request, response) => {
    handleRequest(store, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return Object.assign(store, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

async function handleRequest(
  store: Omit<S3Stub, 'url' | 'close'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '', 'http://store');
  const [, bucket, ...parts] = url.pathname.split('/').map(decodeURIComponent);
  const key = parts.join('/');
  const method = request.method ?? '';
  const what = `${method} ${key}${url.search}`;
  store.requested.push(what);
  if (store.cuts(what)) {
    request.socket.destroy();
    return;
  }
  const body = await buffer(request);
  if (!isSignedBy(S3_STUB.S3_SECRET_ACCESS_KEY, request, body) || bucket !== S3_STUB.S3_BUCKET) {
    refuse(response, 403, 'SignatureDoesNotMatch');
    return;
  }
  const query = url.searchParams;
  const uploadId = query.get('uploadId');
  if (uploadId !== null || query.has('uploads')) handleMultipart(store, { method, key, query, body, response });
  else if (query.has('list-type')) list(store.objects, query.get('prefix') ?? '', response);
  else if (method === 'GET') sendObject(store, { what, key, range: request.headers.range, response });
  else handleObject(store.objects, { method, key, body, response });
}

interface StubRequest {
  method: string;
  key: string;
  body: Buffer;
  response: ServerResponse;
}

function handleObject(objects: Map<string, Buffer>, { method, key, body, response }: StubRequest): void {
  const found = objects.get(key);
  if (method === 'PUT') {
    objects.set(key, body);
    response.setHeader('ETag', etag(body)).end();
  } else if (method === 'DELETE') {
    objects.delete(key);
    response.writeHead(204).end();
  } else if (found === undefined) refuse(response, 404, 'NoSuchKey');
  else response.writeHead(200, { 'Content-Length': found.length }).end();
}

function sendObject(
  { objects, breaks }: Pick<S3Stub, 'objects' | 'breaks'>,
  { what, key, range, response }: Pick<StubRequest, 'key' | 'response'> & { what: string; range?: string | undefined },
): void {
  const found = objects.get(key);
  if (found === undefined) {
    refuse(response, 404, 'NoSuchKey');
    return;
  }
  const content = found.subarray(Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0));
  response.writeHead(range === undefined ? 200 : 206, { 'Content-Length': content.length });
  const bytes = breaks(what);
  if (bytes === null) response.end(content);
  else response.write(content.subarray(0, bytes), () => response.destroy());
}

function handleMultipart(
  { objects, unfinished }: Pick<S3Stub, 'objects' | 'unfinished'>,
  { method, key, query, body, response }: StubRequest & { query: URLSearchParams },
): void {
  if (query.has('uploads')) {
    const id = randomUUID();
    unfinished.set(id, new Map());
    response.end(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    return;
  }
  const id = query.get('uploadId') ?? '';
  const kept = unfinished.get(id);
  if (kept === undefined) refuse(response, 404, 'NoSuchUpload');
  else if (method === 'PUT') {
    kept.set(Number(query.get('partNumber')), body);
    response.setHeader('ETag', etag(body)).end();
  } else {
    unfinished.delete(id);
    if (method === 'POST') {
      const inOrder = [...kept].toSorted(([one], [other]) => one - other).map(([, part]) => part);
      objects.set(key, Buffer.concat(inOrder));
      response.end(`<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`);
    } else response.writeHead(204).end();
  }
}

function list(objects: Map<string, Buffer>, prefix: string, response: ServerResponse): void {
  const found = [...objects.keys()].filter((key) => key.startsWith(prefix));
  const contents = found.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  response.end(`<ListBucketResult><IsTruncated>false</IsTruncated>${contents}</ListBucketResult>`);
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'Content-Type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
}

const etag = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`;
