import { ApiError, toApiError } from './api-client.ts';
import { describeError, retryTimeOf, splitRequestId } from './error-messages.ts';

const answered = (detail: string) => new ApiError({ status: 500, detail, requestId: null });

describe('messages for users', () => {
  it('the error message for users is the message of the server', () => {
    expect(describeError(answered('The disk is full.'), 'Login failed')).toBe('The disk is full.');
  });

  it('the error message for users is the fallback text when the server sends no message [spec 8.2, 8.3, 8.18]', () => {
    expect(describeError(answered(''), 'Login failed')).toBe('Login failed');
    expect(describeError(new TypeError('x is undefined'), 'Login failed')).toBe('Login failed');
  });
});

const answer = (status: number, body = '', headers: Record<string, string> = {}) =>
  toApiError({ status, statusText: 'Some Status', body, header: (name) => headers[name] ?? null });

describe('messages by response', () => {
  it('the text of an error response is shown as the server sends it', () => {
    expect(describeError(answer(409, 'Reviewed by another user.\n'), 'x')).toBe('Reviewed by another user.');
  });

  it.each([400, 401, 403, 404, 409, 413, 422, 429, 500, 502, 503, 504, 507])(
    'a bare %d response is shown with the fallback text',
    (status) => {
      expect(describeError(answer(status), 'Upload failed')).toBe('Upload failed');
    },
  );

  it.each(['<html><h1>502 Bad Gateway</h1></html>', '{"message":"upstream"}', 'x'.repeat(5_000)])(
    'an error message never includes the error page of a proxy',
    (page) => {
      expect(describeError(answer(502, page), 'Upload failed')).toBe('Upload failed');
    },
  );

  it('a response to too many requests is shown with the server message, or with the time to retry', () => {
    const soon = { 'Retry-After': '12' };
    expect(describeError(answer(429, 'You already have 2 exports running.', soon), 'x')).toBe(
      'You already have 2 exports running.',
    );
    expect(describeError(answer(429, '', soon), 'x')).toBe('Too many requests. Please try again in 12 seconds.');
  });

  it('an API error keeps the status in its own message', () => {
    expect(answer(500).message).toBe('500: Some Status');
  });
});

describe('request IDs', () => {
  it('the request ID is appended once to server errors', () => {
    const id = { 'X-Request-Id': 'req-7' };
    expect(describeError(answer(503, 'Reporting is not available.', id), 'x')).toBe(
      'Reporting is not available. Request ID: req-7',
    );
    expect(describeError(answer(500, 'Something went wrong. Request ID: req-7', id), 'x')).toBe(
      'Something went wrong. Request ID: req-7',
    );
  });

  it('the request ID is omitted for errors that the user can correct', () => {
    expect(describeError(answer(422, 'Too short.', { 'X-Request-Id': 'req-7' }), 'x')).toBe('Too short.');
  });

  it('the request ID can be separated from an error message', () => {
    expect(splitRequestId('It broke. Request ID: req-7')).toEqual({
      message: 'It broke.',
      requestId: 'req-7',
    });
    expect(splitRequestId('It broke.')).toEqual({ message: 'It broke.', requestId: null });
  });
});

describe('retry times', () => {
  it('the retry time comes from the response to too many requests', () => {
    const soon = retryTimeOf(answer(429, '', { 'Retry-After': '12' })) ?? 0;
    expect(soon - Date.now()).toBeGreaterThan(11_000);
    expect(soon - Date.now()).toBeLessThanOrEqual(12_000);
  });

  it('the retry time is null for other errors and responses without a time', () => {
    expect(retryTimeOf(answer(503, '', { 'Retry-After': '5' }))).toBeNull();
    expect(retryTimeOf(answer(429))).toBeNull();
    expect(retryTimeOf(answer(429, '', { 'Retry-After': 'Sun, 22 Nov 2026 08:00:00 GMT' }))).toBeNull();
  });
});
