import dgram from 'node:dgram';
import dns from 'node:dns';
import { constants as fileConstants } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import workerThreads, { isMainThread, Worker } from 'node:worker_threads';

/*
 * Runs before any other code in each thread of a reader. Node 24's permissions restrict files, programs and native
 * code, but not the network and signals. None of a reader's code uses those.
 */

const PARENT_CHECK_MS = 500;

/** The parent enforces the limits, so the reader must not outlive it, even in a document that never ends. */
function endWithParent(): void {
  // From the parent itself, because it may have ended already.
  const parent = Number(process.argv[2]);
  const program = `setInterval(() => process.ppid === ${parent} || process.kill(process.pid, 'SIGKILL'), ${PARENT_CHECK_MS});`;
  new Worker(program, { eval: true }).unref();
}

function refuse(): never {
  throw Object.assign(new Error('A document reader has no access to the network and to other processes.'), {
    code: 'ERR_ACCESS_DENIED',
  });
}

function refuseAll(target: object): void {
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(target)))
    if (typeof value === 'function') Reflect.set(target, name, refuse);
}

for (const { prototype } of [net.Socket, net.Server, dgram.Socket, dns.Resolver, dns.promises.Resolver])
  refuseAll(prototype);
for (const builtin of [net, dgram, dns, dns.promises]) refuseAll(builtin);

// Not looked up later, because a script could replace them to get at what they are called with.
const { apply, construct } = Reflect;

/** `process.kill` calls it. */
const kill: unknown = Reflect.get(process, '_kill');
const { pid } = process;
Reflect.set(process, '_kill', (other: unknown, signal: unknown) =>
  other === pid && typeof kill === 'function' ? (apply(kill, process, [other, signal]) as unknown) : refuse(),
);
Reflect.set(process, '_debugProcess', refuse);

/** WebAssembly of Emscripten asks for these constants; Node refuses all bindings. */
Reflect.set(process, 'binding', (name: unknown) => (name === 'constants' ? { fs: fileConstants } : refuse()));

/** A thread that chooses its own options would run without this file. */
const Confined = new Proxy(Worker, {
  construct: (target, [file, options]: ConstructorParameters<typeof Worker>, newTarget) =>
    construct(target, [file, { ...options, execArgv: undefined }], newTarget) as Worker,
});
Worker.prototype.constructor = Confined;
workerThreads.Worker = Confined;
syncBuiltinESMExports();

if (isMainThread) endWithParent();
