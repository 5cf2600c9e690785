import { execFileSync, spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { hasNamespaces, READING_LIMITS, readInSandbox, type SandboxOptions } from './reading-sandbox.ts';

/** Readable, and built for this machine. */
const [NATIVE_LIBRARY = ''] = globSync(
  fileURLToPath(
    new URL(`../../../../../node_modules/@img/sharp-${process.platform}-${process.arch}/lib/*.node`, import.meta.url),
  ),
);
const compiled = (name: string) => new URL(`../../../dist/documents/reading/${name}.js`, import.meta.url).href;
const PROTOCOL = compiled('reading-protocol');
const SANDBOX = compiled('reading-sandbox');

let root: string;
let server: Server;
let connections = 0;

beforeAll(async () => {
  server = createServer().on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'clearwatch-escape-'));
  await writeFile(join(root, 'other'), 'of another user');
});
afterEach(() => rm(root, { recursive: true }));

/** Runs a hostile script in place of the reader's code, as if a document had taken the reader over. */
async function runHostile(script: string, options: Partial<SandboxOptions> = {}): Promise<string> {
  const program = join(root, 'hostile.mjs');
  await writeFile(program, `import { sendMessage } from ${JSON.stringify(PROTOCOL)};\n${script}`);
  const request = { path: program, type: 'application/pdf', latestDay: '2027-12-31', layouts: [] } as const;
  const signal = new AbortController().signal;
  return readInSandbox(request, { signal, onProgress: () => undefined, program, ...options }).then(
    ({ read }) => `accepted: ${JSON.stringify(read)}`,
    (error: Error) => error.message,
  );
}

const other = () => JSON.stringify(join(root, 'other'));
const own = (name: string) => JSON.stringify(join(root, name));
const port = () => (server.address() as AddressInfo).port;

/** What a hostile script tries, as the body of an async function. It returns if it succeeds. */
const ATTEMPTS: Record<string, () => string> = {
  'read a document of another user': () => `return fs.readFileSync(${other()}, 'utf8')`,
  'read a document of another user later': () => `return fs.promises.readFile(${other()}, 'utf8')`,
  'read system files': () => `return fs.readFileSync('/etc/passwd', 'utf8')`,
  'read its own environment': () => `return fs.readFileSync('/proc/self/environ', 'utf8')`,
  'read the environment of its parent': () => `return fs.readFileSync('/proc/' + process.ppid + '/environ', 'utf8')`,
  'read a folder': () => `return fs.readdirSync('/')`,
  'attach a file in SQLite': () =>
    `new (load('node:sqlite').DatabaseSync)(':memory:').exec("ATTACH '" + ${own('a')} + "' AS a")`,
  'open files through WASI': () => `new (load('node:wasi').WASI)({ version: 'preview1', preopens: { '/': '/' } })`,
  'write a library': () => `fs.writeFileSync(${own('x.so')}, 'x')`,
  'write to the temporary folder': () => `fs.mkdtempSync(load('node:os').tmpdir() + '/x')`,
  'write a report': () => `process.report.writeReport(${own('report')})`,
  'write a heap snapshot': () => `load('node:v8').writeHeapSnapshot(${own('heap')})`,
  'plant a symbolic link': () => `fs.symlinkSync(${other()}, ${own('link')})`,
  'plant a hard link': () => `fs.linkSync(${other()}, ${own('link')})`,
  'load an installed library': () => `process.dlopen({ exports: {} }, ${JSON.stringify(NATIVE_LIBRARY)})`,
  'load its document as a library': () => `process.dlopen({ exports: {} }, process.argv[1])`,
  'use bindings of Node': () => `process.binding('spawn_sync').spawn({ file: '/bin/true', args: [] })`,
  'use linked bindings of Node': () => `process._linkedBinding('spawn_sync').spawn({ file: '/bin/true', args: [] })`,
  'start a program': () => `load('node:child_process').execFileSync('/bin/true')`,
  'become another program': () => `process.execve('/bin/true', [], {})`,
  'fork a cluster': () => `load('node:cluster').fork()`,
  'signal its parent': () => `process.kill(process.ppid, 0)`,
  'signal its parent directly': () => `if (process._kill(process.ppid, 0) !== 0) throw new Error('refused')`,
  'open the debugger of its parent': () => `process._debugProcess(process.ppid)`,
  'signal its parent with a function that it finds': () =>
    `let found; const { call } = Function.prototype;
     Function.prototype.call = function (...args) { found ??= this; return Reflect.apply(call, this, args); };
     process.kill(process.pid, 0); Function.prototype.call = call;
     if (found?.name.endsWith('kill') !== true) throw new Error('refused'); found(process.ppid, 0);`,
  'open its own debugger': () => `load('node:inspector').open(0)`,
  'open a socket': () => `await happens(load('node:net').connect(${port()}, '127.0.0.1'), 'connect')`,
  'open a socket with a class that it finds': () =>
    `await happens(new (Object.getPrototypeOf(load('node:tls').TLSSocket))().connect(${port()}, '127.0.0.1'), 'connect')`,
  'call a server': () => `await happens(load('node:http').get('http://127.0.0.1:${port()}/'), 'socket')`,
  'fetch from a server': () => `await fetch('http://127.0.0.1:${port()}/')`,
  'open a web socket': () =>
    `await new Promise((yes, no) => { Object.assign(new WebSocket('ws://127.0.0.1:${port()}/'), { onopen: yes, onerror: () => no(new Error('refused')) }); })`,
  'open a server': () => `await happens(load('node:net').createServer().listen(0, '127.0.0.1'), 'listening')`,
  'open a server directly': () => `load('node:net')._createServerHandle('127.0.0.1', 0, 4)`,
  'send a datagram': () => `load('node:dgram').createSocket('udp4').send('x', ${port()}, '127.0.0.1')`,
  'ask a name server': () => `await load('node:dns').promises.lookup('localhost')`,
  'open a socket in a thread with other options': () =>
    `await happens(new (load('node:worker_threads').Worker)(THREAD(${port()}), { eval: true, execArgv: [] }), 'message')`,
  'open a socket in a thread of the original class': () =>
    `await happens(new (load('node:worker_threads').Worker.prototype.constructor)(THREAD(${port()}), { eval: true, execArgv: [] }), 'message')`,
  'open a socket in a thread of a class that it finds': () =>
    `let found; const { construct } = Reflect;
     Reflect.construct = (target, ...rest) => { found = target; return construct(target, ...rest); };
     new (load('node:worker_threads').Worker)('', { eval: true }); Reflect.construct = construct;
     if (found === undefined) throw new Error('refused');
     await happens(new found(THREAD(${port()}), { eval: true, execArgv: [] }), 'message');`,
  'open a socket in a thread that a thread starts': () =>
    `await happens(new (load('node:worker_threads').Worker)(NESTED(${port()}), { eval: true }), 'message')`,
};

