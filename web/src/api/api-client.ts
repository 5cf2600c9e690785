import type { ErrorCode } from '@clearwatch/contracts/error-codes';
import { APPROVAL_HEADER, BACKGROUND_HEADER, TOTAL_COUNT_HEADER } from '@clearwatch/contracts/http-headers';
import { keepPreviousData, type QueryKey, queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import { serverUrl } from '../lib/page-meta.ts';
import { syncServerClock } from '../lib/server-clock.ts';
import { isUserPresent, recordUserRequest } from '../lib/user-presence.ts';
import { askForFreshCode } from './fresh-code.ts';

/**
 * A response that was not OK, or no response (`status` 0). `message` is the status, a colon, a space, and the body or
 * status text (spec section 7). `detail` is the server's text for users, or empty.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly detail: string;
  readonly requestId: string | null;
  /** When to retry, in this computer's time (milliseconds since 1970); null if the server sent no time. */
  readonly retryAt: number | null;

  constructor(failure: {
    status: number;
    detail: string;
    message?: string;
    requestId?: string | null;
    retryAt?: number | null;
  }) {
    super(`${failure.status}: ${failure.message ?? failure.detail}`);
    this.name = 'ApiError';
    this.status = failure.status;
    this.detail = failure.detail;
    this.requestId = failure.requestId ?? null;
    this.retryAt = failure.retryAt ?? null;
  }
}

/** The action was not carried out, but nothing failed: the user canceled it, or a second admin must approve it. */
export class ActionNotDone extends ApiError {
  readonly reason: 'canceled' | 'needs_approval';

  constructor(reason: ActionNotDone['reason']) {
    const isCanceled = reason === 'canceled';
    super({ status: isCanceled ? 403 : 202, detail: isCanceled ? CANCELED : NEEDS_APPROVAL });
    this.reason = reason;
  }
}

/** Sent and stored, so that its dialog closes as after a success. */
export const isPostponed = (error: unknown): boolean =>
  error instanceof ActionNotDone && error.reason === 'needs_approval';

const CANCELED = 'Nothing was changed, because no code was entered.';
const NEEDS_APPROVAL = 'Another admin must approve this under Settings › Security.';

interface RawResponse {
  status: number;
  statusText: string;
  body: string;
  header: (name: string) => string | null;
}

export function toApiError({ status, statusText, body, header }: RawResponse): ApiError {
  const seconds = Number(header('Retry-After') ?? Number.NaN);
  return new ApiError({
    status,
    detail: userMessageIn(body),
    message: body.trim() || statusText,
    requestId: header(REQUEST_ID_HEADER),
    retryAt: Number.isFinite(seconds) ? Date.now() + seconds * 1_000 : null,
  });
}

/** A longer body is a proxy's error page. */
const MAX_USER_MESSAGE_LENGTH = 2_000;

