import { jest } from '@jest/globals';
import { watchUserInput } from '../lib/user-presence.ts';
import { FakeServer } from '../testing/fake-server.ts';
import { ApiError, request, requestJson } from './api-client.ts';

describe('responses', () => {
  it('an API request fails with status, colon, space and body when the response is not OK [spec 7.1]', async () => {
    new FakeServer().on('GET /api/metrics/30', {
      status: 503,
      body: 'The database is not available.',
      headers: { 'X-Request-Id': 'req-1' },
    });
    const failure = await request('/api/metrics/30').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({
      message: '503: The database is not available.',
      detail: 'The database is not available.',
      requestId: 'req-1',
    });
  });

  it('an API request fails with the status text when the body is empty [spec 7.1]', async () => {
    new FakeServer().on('POST /api/auth/logout', { status: 500 });
    await expect(request('/api/auth/logout', { method: 'POST' })).rejects.toThrow('500: Status 500');
  });

  it('an API request fails with a separate error when the server does not respond', async () => {
    new FakeServer().goDown();
    await expect(request('/api/auth/user')).rejects.toMatchObject({ status: 0 });
  });

  it('an API request returns the JSON of a response', async () => {
    new FakeServer().on('GET /api/imports', { body: [1, 2] });
    await expect(requestJson('/api/imports')).resolves.toEqual([1, 2]);
  });
});

describe('background requests', () => {
  const HEADER = 'X-Clearwatch-Background';
  let server: FakeServer;
  let unwatch: () => void;

  beforeEach(() => {
    jest.useFakeTimers();
    server = new FakeServer().on('GET /api/imports', { body: [] });
    unwatch = watchUserInput();
    window.dispatchEvent(new Event('keydown'));
  });

  afterEach(() => {
    unwatch();
    jest.useRealTimers();
  });

  const headersOf = async (call?: { background: true }): Promise<Record<string, string>> => {
    await request('/api/imports', call);
    return server.seen.at(-1)?.headers ?? {};
  };

  it('API requests are marked as background requests after a minute without user input', async () => {
    jest.advanceTimersByTime(59_000);
    expect(await headersOf()).not.toHaveProperty(HEADER);
    jest.advanceTimersByTime(1_000);
    expect(await headersOf()).toHaveProperty(HEADER);
  });

  it.each(['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'click', 'input'])(
    'API requests are no longer marked as background requests after the next %s',
    async (input) => {
      jest.advanceTimersByTime(60 * 60_000);
      window.dispatchEvent(new Event(input));
      expect(await headersOf()).not.toHaveProperty(HEADER);
    },
  );

  it('the session clock request is always marked as a background request', async () => {
    expect(await headersOf({ background: true })).toHaveProperty(HEADER);
  });
});