/** Reports the error of each attempt, `escaped` if there is none, and whether anything could be seen of it outside. */
const HOSTILE = (attempts: readonly string[]) => `
  import fs from 'node:fs';
  const load = (name) => process.getBuiltinModule(name) ?? (() => { throw new Error('no such module'); })();
  const happens = (emitter, event) => new Promise((yes, no) => emitter.once(event, yes).once('error', no));
  const THREAD = (port) => \`const { parentPort } = require('node:worker_threads');
    require('node:net').connect(\${port}, '127.0.0.1', () => parentPort.postMessage('connected'));\`;
  const NESTED = (port) => \`const { Worker, parentPort } = require('node:worker_threads');
    new Worker(\${JSON.stringify(THREAD(port))}, { eval: true, execArgv: [] }).on('message', () => parentPort.postMessage('connected')).on('error', (error) => { throw error; });\`;
  const hung = () => new Promise((_, no) => setTimeout(() => no(new Error('hung')), 20_000));
  const tried = [${attempts.map((attempt) => `async () => { ${attempt} }`).join(', ')}];
  const outcomes = [];
  for (const attempt of tried)
    outcomes.push(await Promise.race([attempt(), hung()]).then(() => 'escaped', (error) => String(error?.cause?.code ?? error?.code ?? error?.message ?? error)));
  sendMessage('failure', JSON.stringify(outcomes));
  process.exit(0);
`;

/** How Node, its options or the confinement say no. */
const REFUSED =
  /^(ERR_ACCESS_DENIED|ERR_DLOPEN_DISABLED|ERR_INVALID_MODULE|no such module|refused|.* is not a (function|constructor))$/;

const WHERE = hasNamespaces() ? ['without namespaces', 'in namespaces'] : ['without namespaces'];

describe('a hostile document reader', () => {
  it.each(WHERE)('a hostile document reader %s cannot leave its sandbox [security 6.9]', async (where) => {
    const script = HOSTILE(Object.values(ATTEMPTS).map((attempt) => attempt()));
    const said = JSON.parse(await runHostile(script, { useNamespaces: where === 'in namespaces' }));
    const outcomes = Object.keys(ATTEMPTS).map((name, index) => [name, said[index]]);
    expect(outcomes.filter(([, outcome]) => !REFUSED.test(outcome))).toEqual([]);
    expect((await readdir(root)).toSorted()).toEqual(['hostile.mjs', 'other']);
    expect(connections).toBe(0);
  });
});

