import request from 'supertest';
import { type GatewayTestContext, startGateway } from '../testing/gateway-test-context.ts';

let gateway: GatewayTestContext;

beforeAll(async () => {
  gateway = await startGateway();
});

afterAll(() => gateway.close());

describe('static files of the web application', () => {
  it.each(['/', '/import', '/companies/Example.com', '/index.html'])(
    'the page of the web application is served at %s with its nonce',
    async (path) => {
      const { status, text, headers } = await request(gateway.server).get(path).set('Accept', 'text/html');
      expect(status).toBe(200);
      expect(headers['cache-control']).toBe('no-cache');
      const nonce = /content="([^"]+)"/.exec(text)?.[1] ?? '';
      expect(nonce).not.toContain('__');
      expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
    },
  );

  it('browsers may cache only files with a content hash in their name', async () => {
    const script = await request(gateway.server).get('/assets/index-abc123.js');
    expect(script.status).toBe(200);
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(script.headers['content-type']).toMatch(/javascript/);
    const mark = await request(gateway.server).get('/mark.svg');
    expect(mark.headers['cache-control']).toBe('no-cache');
  });

  it('scripts of the web application are compressed', async () => {
    const { headers } = await request(gateway.server).get('/assets/index-abc123.js').set('Accept-Encoding', 'br, gzip');
    expect(headers['content-encoding']).toBe('br');
    expect(headers.vary).toMatch(/Accept-Encoding/i);
  });

  it('precompressed files are served with brotli, and clients without brotli get plain files', async () => {
    const path = '/assets/packed-abc123.js';
    for (const encodings of ['gzip, br', 'br', 'identity', 'gzip']) {
      const { status, headers, text } = await request(gateway.server).get(path).set('Accept-Encoding', encodings);
      expect([encodings, status, headers['content-encoding']]).toEqual([
        encodings,
        200,
        encodings.includes('br') ? 'br' : undefined,
      ]);
      expect(headers['content-type']).toMatch(/^text\/javascript/);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(headers.vary).toMatch(/Accept-Encoding/i);
      expect(text).toBe('export const text = 1;');
    }
  });

  it.each(['/.inputs', '/assets/../.inputs', '/assets/%2e%2e/%2e%2e/etc/passwd', '/%00', '/%'])(
    'the gateway does not serve the path %s',
    async (path) => {
      const { status } = await request(gateway.server).get(path).set('Accept', '*/*');
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    },
  );

  it.each(['/assets/..%2findex.html', '/x/..%2Findex.html', '/%2e/index.html', '/i%6edex.html', '//index.html'])(
    'the raw page without a nonce is not served at %s',
    async (path) => {
      const { text } = await request(gateway.server).get(path).set('Accept', 'text/html');
      expect(text).not.toContain('__CSP_NONCE__');
    },
  );

  it('writes to the web application are rejected', async () => {
    expect((await request(gateway.server).post('/').send({})).status).toBe(404);
  });
});

// cspell:ignore edex findex
