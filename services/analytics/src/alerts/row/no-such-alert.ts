import { AppError } from '@clearwatch/service-kit/errors/app-error';

export function noSuchAlert(): AppError {
  return new AppError('not_found', 'There is no alert with this number.');
}
