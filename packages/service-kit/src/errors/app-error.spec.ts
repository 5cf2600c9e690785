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
  ])('the driver error %s is mapped to %s without repeating its text', (code, expected) => {
    const error = toAppError(failed(code));
    expect(error.code).toBe(expected);
    expect(error.message).not.toContain('member data');
  });

  it('database errors that TypeORM wraps are mapped like the errors inside them', () => {
    expect(toAppError(Object.assign(new Error('query failed'), { driverError: failed('57P03') })).code).toBe(
      'unavailable',
    );
  });

  it('the error for a starting or recovering database differs from the error for one that does not respond', () => {
    expect(toAppError(failed('57P03'))).toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 5,
      message: 'The database is starting or recovering. Please try again in a moment.',
    });
    const stopping = Object.assign(new Error('the database system is shutting down'), { code: '57P03' });
    expect(toAppError(stopping).message).toBe('The database is not responding. Please try again in a moment.');
  });

  it('an existing application error is kept', () => {
    const error = new AppError('conflict', 'Already reviewed.');
    expect(toAppError(error)).toBe(error);
  });

  it('Nest’s own client errors are kept', () => {
    expect(toAppError(new NotFoundException('Cannot GET /x'))).toMatchObject({
      code: 'not_found',
      status: 404,
    });
  });

  it('a broken request body is mapped to a client error', () => {
    const error = Object.assign(new Error('entity too large'), { expose: true, status: 413 });
    expect(toAppError(error)).toMatchObject({ code: 'payload_too_large' });
  });

  it('unknown errors reveal nothing to the caller', () => {
    expect(toAppError(new TypeError('x is undefined'))).toMatchObject({ code: 'internal', kind: 'bug' });
    expect(toAppError('thrown text').message).toBe('Something went wrong on the server.');
  });
});
