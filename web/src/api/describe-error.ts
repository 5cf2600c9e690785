import { ApiError } from './http.ts';

/** The words of an error for people: the server's message, else `fallback`. */
export function describeError(error: unknown, fallback: string): string {
  if (error instanceof ApiError && error.detail !== '') return error.detail;
  return fallback;
}

/** The request id to quote to an operator, when the server gave one. */
export function requestIdOf(error: unknown): string | null {
  return error instanceof ApiError ? error.requestId : null;
}
