import { describeError, partsOf, retryAtOf } from './describe-error.ts';
import { failureOf } from './http.ts';

const answer = (status: number, body = '', headers: Record<string, string> = {}) =>
  failureOf({ status, statusText: 'Some Status', body, header: (name) => headers[name] ?? null });

describe('the words of a failure', () => {
  it('are the server’s own', () => {
    expect(describeError(answer(409, 'Reviewed by somebody else.\n'), 'x')).toBe(
      'Reviewed by somebody else.',
    );
  });

  it.each([
    [401, /session has ended/],
    [403, /role does not allow/],
    [413, /more than the server takes/],
    [429, /Too many requests/],
    [502, /does not answer/],
    [503, /does not answer/],
    [504, /too long/],
    [507, /disk space/],
  ])('of a bare %d are sentences', (status, words) => {
    expect(describeError(answer(status), 'x')).toMatch(words);
  });

  it.each([400, 404, 409, 422, 500])(
    'of a bare %d are those of the screen, which knows what was tried',
    (status) => {
      expect(describeError(answer(status), 'The note could not be saved.')).toBe(
        'The note could not be saved.',
      );
    },
  );

  it.each(['<html><h1>502 Bad Gateway</h1></html>', '{"message":"upstream"}', 'x'.repeat(5_000)])(
    'are never the page of somebody in between',
    (page) => {
      expect(describeError(answer(502, page), 'x')).toMatch(/A part of Clearwatch does not answer/);
    },
  );

  it('keep the status in what programs read', () => {
    expect(answer(500).message).toBe('500: Some Status');
  });
});

describe('the request id', () => {
  it('ends the words of a failure of the server, once', () => {
    const id = { 'X-Request-Id': 'req-7' };
    expect(describeError(answer(503, 'Reporting is not available.', id), 'x')).toBe(
      'Reporting is not available. Request id: req-7',
    );
    expect(describeError(answer(500, 'Something went wrong. Request id: req-7', id), 'x')).toBe(
      'Something went wrong. Request id: req-7',
    );
  });

  it('is not quoted where the sender himself can mend it', () => {
    expect(describeError(answer(422, 'Too short.', { 'X-Request-Id': 'req-7' }), 'x')).toBe('Too short.');
  });

  it('can be parted from the words', () => {
    expect(partsOf('It broke. Request id: req-7')).toEqual({ words: 'It broke.', requestId: 'req-7' });
    expect(partsOf('It broke.')).toEqual({ words: 'It broke.', requestId: null });
  });
});

describe('when to try again', () => {
  it('is what a refusal for too many requests says', () => {
    const soon = retryAtOf(answer(429, '', { 'Retry-After': '12' })) ?? 0;
    expect(soon - Date.now()).toBeGreaterThan(11_000);
    expect(soon - Date.now()).toBeLessThanOrEqual(12_000);
  });

  it('is at once for all others, and where nothing is said', () => {
    expect(retryAtOf(answer(503, '', { 'Retry-After': '5' }))).toBeNull();
    expect(retryAtOf(answer(429))).toBeNull();
    expect(retryAtOf(answer(429, '', { 'Retry-After': 'Sun, 22 Nov 2026 08:00:00 GMT' }))).toBeNull();
  });
});
