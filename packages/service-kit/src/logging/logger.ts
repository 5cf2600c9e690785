import { AsyncLocalStorage } from 'node:async_hooks';
import type { LoggerService } from '@nestjs/common';
import { type Logger, type LoggerOptions, pino } from 'pino';
import { currentTrace } from '../tracing/tracing.ts';

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

function currentLogContext(): LogContext {
  return storage.getStore() ?? {};
}

export const LOGGER = Symbol('logger');

/**
 * One JSON line per event on standard output, with the ids of the request or job it belongs to. Error messages of
 * the database are cut down to code and message: its `detail` and `parameters` quote rows, which hold member data.
 */
export function createLogger(options: { service: string; level: string }): Logger {
  const output = pino.destination({ fd: 1, sync: true });
  // A full disk under the log file costs log lines, not the process.
  output.on('error', () => undefined);
  return pino(loggerOptions(options), output);
}

export function loggerOptions(options: { service: string; level: string }): LoggerOptions {
  return {
    level: options.level,
    base: { service: options.service, pid: process.pid },
    formatters: { level: (label) => ({ level: label }) },
    mixin: () => ({ ...currentLogContext(), ...currentTrace() }),
    serializers: { err: describeError },
  };
}

function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { type: error.name, code, message: withoutQuotedValues(error.message), stack: stackFramesOf(error) };
}

/**
 * "Key (account_number)=(123) already exists", "invalid input syntax for type date: \"…\"", "Unexpected token 'D', \"…\" is
 * not valid JSON": keep the sentence only. A value may hold quotation marks itself, so everything goes up to the last.
 */
function withoutQuotedValues(message: string): string {
  return message.replace(/=\(.*\)/gs, '=(…)').replace(/(:|,|\bvalue) ".*"/gs, '$1 "…"');
}

function stackFramesOf(error: Error): string[] {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 12)
    .map((line) => line.trim());
}

/** Nest's own messages through the same logger. */
export function asNestLogger(logger: Logger): LoggerService {
  const write =
    (level: 'info' | 'warn' | 'error' | 'debug' | 'fatal') =>
    (message: unknown, ...more: unknown[]): void => {
      const context = more.length > 0 && typeof more.at(-1) === 'string' ? String(more.at(-1)) : undefined;
      if (message instanceof Error) logger[level]({ err: message, context }, message.name);
      else logger[level]({ context }, withoutQuotedValues(String(message)));
    };
  return {
    // Nest announces every module and route at "log" level; that is detail, not news.
    log: write('debug'),
    warn: write('warn'),
    error: write('error'),
    debug: write('debug'),
    verbose: write('debug'),
    fatal: write('fatal'),
  };
}
