import { AsyncLocalStorage } from 'node:async_hooks';
import type { LoggerService } from '@nestjs/common';
import { type Logger, type LoggerOptions, pino } from 'pino';
import { currentTrace } from '../tracing/tracing.ts';

/** Ids only, never names, account numbers or other content. */
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

export const LOGGER = Symbol('logger');

/** Reduces database errors to code and message, because `detail` and `parameters` quote rows with member data. */
export function createLogger(options: { service: string; level: string }): Logger {
  const output = pino.destination({ fd: 1, sync: true });
  // If the disk is full, log lines are lost but the process continues.
  output.on('error', () => undefined);
  return pino(loggerOptions(options), output);
}

export function loggerOptions(options: { service: string; level: string }): LoggerOptions {
  return {
    level: options.level,
    base: { service: options.service, pid: process.pid },
    formatters: { level: (label) => ({ level: label }) },
    mixin: () => ({ ...storage.getStore(), ...currentTrace() }),
    serializers: { err: describeError },
  };
}

function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { type: error.name, code, message: withoutQuotedValues(error.message), stack: stackFramesOf(error) };
}

/**
 * Removes quoted values from "Key (account_number)=(123) already exists", "… type date: \"…\"" and
 * "Unexpected token 'D', \"…\" is not valid JSON", up to the last quotation mark: a value may contain one.
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

export function asNestLogger(logger: Logger): LoggerService {
  const write =
    (level: 'info' | 'warn' | 'error' | 'debug' | 'fatal') =>
    (message: unknown, ...more: unknown[]): void => {
      const context = more.length > 0 && typeof more.at(-1) === 'string' ? String(more.at(-1)) : undefined;
      if (message instanceof Error) logger[level]({ err: message, context }, message.name);
      else logger[level]({ context }, withoutQuotedValues(String(message)));
    };
  return {
    // Nest logs every module and route at "log" level.
    log: write('debug'),
    warn: write('warn'),
    error: write('error'),
    debug: write('debug'),
    verbose: write('debug'),
    fatal: write('fatal'),
  };
}
