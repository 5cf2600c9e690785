import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the operating systems' ephemeral ports. */
const PORTS = { first: 20_000, count: 10_000 } as const;
/** Longer than a server on a busy machine needs to start listening. */
const PORT_CLAIM_MS = 600_000;

/**
 * A UDP socket on the same port number claims the port until its server has had time to start. The claim ends with the
 * process.
 */
export async function freePort(among: { first: number; count: number } = PORTS): Promise<number> {
  const start = Math.floor(Math.random() * among.count);
  for (let step = 0; step < among.count; step += 1) {
    const port = among.first + ((start + step) % among.count);
    const claim = createSocket('udp4').bind({ port, address: '127.0.0.1', exclusive: true });
    try {
      await once(claim, 'listening');
      await ensureFree(port, '127.0.0.1');
      claim.unref();
      setTimeout(() => claim.close(), PORT_CLAIM_MS).unref();
      return port;
    } catch {
      claim.close();
    }
  }
  const last = among.first + among.count - 1;
  throw new Error(`Every port from ${among.first} to ${last} is in use. Stop the programs that use them.`);
}

/** @throws Error that gives the reason why nothing can listen there, and the remedy */
export function ensureFree(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', ({ code, message }: NodeJS.ErrnoException) =>
      reject(new Error(PROBLEMS[code ?? '']?.(port, host) ?? message)),
    );
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

const PROBLEMS: Readonly<Record<string, (port: number, host: string) => string>> = {
  EADDRINUSE: (port) => `Port ${port} is in use. Stop the program that uses it, or set PORT to another port.`,
  EACCES: (port) => `This user cannot listen on port ${port}. Set PORT to 1024 or above.`,
  EADDRNOTAVAIL: (_port, host) => `${host} is not an address of this machine. Set HOST to an address of this machine.`,
  ENOTFOUND: (_port, host) => `${host} is not an address of this machine. Set HOST to an address of this machine.`,
};
