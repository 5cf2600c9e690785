import { formatQuantity } from '../lib/number-format.ts';
import { ApiError } from './api-client.ts';

/** As the server writes it behind the message of a mistake of its own. */
const REQUEST_ID_SUFFIX = / Request id: (\S+)$/;

/**
 * The words of an error for people: the server's message, else `fallback`, which spec.md section 8 names for each call. A
 * failure of the server ends with the request id, where nothing else shows it.
 */
export function describeError(error: unknown, fallback: string): string {
  const { words, requestId } = splitRequestId(errorMessage(error, fallback));
  const id = requestId ?? (isServerError(error) ? requestIdOf(error) : null);
  return id === null ? words : `${words} Request id: ${id}`;
}

/** The same without the request id, for those who show it beside. */
export function errorMessage(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback;
  const retryAt = retryTimeOf(error);
  if (error.detail === '' && retryAt !== null) {
    const seconds = Math.max(1, Math.ceil((retryAt - Date.now()) / 1_000));
    return `Too many requests. Please try again in ${formatQuantity(seconds, 'second')}.`;
  }
  return error.detail || fallback;
}

/** Parts a description into its words and the request id that it may end with. */
export function splitRequestId(description: string): { words: string; requestId: string | null } {
  const requestId = REQUEST_ID_SUFFIX.exec(description)?.[1] ?? null;
  return { words: description.replace(REQUEST_ID_SUFFIX, ''), requestId };
}

/** The request id to quote to an operator, when the server gave one. */
export function requestIdOf(error: unknown): string | null {
  return error instanceof ApiError ? error.requestId : null;
}

/** Whether the server says that there is no such thing. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** When trying again has a chance, in milliseconds of this computer; null: at once. */
export function retryTimeOf(error: unknown): number | null {
  return error instanceof ApiError && error.status === 429 ? error.retryAt : null;
}

function isServerError(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 500;
}
