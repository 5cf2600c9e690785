import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { Injectable, type PipeTransform } from '@nestjs/common';

/** Largest value of an `integer` column. */
const LARGEST_ID = 2_147_483_647;

/** The id in the path: a whole number that could exist, or there is no such user. */
@Injectable()
export class UserIdPipe implements PipeTransform<string | number, number> {
  /** Gets the text of the path, or what the global validation made of it. */
  transform(value: string | number): number {
    const text = String(value);
    const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(id <= LARGEST_ID)) throw new AppError('not_found', 'There is no such user.');
    return id;
  }
}
