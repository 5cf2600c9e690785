/** Aborted by Ctrl-C or a kill, so that a command can take away what it has begun. */
export function stopSignal(): AbortSignal {
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stopped.abort(new Error('Stopped.')));
  }
  return stopped.signal;
}
