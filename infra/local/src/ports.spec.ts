import { once } from 'node:events';
import { createServer } from 'node:net';
import { ensureFree, freePort } from './ports.ts';

describe('the port of the application', () => {
  it('may have been freed a moment ago', async () => {
    await expect(ensureFree(await freePort(), '127.0.0.1')).resolves.toBeUndefined();
  });

  it('is named when somebody listens on it', async () => {
    const squatter = createServer().listen(0, '127.0.0.1');
    await once(squatter, 'listening');
    const address = squatter.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await expect(ensureFree(port, '127.0.0.1')).rejects.toThrow(`Port ${port} is in use.`);
    squatter.close();
  });

  it('is not called busy when it is the address that is wrong', async () => {
    await expect(ensureFree(await freePort(), '192.0.2.1')).rejects.toThrow(
      '192.0.2.1 is not an address of this machine. Set HOST to one that is.',
    );
  });
});
