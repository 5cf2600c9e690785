import { AppError } from '@clearwatch/service-kit/errors/app-error';

export const NO_SUCH_REPORT = 'There is no such report.';

export function noSuchReport(): AppError {
  return new AppError('not_found', NO_SUCH_REPORT);
}
