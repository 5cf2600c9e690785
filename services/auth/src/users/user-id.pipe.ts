import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { Injectable, type PipeTransform } from '@nestjs/common';

/** Ids are PostgreSQL integers. */
const LARGEST_ID = 2_147_483_647;

export function noSuchUser(): AppError {
  return new AppError('not_found', 'There is no such user.');
}

/** The id in the path: a whole number that could exist, or there is no such user. */
@Injectable()
export class UserIdPipe implements PipeTransform<string, number> {
  transform(value: string): number {
    const id = /^[1-9]\d{0,9}$/.test(value) ? Number(value) : Number.NaN;
    if (!(id <= LARGEST_ID)) throw noSuchUser();
    return id;
  }
}
