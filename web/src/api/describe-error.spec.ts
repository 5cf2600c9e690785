import { describeError } from './describe-error.ts';
import { ApiError } from './http.ts';

const answered = (detail: string) => new ApiError({ status: 500, detail, requestId: null });

describe('what a person reads of an error', () => {
  it('is what the server says', () => {
    expect(describeError(answered('The disk is full.'), 'Login failed')).toBe('The disk is full.');
  });

  it('is the sentence of the screen when the server says nothing', () => {
    expect(describeError(answered(''), 'Login failed')).toBe('Login failed');
    expect(describeError(new TypeError('x is undefined'), 'Login failed')).toBe('Login failed');
  });
});
