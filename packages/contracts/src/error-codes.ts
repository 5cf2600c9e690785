/** user: 4xx, shown as is, not retried · operational: 503 or 507, retried · bug: 500, logged, shown without details. */
export type ErrorKind = 'user' | 'operational' | 'bug';

export const ERROR_CODES = {
  bad_request: { status: 400, kind: 'user' },
  unauthenticated: { status: 401, kind: 'user' },
  forbidden: { status: 403, kind: 'user' },
  /** An admin action without a code from the last minutes. */
  fresh_code_required: { status: 403, kind: 'user' },
  not_found: { status: 404, kind: 'user' },
  conflict: { status: 409, kind: 'user' },
  payload_too_large: { status: 413, kind: 'user' },
  unsupported_media_type: { status: 415, kind: 'user' },
  unprocessable: { status: 422, kind: 'user' },
  too_many_requests: { status: 429, kind: 'user' },
  internal: { status: 500, kind: 'bug' },
  unavailable: { status: 503, kind: 'operational' },
  insufficient_storage: { status: 507, kind: 'operational' },
} as const satisfies Record<string, { status: number; kind: ErrorKind }>;

export type ErrorCode = keyof typeof ERROR_CODES;
