import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { ensureFree, freePort } from './free-ports.ts';

describe('the port of the application', () => {
  it('may have been freed a moment ago', async () => {
    await expect(ensureFree(await freePort(), '127.0.0.1')).resolves.toBeUndefined();
  });

  it('is named when somebody listens on it', async () => {
    const squatter = createServer().listen(0, '127.0.0.1');
    await once(squatter, 'listening');
    const port = portOf(squatter);
    await expect(ensureFree(port, '127.0.0.1')).rejects.toThrow(`Port ${port} is in use.`);
    squatter.close();
  });

  it('is not called busy when it is the address that is wrong', async () => {
    await expect(ensureFree(await freePort(), '192.0.2.1')).rejects.toThrow(
      '192.0.2.1 is not an address of this machine. Set HOST to an address of this machine.',
    );
  });
});

describe('a free port', () => {
  it('is given to one who asks, whoever asks at the same time', async () => {
    const given = await Promise.all(Array.from({ length: 200 }, () => freePort()));
    expect(new Set(given).size).toBe(200);
  });

  it('is none that a connection going out may take before the server listens', async () => {
    const given = await freePort();
    expect(given).toBeGreaterThanOrEqual(20_000);
    expect(given).toBeLessThan(30_000);
  });

  it('is none that was given to somebody else a moment ago', async () => {
    const claim = createSocket('udp4').bind(0, '127.0.0.1');
    await once(claim, 'listening');
    const { port } = claim.address();
    await expect(freePort({ first: port, count: 1 })).rejects.toThrow(noneAt(port));
    claim.close();
    const given = await freePort();
    await expect(freePort({ first: given, count: 1 })).rejects.toThrow(noneAt(given));
  });

  it('is none that somebody listens on', async () => {
    const squatter = createServer().listen(0, '127.0.0.1');
    await once(squatter, 'listening');
    const port = portOf(squatter);
    await expect(freePort({ first: port, count: 1 })).rejects.toThrow(noneAt(port));
    squatter.close();
  });
});

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const noneAt = (port: number) =>
  `Every port from ${port} to ${port} is in use. Stop the programs that use them.`;
