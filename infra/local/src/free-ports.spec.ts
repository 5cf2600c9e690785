import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { ensureFree, freePort } from './free-ports.ts';

describe('ensureFree', () => {
  it('the port check accepts a port that was just freed', async () => {
    await expect(ensureFree(await freePort(), '127.0.0.1')).resolves.toBeUndefined();
  });

  it('the port check names the port when another program is listening on it', async () => {
    const occupant = createServer().listen(0, '127.0.0.1');
    await once(occupant, 'listening');
    const port = portOf(occupant);
    await expect(ensureFree(port, '127.0.0.1')).rejects.toThrow(`Port ${port} is in use.`);
    occupant.close();
  });

  it('the port check names the address, not the port, when the address is not on this machine', async () => {
    await expect(ensureFree(await freePort(), '192.0.2.1')).rejects.toThrow(
      '192.0.2.1 is not an address of this machine. Set HOST to an address of this machine.',
    );
  });
});

describe('freePort', () => {
  it('the search for a free port returns a different port to each of 200 concurrent callers', async () => {
    const given = await Promise.all(Array.from({ length: 200 }, () => freePort()));
    expect(new Set(given).size).toBe(200);
  });

  it('the search for a free port returns a port outside the range of outgoing connections', async () => {
    const given = await freePort();
    expect(given).toBeGreaterThanOrEqual(20_000);
    expect(given).toBeLessThan(30_000);
  });

  it('the search for a free port does not return a port that another process has just reserved', async () => {
    const claim = createSocket('udp4').bind(0, '127.0.0.1');
    await once(claim, 'listening');
    const { port } = claim.address();
    await expect(freePort({ first: port, count: 1 })).rejects.toThrow(noneAt(port));
    claim.close();
    const given = await freePort();
    await expect(freePort({ first: given, count: 1 })).rejects.toThrow(noneAt(given));
  });

  it('the search for a free port does not return a port that a program is listening on', async () => {
    const occupant = createServer().listen(0, '127.0.0.1');
    await once(occupant, 'listening');
    const port = portOf(occupant);
    await expect(freePort({ first: port, count: 1 })).rejects.toThrow(noneAt(port));
    occupant.close();
  });
});

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const noneAt = (port: number) => `Every port from ${port} to ${port} is in use. Stop the programs that use them.`;
