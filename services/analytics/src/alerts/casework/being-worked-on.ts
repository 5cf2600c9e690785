import { AppError } from '@clearwatch/service-kit/errors/app-error';

export function beingWorkedOn(worker: string): AppError {
  return new AppError('conflict', `${worker} is working on this alert at the moment. Nothing was changed.`);
}
