import { ERROR_CODES, type ErrorCode } from '@clearwatch/contracts/errors';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';

const CODE_HEADER = 'x-error-code';

export function signInUnavailable(cause: unknown): AppError {
  return new AppError('unavailable', 'Signing in is not available at the moment. Please try again.', {
    cause,
    retryAfterSeconds: 5,
  });
}

/** The error auth answered with, to be passed on; of its own defects nothing is told. */
export async function errorOf(answer: Response): Promise<AppError> {
  let text: string;
  try {
    text = await answer.text();
  } catch (error) {
    return signInUnavailable(error);
  }
  const code = answer.headers.get(CODE_HEADER);
  if (!isErrorCode(code) || code === 'internal') {
    return new AppError('internal', 'Something went wrong on the server.', {
      cause: new Error(`auth answered ${answer.status}`),
    });
  }
  const retryAfter = Number(answer.headers.get('retry-after') ?? Number.NaN);
  return new AppError(code, text, Number.isFinite(retryAfter) ? { retryAfterSeconds: retryAfter } : {});
}

function isErrorCode(code: string | null): code is ErrorCode {
  return code !== null && Object.hasOwn(ERROR_CODES, code);
}

/** @throws AppError `unavailable` when auth answers in another shape: two versions that do not fit */
export async function parseAnswer<T extends object>(shape: new () => T, answer: Response): Promise<T> {
  let body: unknown;
  try {
    body = await answer.json();
  } catch (error) {
    throw signInUnavailable(error);
  }
  const value = plainToInstance(shape, body);
  const problems = validateSync(value, { forbidUnknownValues: true });
  if (problems.length > 0) {
    const fields = problems.map(({ property }) => property).join(', ');
    throw signInUnavailable(new Error(`auth answered with malformed ${fields}`));
  }
  return value;
}
