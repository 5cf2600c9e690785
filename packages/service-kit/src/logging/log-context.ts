import { AsyncLocalStorage } from 'node:async_hooks';

/** Ids that join log lines: never a name, an account number or any other content. */
export interface LogContext {
  requestId?: string;
  userId?: number | null;
  jobId?: string;
}

const storage = new AsyncLocalStorage<LogContext>();

export function withLogContext<T>(context: LogContext, work: () => T): T {
  return storage.run({ ...context }, work);
}

export function addToLogContext(more: LogContext): void {
  const current = storage.getStore();
  if (current !== undefined) Object.assign(current, more);
}

export function currentLogContext(): LogContext {
  return storage.getStore() ?? {};
}
