import { createServer } from 'node:net';

/** A port of the loopback interface that nobody listens on right now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/** @throws Error that says why nothing can listen there and what to do */
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
  EADDRINUSE: (port) => `Port ${port} is in use. Stop what listens there, or set PORT to another one.`,
  EACCES: (port) => `This user may not listen on port ${port}. Set PORT to 1024 or above.`,
  EADDRNOTAVAIL: (_port, host) => `${host} is not an address of this machine. Set HOST to one that is.`,
  ENOTFOUND: (_port, host) => `${host} is not an address of this machine. Set HOST to one that is.`,
};
