import { Redis } from 'ioredis';

const REDIS_TIMEOUT_MS = 3_000;

export interface RedisState {
  version: string;
  /** Whether data survives a crash. */
  appendOnly: boolean;
  /** `noeviction` rejects writes when memory is full; every other policy drops data. */
  evictionPolicy: string;
  usedBytes: number;
  /** 0 for no limit. */
  maxBytes: number;
  failed: ReadonlyMap<string, number>;
}

/** Read-only. @throws Error when Redis does not respond within three seconds or rejects the password */
export async function readRedisState(url: string, queues: readonly string[]): Promise<RedisState> {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: REDIS_TIMEOUT_MS,
    commandTimeout: REDIS_TIMEOUT_MS,
    retryStrategy: () => null,
    maxRetriesPerRequest: 1,
  });
  let reason: Error | null = null;
  client.on('error', (error: Error) => {
    reason = error;
  });
  try {
    await client.connect();
    const lines = (await client.info()).matchAll(/^(\w+):(.*)$/gm);
    const facts = new Map([...lines].map(([, name = '', value = '']) => [name, value]));
    const counts = await Promise.all(queues.map((queue) => client.zcard(`bull:${queue}:failed`)));
    return {
      version: facts.get('redis_version') ?? 'of unknown version',
      appendOnly: facts.get('aof_enabled') === '1',
      evictionPolicy: facts.get('maxmemory_policy') ?? 'unknown',
      usedBytes: Number(facts.get('used_memory') ?? 0),
      maxBytes: Number(facts.get('maxmemory') ?? 0),
      failed: new Map(queues.map((queue, index) => [queue, counts[index] ?? 0])),
    };
  } catch (error) {
    // More specific than "Connection is closed."
    throw reason ?? error;
  } finally {
    client.disconnect();
  }
}
