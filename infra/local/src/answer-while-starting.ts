import { createServer, type ServerResponse } from 'node:http';
import type { HealthReport } from '@clearwatch/contracts/http/health';
import { WAITS_FOR_DATABASE } from '@clearwatch/service-kit/health/health-probe';

const TRY_AGAIN_SECONDS = 5;
const REPORT: HealthReport = {
  status: 'recovering',
  waitsFor: WAITS_FOR_DATABASE,
  checks: [{ name: 'database', state: 'recovering', milliseconds: 0 }],
};
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="${TRY_AGAIN_SECONDS}">
<title>Clearwatch is starting</title><h1>Clearwatch is starting</h1><p>${WAITS_FOR_DATABASE}</p></html>\n`;

/**
 * Answers on the application's port until the gateway does: a database may need a while after a crash, and staff and whoever watches
 * the installation shall be told.
 * @returns ends it; the port is free then
 */
export async function answerWhileStarting(address: {
  port: number;
  host: string;
}): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    request.resume();
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    // A path in front of the application's own may still be there (PUBLIC_PATH).
    if (path.endsWith('/api/health')) answer(response, 'application/json', JSON.stringify(REPORT));
    else if (path.includes('/api/')) answer(response, 'text/plain', WAITS_FOR_DATABASE);
    else answer(response, 'text/html', PAGE);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, resolve);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}

function answer(response: ServerResponse, type: string, body: string): void {
  response.writeHead(503, {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    'Retry-After': String(TRY_AGAIN_SECONDS),
    'X-Error-Code': 'unavailable',
    Connection: 'close',
  });
  response.end(body);
}
