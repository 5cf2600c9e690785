import { AppError } from '@clearwatch/service-kit/errors/app-error';

export const NO_SUCH_USER = 'There is no such user.';

export function noSuchUser(): AppError {
  return new AppError('not_found', NO_SUCH_USER);
}
