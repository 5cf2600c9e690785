import { type AddressInfo, createServer } from 'node:net';
import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import { ServiceEnvironment } from '@clearwatch/service-kit/config/service-environment';
import { toAppError } from '@clearwatch/service-kit/errors/app-error';
import { MemberEntriesReader } from './member-entries.reader.ts';

test('reading a shard fails instead of blocking when the database never responds', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const environment = readEnvironment(ServiceEnvironment, {
    PORT: '0',
    DATABASE_URL: `postgres://analytics@127.0.0.1:${port}/clearwatch`,
    QUEUE_DATABASE_URL: `postgres://analytics@127.0.0.1:${port}/clearwatch`,
    IDENTITY_KEYS: '0'.repeat(64),
  });
  const members = new MemberEntriesReader(environment).read({ runId: 1, shard: 0 });
  const failure = await members.next().catch(toAppError);
  expect(failure).toMatchObject({ code: 'unavailable' });
  silent.close();
}, 10_000);
