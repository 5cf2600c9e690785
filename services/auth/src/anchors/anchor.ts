import { constants } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { request } from 'node:https';
import { hostname } from 'node:os';
import { addAbortSignal } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from 'node:tls';
import type { AnchorTarget } from '@clearwatch/contracts/system-status.dto';
import { RowReader } from '@clearwatch/service-kit/database/query-rows';
import type { AuthEnvironment } from '../auth-environment.ts';

/** `audit`: the audit log. `alerts`: the alert chain. */
const CHAINS = ['audit', 'alerts'] as const;
export type Chain = (typeof CHAINS)[number];

export const CHAIN_HEAD = new RowReader({ words: { chain: CHAINS }, integer: ['position'], text: ['hash'] });

/** The head of a chain at one time, stored outside the database. */
export interface Anchor {
  chain: Chain;
  position: number;
  /** 64 hex digits. */
  hash: string;
  /** ISO 8601. */
  at: string;
}

export function formatAnchor({ chain, position, hash, at }: Anchor): string {
  return `clearwatch-anchor chain=${chain} position=${position} hash=${hash} at=${at}`;
}

const ANCHOR = /clearwatch-anchor chain=(audit|alerts) position=([1-9]\d{0,14}) hash=([0-9a-f]{64}) at=([-0-9T:.]+Z)/;

/** @param line of an anchor file or of a syslog file, which has other text before the anchor. @returns null without one */
export function parseAnchor(line: string): Anchor | null {
  const [, chain, position, hash = '', at = ''] = ANCHOR.exec(line) ?? [];
  const known = CHAINS.find((name) => name === chain);
  return known === undefined ? null : { chain: known, position: Number(position), hash, at };
}

export type AnchorEnvironment = Pick<
  AuthEnvironment,
  'ANCHOR_FILE' | 'ANCHOR_SYSLOG' | 'ANCHOR_URL' | 'ANCHOR_TOKEN' | 'ANCHOR_CA_FILE'
>;

/** @throws Error when the anchor may not have arrived */
export type SendAnchor = (anchor: Anchor, signal: AbortSignal) => Promise<void>;

/** The functions that send to the configured targets. */
export function anchorTargetsOf(environment: AnchorEnvironment): ReadonlyMap<AnchorTarget, SendAnchor> {
  const { ANCHOR_FILE, ANCHOR_SYSLOG, ANCHOR_URL } = environment;
  const targets = new Map<AnchorTarget, SendAnchor>();
  if (ANCHOR_FILE !== undefined) targets.set('file', (anchor) => appendToFile(ANCHOR_FILE, anchor));
  if (ANCHOR_SYSLOG !== undefined)
    targets.set('syslog', (anchor, signal) => sendToSyslog(ANCHOR_SYSLOG, anchor, { environment, signal }));
  if (ANCHOR_URL !== undefined)
    targets.set('https', (anchor, signal) => post(ANCHOR_URL, anchor, { environment, signal }));
  return targets;
}

/** Opens the file each time, so that an operator can move it away. */
async function appendToFile(path: string, anchor: Anchor): Promise<void> {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
  const file = await open(path, O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY, 0o600);
  try {
    await file.write(`${formatAnchor(anchor)}\n`);
    await file.datasync();
  } finally {
    await file.close();
  }
}

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 16 * 1024;

interface Connection {
  environment: AnchorEnvironment;
  signal: AbortSignal;
}

async function trustOf({ ANCHOR_CA_FILE: path }: AnchorEnvironment): Promise<{ ca?: string }> {
  const ca = path === undefined ? '' : await readFile(path, 'utf8');
  // Containers mount an empty file when none is configured.
  return ca.trim() === '' ? {} : { ca };
}

/** Security audit (13), notice (5): RFC 5424, section 6.2.1. */
const PRIORITY = 13 * 8 + 5;

/** RFC 5424 with the length in front (RFC 5425, section 4.3). */
export function syslogFrame(anchor: Anchor, host = hostname()): string {
  const header = `<${PRIORITY}>1 ${anchor.at} ${host.replace(/[^!-~]/g, '').slice(0, 255) || '-'} clearwatch`;
  const message = `${header} ${process.pid} ANCHOR - ${formatAnchor(anchor)}`;
  return `${Buffer.byteLength(message)} ${message}`;
}

/** Syslog has no confirmation: an anchor has arrived as far as TCP and TLS can tell. @param address host:port */
async function sendToSyslog(address: string, anchor: Anchor, { environment, signal }: Connection): Promise<void> {
  const { hostname: host, port } = new URL(`tls://${address}`);
  const bare = host.replace(/^\[|\]$/g, '');
  const trust = await trustOf(environment);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect({ host: bare, port: Number(port), minVersion: 'TLSv1.2', ...trust });
  addAbortSignal(signal, socket);
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('no answer in time')));
  socket.once('error', reject);
  socket.once('secureConnect', () => socket.end(syslogFrame(anchor)));
  socket.once('close', (hadError) => {
    if (!hadError) resolve();
  });
  // A collector never answers; reading detects its end of the connection.
  socket.resume();
  try {
    await promise;
  } finally {
    socket.destroy();
  }
}

/** Follows no redirect, because the token would go to another server. */
async function post(url: string, anchor: Anchor, { environment, signal }: Connection): Promise<void> {
  const trust = await trustOf(environment);
  const body = JSON.stringify(anchor);
  const { ANCHOR_TOKEN: token } = environment;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const sent = request(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    signal,
    ...trust,
  });
  sent.once('error', reject);
  sent.once('response', (response) => {
    const { statusCode = 0 } = response;
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_ANSWER_BYTES) sent.destroy(new Error('the answer is too large'));
    });
    response.once('error', reject);
    response.once('end', () => {
      if (statusCode >= 200 && statusCode < 300) resolve();
      else reject(new Error(`answered with status ${statusCode}`));
    });
  });
  sent.end(body);
  const tooLate = new AbortController();
  const timeout = pause(TIMEOUT_MS, undefined, { signal: tooLate.signal }).then(
    () => sent.destroy(new Error('no answer in time')),
    () => undefined,
  );
  try {
    await promise;
  } finally {
    tooLate.abort();
    await timeout;
    sent.destroy();
  }
}