function userMessageIn(body: string): string {
  const text = body.trim();
  const isForPrograms = /^[<{[]/.test(text) || text.length > MAX_USER_MESSAGE_LENGTH;
  return isForPrograms ? '' : text;
}

const REQUEST_ID_HEADER = 'X-Request-Id';
const ERROR_CODE_HEADER = 'X-Error-Code';
const FRESH_CODE_REQUIRED: ErrorCode = 'fresh_code_required';
const UNREACHABLE = 'The server cannot be reached.';
const TIMED_OUT = 'The server took too long to respond. Check whether the change was saved before you try again.';
/** Longer than the longest gateway timeout for JSON requests (three minutes). */
const REQUEST_TIMEOUT_MS = 200_000;

export const serverUnreachableError = (): ApiError => new ApiError({ status: 0, detail: UNREACHABLE });

interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: object;
  signal?: AbortSignal;
  /** For requests that are not user activity, such as asking when the session ends. */
  background?: true;
}

export async function request(path: string, call: RequestOptions = {}): Promise<Response> {
  const method = call.method ?? 'GET';
  const inBackground = call.background === true || !isUserPresent();
  if (!inBackground) recordUserRequest();
  const init: RequestInit = {
    method,
    credentials: 'same-origin',
    signal: call.signal ?? null,
    headers: {
      // The gateway accepts changes only as JSON, which no form on another site can send.
      ...(method !== 'GET' && { 'Content-Type': 'application/json' }),
      ...(inBackground && { [BACKGROUND_HEADER]: '1' }),
    },
    body: call.body === undefined ? null : JSON.stringify(call.body),
  };
  let response = await send(path, init);
  while (response.headers.get(ERROR_CODE_HEADER) === FRESH_CODE_REQUIRED) {
    if ((await askForFreshCode()) === 'canceled') throw new ActionNotDone('canceled');
    response = await send(path, init);
  }
  if (response.headers.get(APPROVAL_HEADER) !== null) throw new ActionNotDone('needs_approval');
  if (response.ok) return response;
  throw await apiErrorFromResponse(response);
}

export async function requestJson<Body>(path: string, call?: RequestOptions): Promise<Body> {
  const response = await request(path, call);
  return (await response.json()) as Body;
}

export async function apiErrorFromResponse(response: Response): Promise<ApiError> {
  const { status, statusText, headers } = response;
  const body = await response.text().catch(() => '');
  return toApiError({ status, statusText, body, header: (name) => headers.get(name) });
}

async function send(path: string, init: RequestInit): Promise<Response> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), REQUEST_TIMEOUT_MS);
  try {
    const signal = AbortSignal.any([timeout.signal, ...(init.signal ? [init.signal] : [])]);
    const response = await fetch(serverUrl(path), { ...init, signal });
    syncServerClock(response.headers.get('Date'));
    return response;
  } catch (error) {
    if (timeout.signal.aborted) throw new ApiError({ status: 0, detail: TIMED_OUT });
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw serverUnreachableError();
  } finally {
    // Reading the body may take longer than this timeout.
    clearTimeout(timer);
  }
}

export interface Page<Item> {
  items: Item[];
  total: number;
}

/** Without the header (from an older server), the total is the number of items. */
export async function requestPage<Item>(path: string, signal: AbortSignal): Promise<Page<Item>> {
  const response = await request(path, { signal });
  const items = (await response.json()) as Item[];
  return { items, total: Number(response.headers.get(TOTAL_COUNT_HEADER) ?? items.length) };
}

type ReadOptions<Body> = Pick<
  UseQueryOptions<Body>,
  'refetchOnMount' | 'refetchOnWindowFocus' | 'refetchInterval' | 'placeholderData' | 'staleTime' | 'gcTime'
>;

/** For data that changes without an event. */
export const ALWAYS = { refetchOnMount: 'always' } as const;

export function jsonQuery<Body>(queryKey: QueryKey, path: string, options: ReadOptions<Body> = {}) {
  const queryFn = ({ signal }: { signal: AbortSignal }) => requestJson<Body>(path, { signal });
  return queryOptions<Body>({ ...options, queryKey, queryFn });
}

/** Query options for one page. The previous page stays until the next one arrives, so that the list does not jump. */
export function pageQuery<Item>(queryKey: QueryKey, path: string, options: ReadOptions<Page<Item>> = {}) {
  const queryFn = ({ signal }: { signal: AbortSignal }) => requestPage<Item>(path, signal);
  return queryOptions<Page<Item>>({ placeholderData: keepPreviousData, ...options, queryKey, queryFn });
}

export const post = <Body>(path: string, body?: object): Promise<Body> =>
  requestJson(path, { method: 'POST', ...(body && { body }) });

export const put = <Body>(path: string, body?: object): Promise<Body> =>
  requestJson(path, { method: 'PUT', ...(body && { body }) });

/** For changes whose response has no body. */
export const change = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<unknown> =>
  request(path, { method, ...(body && { body }) });
