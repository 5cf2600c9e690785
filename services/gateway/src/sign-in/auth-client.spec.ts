import { errorFromResponse } from './auth-client.ts';

const cutOff = () =>
  new ReadableStream({
    start: (stream) => stream.error(new Error('connection reset')),
  });

describe('error response of auth', () => {
  it('an error response of auth is passed on with code and message', async () => {
    const headers = { 'x-error-code': 'too_many_requests', 'retry-after': '10' };
    const answer = new Response('Too many sign-ins at the moment.', { status: 429, headers });
    expect(await errorFromResponse(answer)).toMatchObject({
      code: 'too_many_requests',
      message: 'Too many sign-ins at the moment.',
      retryAfterSeconds: 10,
    });
  });

  it('an internal or unknown error response of auth reveals no details', async () => {
    const defect = new Response('stack of auth', { status: 500, headers: { 'x-error-code': 'internal' } });
    const foreign = new Response('<html>', { status: 502 });
    for (const answer of [defect, foreign]) {
      expect(await errorFromResponse(answer)).toMatchObject({
        code: 'internal',
        message: 'Something went wrong on the server.',
      });
    }
  });

  it('a truncated error response of auth is reported as unavailable', async () => {
    const headers = { 'x-error-code': 'unauthenticated' };
    expect(await errorFromResponse(new Response(cutOff(), { status: 401, headers }))).toMatchObject({
      code: 'unavailable',
    });
  });
});
