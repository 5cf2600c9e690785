import { NotFoundException } from '@nestjs/common';
import { AppError, toAppError } from './app-error.ts';

const failed = (code: string) => Object.assign(new Error('driver says something with member data'), { code });

describe('toAppError', () => {
  it.each([
    ['57P01', 'unavailable'],
    ['08006', 'unavailable'],
    ['53300', 'unavailable'],
    ['57014', 'unavailable'],
    ['25P03', 'unavailable'],
    ['ECONNREFUSED', 'unavailable'],
    ['EAI_AGAIN', 'unavailable'],
    ['ENETUNREACH', 'unavailable'],
    ['53100', 'insufficient_storage'],
    ['ENOSPC', 'insufficient_storage'],
    ['23505', 'internal'],
    ['42P01', 'internal'],
  ])('maps the driver error %s to %s without repeating its text', (code, expected) => {
    const error = toAppError(failed(code));
    expect(error.code).toBe(expected);
    expect(error.message).not.toContain('member data');
  });

  it('maps errors that TypeORM wraps', () => {
    expect(toAppError(Object.assign(new Error('query failed'), { driverError: failed('57P03') })).code).toBe(
      'unavailable',
    );
  });

  it('distinguishes a starting or recovering database from one that is not responding', () => {
    expect(toAppError(failed('57P03'))).toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 5,
      message: 'The database is starting or recovering. Please try again in a moment.',
    });
    const stopping = Object.assign(new Error('the database system is shutting down'), { code: '57P03' });
    expect(toAppError(stopping).message).toBe(
      'The database is not responding. Please try again in a moment.',
    );
  });

  it('keeps an existing AppError', () => {
    const error = new AppError('conflict', 'Already reviewed.');
    expect(toAppError(error)).toBe(error);
  });

  it("keeps Nest's own client errors", () => {
    expect(toAppError(new NotFoundException('Cannot GET /x'))).toMatchObject({
      code: 'not_found',
      status: 404,
    });
  });

  it('maps a broken request body to a client error', () => {
    const error = Object.assign(new Error('entity too large'), { expose: true, status: 413 });
    expect(toAppError(error)).toMatchObject({ code: 'payload_too_large' });
  });

  it('reveals nothing about unknown errors', () => {
    expect(toAppError(new TypeError('x is undefined'))).toMatchObject({ code: 'internal', kind: 'bug' });
    expect(toAppError('thrown text').message).toBe('Something went wrong on the server.');
  });
});
