import { BACKGROUND_HEADER, TOTAL_COUNT_HEADER } from '@clearwatch/contracts/http-headers';
import { serverUrl } from '../lib/page-meta.ts';
import { syncServerClock } from '../lib/server-clock.ts';
import { isUserPresent, recordUserRequest } from '../lib/user-presence.ts';

/**
 * An answer that was not OK, or no answer at all (`status` 0). `message` follows spec section 7: the status, a colon,
 * a space, the body or else the status text. `detail` is what the server has said for people, empty when it said nothing.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly detail: string;
  readonly requestId: string | null;
  /** When trying again has a chance, in the time of this computer (milliseconds since 1970); null: the server did not say. */
  readonly retryAt: number | null;

  constructor(failure: ApiErrorDetails) {
    super(`${failure.status}: ${failure.message ?? failure.detail}`);
    this.name = 'ApiError';
    this.status = failure.status;
    this.detail = failure.detail;
    this.requestId = failure.requestId ?? null;
    this.retryAt = failure.retryAt ?? null;
  }
}

interface ApiErrorDetails {
  status: number;
  detail: string;
  message?: string;
  requestId?: string | null;
  retryAt?: number | null;
}

interface RawResponse {
  status: number;
  statusText: string;
  body: string;
  header: (name: string) => string | null;
}

/** The error of an answer that was not OK, however it was asked for. */
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

/** A longer text is the page of a proxy in between. */
const MAX_USER_MESSAGE_LENGTH = 2_000;

/** What the server says for people; empty when it says nothing, or the answer is a page or for programs. */
function userMessageIn(body: string): string {
  const text = body.trim();
  const isForPrograms = /^[<{[]/.test(text) || text.length > MAX_USER_MESSAGE_LENGTH;
  return isForPrograms ? '' : text;
}

const REQUEST_ID_HEADER = 'X-Request-Id';
const UNREACHABLE = 'The server cannot be reached.';
const TIMED_OUT = 'The server took too long to answer. Please look whether it was done before you try again.';
/** The gateway gives up a service after three minutes and says so; whoever waits longer waits for nobody. */
const REQUEST_TIMEOUT_MS = 200_000;

/** Nobody answered at all. */
export function serverUnreachableError(): ApiError {
  return new ApiError({ status: 0, detail: UNREACHABLE });
}

interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: object;
  signal?: AbortSignal;
  /** Never a sign of life, whoever sits there: the question how long the session still lasts. */
  background?: true;
}

/** One request to our own gateway, with the session cookie. Throws {@link ApiError} for anything that is not OK. */
export async function request(path: string, call: RequestOptions = {}): Promise<Response> {
  const method = call.method ?? 'GET';
  const inBackground = call.background === true || !isUserPresent();
  if (!inBackground) recordUserRequest();
  const response = await send(path, {
    method,
    credentials: 'same-origin',
    signal: call.signal ?? null,
    headers: {
      // Said without a body too: the gateway takes changes only as JSON, which no foreign form can send.
      ...(method !== 'GET' && { 'Content-Type': 'application/json' }),
      ...(inBackground && { [BACKGROUND_HEADER]: '1' }),
    },
    body: call.body === undefined ? null : JSON.stringify(call.body),
  });
  if (response.ok) return response;
  throw await apiErrorFromResponse(response);
}

/** The JSON of an answer. The shape is the contract's: both ends are built from the same classes. */
export async function requestJson<Body>(path: string, call?: RequestOptions): Promise<Body> {
  const response = await request(path, call);
  return (await response.json()) as Body;
}

/** The error of an answer of fetch that was not OK. */
export async function apiErrorFromResponse(response: Response): Promise<ApiError> {
  const { status, statusText, headers } = response;
  const body = await response.text().catch(() => '');
  return toApiError({ status, statusText, body, header: (name) => headers.get(name) });
}

async function send(path: string, init: RequestInit): Promise<Response> {
  const { signal } = init;
  const abort = new AbortController();
  const giveUp = (): void => abort.abort(signal?.reason);
  let isTooSlow = false;
  const timer = setTimeout(() => {
    isTooSlow = true;
    abort.abort();
  }, REQUEST_TIMEOUT_MS);
  if (signal?.aborted) giveUp();
  signal?.addEventListener('abort', giveUp);
  try {
    const response = await fetch(serverUrl(path), { ...init, signal: abort.signal });
    syncServerClock(response.headers.get('Date'));
    return response;
  } catch (error) {
    if (isTooSlow) throw new ApiError({ status: 0, detail: TIMED_OUT });
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw serverUnreachableError();
  } finally {
    // The body of the answer may still be given up by whoever asked.
    clearTimeout(timer);
  }
}

/** A part of a long list with the true length of the whole, from the header `X-Total-Count`. */
export interface Page<Item> {
  items: Item[];
  total: number;
}

/** Reads one page. Without the header (an older server) the total is what has come. */
export async function requestPage<Item>(path: string, signal: AbortSignal): Promise<Page<Item>> {
  const response = await request(path, { signal });
  const items = (await response.json()) as Item[];
  return { items, total: Number(response.headers.get(TOTAL_COUNT_HEADER) ?? items.length) };
}

/** How many items a list has, without reading them. */
export async function requestTotal(path: string, signal: AbortSignal): Promise<number> {
  return (await requestPage<unknown>(path, signal)).total;
}
