import { mkdtempSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import pino from 'pino';
import type { AuthEnvironment } from '../auth-environment.ts';
import { AuthStatus } from '../status/auth-status.service.ts';
import { TestAuditLog } from '../testing/audit-log-fixtures.ts';
import { authEnvironment } from '../testing/auth-test-context.ts';
import { type Anchor, parseAnchor } from './anchor.ts';
import { compareWithAnchors } from './anchor-verification.ts';
import { ChainAnchors } from './chain-anchors.service.ts';
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from './testing/test-certificate.ts';

const TLS = { cert: TEST_CERTIFICATE, key: TEST_CERTIFICATE_KEY };

let audit: TestAuditLog;
let folder: string;
let file: string;
let authority: string;
const cleanUps: (() => void)[] = [];

beforeEach(async () => {
  audit = await TestAuditLog.open();
  folder = mkdtempSync(join(tmpdir(), 'clearwatch-anchors-'));
  file = join(folder, 'anchors.log');
  authority = join(folder, 'authority.pem');
  writeFileSync(authority, TEST_CERTIFICATE);
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
  await audit.close();
  rmSync(folder, { recursive: true });
});

function anchors(settings: Partial<AuthEnvironment> = { ANCHOR_FILE: file }): ChainAnchors {
  return new ChainAnchors(audit.source, authEnvironment('', settings), pino({ level: 'silent' }));
}

const anchorsIn = (path = file): (Anchor | null)[] => readFileSync(path, 'utf8').trim().split('\n').map(parseAnchor);

async function problems(): Promise<Record<string, string>> {
  const { rows } = await audit.owner.query<{ target: string; problem: string }>('SELECT * FROM auth.anchor_problems');
  return Object.fromEntries(rows.map(({ target, problem }) => [target, problem]));
}

async function addLink(position: number): Promise<void> {
  await audit.owner.query(
    `INSERT INTO analytics.alert_links (position, alert_id, event, digest, previous, hash)
     SELECT $1, 1, 'raised', b, b, sha256(int8send($1::bigint)) FROM (SELECT decode(repeat('00', 32), 'hex') AS b) x`,
    [position],
  );
}

function listening(server: { listen(port: number, host: string, done: () => void): unknown; address(): unknown }) {
  return new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

describe('anchor file', () => {
  it('the heads of both chains are appended to the file whenever they change', async () => {
    const task = anchors();
    await task.runNow();
    await audit.appendMany(2);
    await addLink(1);
    await task.runNow();
    await task.runNow();
    await audit.append();
    await anchors().runNow();
    const { lastHash } = await audit.verify();
    expect(anchorsIn().map((anchor) => [anchor?.chain, anchor?.position])).toEqual([
      ['audit', 2],
      ['alerts', 1],
      ['audit', 3],
    ]);
    expect(anchorsIn()[2]).toMatchObject({ hash: lastHash });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await problems()).toEqual({});
  });

  it('a log whose newest events were removed no longer matches its last anchor, which stays the newest one', async () => {
    await audit.append();
    await audit.keep();
    await audit.appendMany(2);
    await anchors().runNow();
    // The database owner restores an older copy, which verifies.
    await audit.restore();
    expect((await audit.verify()).intact).toBe(true);
    await anchors().runNow();
    expect(await problems()).toEqual({ file: 'rewritten' });
    await audit.appendMany(3);
    await anchors().runNow();
    expect(await problems()).toEqual({ file: 'rewritten' });
    expect(anchorsIn()).toHaveLength(1);
    const status = new AuthStatus(audit.source, authEnvironment(''));
    expect(await status.facts()).toEqual({ anchorProblems: [{ target: 'file', problem: 'rewritten' }] });
    renameSync(file, `${file}.before-restore`);
    await anchors().runNow();
    expect(await problems()).toEqual({});
    expect(anchorsIn()).toMatchObject([{ position: 4 }]);
  });

  it('a file that cannot be written is reported, and events are recorded as usual', async () => {
    await audit.append();
    const link = join(folder, 'link');
    symlinkSync(file, link);
    await anchors({ ANCHOR_FILE: link }).runNow();
    expect(await problems()).toEqual({ file: 'failed' });
    await audit.append();
    expect(await audit.verify()).toMatchObject({ intact: true, events: 2 });
    await anchors().runNow();
    expect(await problems()).toEqual({});
  });
});

describe('anchor servers', () => {
  async function syslogServer(): Promise<{ address: string; received: string[] }> {
    const received: string[] = [];
    const server = createTlsServer(TLS, (socket) => {
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString('utf8')));
      socket.on('end', () => received.push(text));
      socket.on('error', () => undefined);
    });
    server.on('tlsClientError', () => undefined);
    cleanUps.push(() => server.close());
    return { address: `127.0.0.1:${await listening(server)}`, received };
  }

  async function httpsServer(answer: (response: ServerResponse) => void) {
    const received: { body: unknown; authorization: string | undefined }[] = [];
    const server: HttpsServer = createHttpsServer(TLS, (request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
      request.on('end', () => {
        received.push({ body: JSON.parse(text), authorization: request.headers.authorization });
        answer(response);
      });
    });
    cleanUps.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return { url: `https://127.0.0.1:${await listening(server)}/anchors`, received };
  }

  it('the heads are sent to a syslog server over TLS, each with its length in front', async () => {
    const { address, received } = await syslogServer();
    await audit.append();
    await anchors({ ANCHOR_SYSLOG: address, ANCHOR_CA_FILE: authority }).runNow();
    expect(received).toHaveLength(1);
    const [frame = ''] = received;
    expect(Buffer.byteLength(frame.slice(frame.indexOf(' ') + 1))).toBe(Number.parseInt(frame, 10));
    expect(parseAnchor(frame)).toMatchObject({ chain: 'audit', position: 1 });
    expect(await problems()).toEqual({});
  });

  it('nothing is sent to a server whose certificate is not trusted, and the failure is reported', async () => {
    const syslog = await syslogServer();
    const https = await httpsServer((response) => response.end());
    await audit.append();
    await anchors({ ANCHOR_SYSLOG: syslog.address, ANCHOR_URL: https.url }).runNow();
    expect([...syslog.received, ...https.received]).toEqual([]);
    expect(await problems()).toEqual({ syslog: 'failed', https: 'failed' });
  });

  it('the heads are posted as JSON with the token, and a failure ends when the server accepts the newest head', async () => {
    let status = 503;
    const { url, received } = await httpsServer((response) => response.writeHead(status).end());
    await audit.append();
    const task = anchors({ ANCHOR_URL: url, ANCHOR_TOKEN: 'secret', ANCHOR_CA_FILE: authority });
    await task.runNow();
    expect(await problems()).toEqual({ https: 'failed' });
    await audit.appendMany(4);
    status = 204;
    await task.runNow();
    await task.runNow();
    expect(received).toMatchObject([
      { body: { chain: 'audit', position: 1 }, authorization: 'Bearer secret' },
      { body: { chain: 'audit', position: 5 } },
    ]);
    expect(await problems()).toEqual({});
  });

  it('the token is not sent to the target of a redirect', async () => {
    const other = await httpsServer((response) => response.end());
    const { url } = await httpsServer((response) => response.writeHead(307, { Location: other.url }).end());
    await audit.append();
    await anchors({ ANCHOR_URL: url, ANCHOR_TOKEN: 'secret', ANCHOR_CA_FILE: authority }).runNow();
    expect(other.received).toEqual([]);
    expect(await problems()).toEqual({ https: 'failed' });
  });

  it('an answer that never ends is cut off', async () => {
    const { url } = await httpsServer((response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(4096)));
      };
      response.on('drain', more);
      more();
    });
    await audit.append();
    await anchors({ ANCHOR_URL: url, ANCHOR_CA_FILE: authority }).runNow();
    expect(await problems()).toEqual({ https: 'failed' });
  });

  it('the problem of a server that is no longer configured is removed', async () => {
    await audit.owner.query(`INSERT INTO auth.anchor_problems VALUES ('syslog', 'failed')`);
    await anchors({}).runNow();
    expect(await problems()).toEqual({});
  });
});

