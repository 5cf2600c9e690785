import { formatQuantity } from '../lib/number-format.ts';
import { ApiError } from './api-client.ts';

/** The server appends this to the message of an internal error (500). */
const REQUEST_ID_SUFFIX = / Request ID: (\S+)$/;

/** The server's message, or else `fallback` (spec section 8). A server error ends with the request ID. */
export function describeError(error: unknown, fallback: string): string {
  const { message, requestId } = splitRequestId(errorMessage(error, fallback));
  const isServerError = error instanceof ApiError && error.status >= 500;
  const id = requestId ?? (isServerError ? error.requestId : null);
  return id === null ? message : `${message} Request ID: ${id}`;
}

export function errorMessage(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback;
  const retryAt = retryTimeOf(error);
  if (error.detail === '' && retryAt !== null) {
    const seconds = Math.max(1, Math.ceil((retryAt - Date.now()) / 1_000));
    return `Too many requests. Please try again in ${formatQuantity(seconds, 'second')}.`;
  }
  return error.detail || fallback;
}

export function splitRequestId(description: string): { message: string; requestId: string | null } {
  const requestId = REQUEST_ID_SUFFIX.exec(description)?.[1] ?? null;
  return { message: description.replace(REQUEST_ID_SUFFIX, ''), requestId };
}

export const requestIdOf = (error: unknown): string | null => (error instanceof ApiError ? error.requestId : null);

export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

export const retryTimeOf = (error: unknown): number | null =>
  error instanceof ApiError && error.status === 429 ? error.retryAt : null;
