import type { PipeTransform } from '@nestjs/common';
import { AppError } from '../errors/app-error.ts';

/** Largest value of an `integer` column; what is larger cannot even be asked for there. */
export const LARGEST_INTEGER = 2_147_483_647;

/** A number in the path: a whole number that could exist, or there is no such thing. */
export class PathIdPipe implements PipeTransform<string, number> {
  /** @param absence what is answered for anything else */
  constructor(
    private readonly absence: string,
    private readonly largest = Number.MAX_SAFE_INTEGER,
  ) {}

  transform(value: string): number {
    const id = /^[1-9]\d{0,15}$/.test(value) ? Number(value) : Number.NaN;
    if (!(id <= this.largest)) throw new AppError('not_found', this.absence);
    return id;
  }
}