const SHORT = { ...READING_LIMITS, baseMs: 5_000, perPageMs: 5_000, totalMs: 5_000 };
const TOO_LONG = /took too long and was stopped/;
const NONSENSE = /disturbed the reading process/;
const CRASHED = /stopped the reading process/;

describe('the parent of a hostile document reader', () => {
  it('a document reader gets no environment', async () => {
    const script = `sendMessage('failure', JSON.stringify({ ...process.env }));`;
    expect(await runHostile(script)).toBe('{}');
  });

  it.each<[string, string, RegExp]>([
    ['never ends', 'setInterval(() => undefined, 1_000);', TOO_LONG],
    ['blocks its only thread', 'for (;;);', TOO_LONG],
    ['always says that it is alive', `setInterval(() => sendMessage('alive'), 10);`, TOO_LONG],
    [
      'always says that a page is done',
      `let page = 0; setInterval(() => sendMessage('progress', \`\${(page += 1)}/100\`), 100);`,
      TOO_LONG,
    ],
    ['ignores signals', `process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1_000);`, TOO_LONG],
  ])(
    'a document reader that %s is stopped at the limit of its document [security 6.9]',
    async (_what, script, reason) => {
      expect(await runHostile(script, { limits: SHORT })).toMatch(reason);
    },
  );

  it('a document reader ends with its parent, even while it blocks its only thread [security 6.9]', async () => {
    const program = join(root, 'hostile.mjs');
    await writeFile(program, 'for (;;);');
    const request = { path: program, type: 'image/png', latestDay: '2027-12-31', layouts: [] };
    const parent = spawn(process.execPath, [
      '--input-type=module',
      '--eval',
      `import { readInSandbox } from ${JSON.stringify(SANDBOX)};
       const signal = new AbortController().signal;
       await readInSandbox(${JSON.stringify(request)}, { signal, onProgress() {}, program: ${JSON.stringify(program)} });`,
    ]);
    const readers = () =>
      execFileSync('ps', ['-eo', 'ppid=,pid=,args='], { encoding: 'utf8' })
        .split('\n')
        .filter((line) => line.includes('--permission') && line.includes(program) && !line.includes('--eval'));
    await waitUntil('it runs', async () => readers().length === 1);
    parent.kill('SIGKILL');
    await waitUntil('it is gone', async () => readers().length === 0);
  });

  it.each<[string, string]>([
    ['ordinary memory', `const all = []; for (;;) all.push(Buffer.alloc(1024 ** 2, 1));`],
    [
      'memory of WebAssembly',
      `const all = []; for (;;) { const memory = new WebAssembly.Memory({ initial: 1_000 }); new Uint8Array(memory.buffer).fill(1); all.push(memory); }`,
    ],
  ])('a document reader that fills %s is stopped [security 6.9]', async (_what, script) => {
    const limits = { ...READING_LIMITS, memoryBytes: 400 * 1024 ** 2 };
    expect(await runHostile(script, { limits })).toMatch(/needed too much memory and was stopped/);
  });

  it.each<[string, string, RegExp]>([
    ['says nothing', '', CRASHED],
    ['sends half a message', `(await import('node:fs')).writeSync(3, Buffer.from([5, 9, 0, 0, 0, 1]));`, CRASHED],
    ['sends a result and fails', `sendMessage('result', '{}'); process.exit(7);`, CRASHED],
    ['kills itself', `process.kill(process.pid, 'SIGKILL');`, CRASHED],
    [
      'announces a huge message',
      `(await import('node:fs')).writeSync(3, Buffer.from([5, 255, 255, 255, 255]));`,
      NONSENSE,
    ],
    [
      'sends more than it may',
      `for (let page = 1; ; page += 1) sendMessage('picture', Buffer.concat([Buffer.from([page, 0]), Buffer.from('ffd8ff', 'hex'), Buffer.alloc(4e6)]));`,
      NONSENSE,
    ],
    [
      'sends a forged result',
      `sendMessage('result', JSON.stringify({ tables: [], unread: [], pages: [{ page: '../keys.json' }] }));`,
      NONSENSE,
    ],
    ['sends a result that is not JSON', `sendMessage('result', 'keys');`, NONSENSE],
    [
      'sends words that are a bomb',
      `sendMessage('words', Buffer.from('1f8b08', 'hex')); sendMessage('result', JSON.stringify({ tables: [], unread: [], pages: [] }));`,
      NONSENSE,
    ],
  ])('a document reader that %s is not believed [security 6.9]', async (_what, script, reason) => {
    expect(await runHostile(script)).toMatch(reason);
  });
});

// cspell:ignore execve
