import type { BACKGROUND_HEADER as ContractHeader } from '@clearwatch/contracts/http/sessions';
import { isSomebodyPresent, noteAttendedRequest } from './presence.ts';

/**
 * An answer that was not OK, or no answer at all (`status` 0). `message` follows spec section 7: the status, a colon,
 * a space, the body or else the status text. `detail` is the body alone: what a person is shown.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly detail: string;
  readonly requestId: string | null;

  constructor(failure: { status: number; detail: string; requestId: string | null }) {
    super(`${failure.status}: ${failure.detail}`);
    this.name = 'ApiError';
    this.status = failure.status;
    this.detail = failure.detail;
    this.requestId = failure.requestId;
  }
}

export const REQUEST_ID_HEADER = 'X-Request-Id';
// Said again because importing the value would bring class-validator to the browser; the type keeps it equal.
const BACKGROUND_HEADER: typeof ContractHeader = 'X-Clearwatch-Background';
export const UNREACHABLE = 'The server cannot be reached.';

interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: object;
  signal?: AbortSignal;
  /** Never a sign of life, whoever sits there: the question how long the session still lasts. */
  background?: true;
}

/** One request to our own gateway, with the session cookie. Throws {@link ApiError} for anything that is not OK. */
export async function request(path: string, call: Call = {}): Promise<Response> {
  const method = call.method ?? 'GET';
  const inBackground = call.background === true || !isSomebodyPresent();
  if (!inBackground) noteAttendedRequest();
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
  const text = await response.text().catch(() => '');
  throw new ApiError({
    status: response.status,
    detail: text.trim() || response.statusText,
    requestId: response.headers.get(REQUEST_ID_HEADER),
  });
}

/** The JSON of an answer. The shape is the contract's: both ends are built from the same classes. */
export async function requestJson<Body>(path: string, call?: Call): Promise<Body> {
  const response = await request(path, call);
  return (await response.json()) as Body;
}

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError({ status: 0, detail: UNREACHABLE, requestId: null });
  }
}
