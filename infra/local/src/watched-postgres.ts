import { setTimeout as pause } from 'node:timers/promises';
import { restartPause } from './backoff.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

type Options = Parameters<typeof startEmbeddedPostgres>[0] & { say: (line: string) => void };

/** The embedded server, started again on the same port when it dies; the services reconnect by themselves. */
export async function startWatchedPostgres(
  options: Options,
): Promise<{ ownerUrl(): string; pid(): number | undefined; stop(): Promise<void> }> {
  const stopped = new AbortController();
  const { signal } = stopped;
  let reviving: Promise<void> | undefined;
  const launch = async (port?: number): Promise<EmbeddedPostgres> => {
    const server = await startEmbeddedPostgres({
      ...options,
      port,
      signal: options.signal === undefined ? signal : AbortSignal.any([signal, options.signal]),
    });
    server.process.once('exit', () => {
      if (!signal.aborted) reviving = revive(server.port);
    });
    return server;
  };
  const revive = async (port: number): Promise<void> => {
    for (let restarts = 1; !signal.aborted; restarts += 1) {
      options.say(
        `PostgreSQL stopped; starting it again in ${restartPause(restarts) / 1_000} s. Log: ${options.logFile}`,
      );
      try {
        await pause(restartPause(restarts), undefined, { signal });
        current = await launch(port);
        return;
      } catch (error) {
        if (signal.aborted) return;
        options.say(error instanceof Error ? error.message : String(error));
      }
    }
  };
  let current = await launch();
  return {
    ownerUrl: () => current.ownerUrl(),
    pid: () => current.process.pid,
    stop: async () => {
      stopped.abort();
      // A server that is just being started again must not be left behind.
      await reviving;
      await current.stop();
    },
  };
}