describe('comparison with anchors', () => {
  const compare = () => compareWithAnchors(file, audit.owner);

  it('all anchors match chains that have only grown', async () => {
    for (let round = 1; round <= 3; round += 1) {
      await audit.append();
      await addLink(round);
      await anchors().runNow();
    }
    await audit.append();
    expect(await compare()).toEqual({ matching: { audit: 3, alerts: 3 }, expired: 0, difference: null });
  });

  it('comparing with anchors finds an audit log that the database owner cut off', async () => {
    await audit.append();
    await audit.keep();
    await audit.appendMany(2);
    await anchors().runNow();
    await audit.restore();
    expect((await audit.verify()).intact).toBe(true);
    expect((await compare()).difference).toMatch(/^The audit log ends with event 1, but it already had event 3 when/);
  });

  it('comparing with anchors finds an audit log that was rewritten with the right key', async () => {
    await audit.append();
    await audit.keep();
    await audit.appendMany(2);
    await anchors().runNow();
    await audit.restore();
    await audit.appendMany(3);
    expect((await audit.verify()).intact).toBe(true);
    expect((await compare()).difference).toMatch(/^In the audit log, event 3 is not the one that was anchored at/);
  });

  it('comparing with anchors finds an alert chain that was cut off or rewritten', async () => {
    await addLink(1);
    await addLink(2);
    await anchors().runNow();
    await audit.owner.query('DELETE FROM analytics.alert_links WHERE position = 2');
    expect((await compare()).difference).toMatch(/^The alert chain ends with link 1, but it already had link 2 when/);
    await audit.owner.query('UPDATE analytics.alert_links SET position = 2');
    expect((await compare()).difference).toMatch(/^In the alert chain, link 2 is not the one that was anchored at/);
  });

  it('a file without anchors is not taken for a match', async () => {
    writeFileSync(file, 'Nov 29 04:00:01 something else\n');
    await expect(compare()).rejects.toThrow(/contains no anchors/);
  });
});
