import type { PipeTransform } from '@nestjs/common';
import { AppError } from '../errors/app-error.ts';

/** A number in the path: a whole number that could exist, or there is no such thing. */
export class PathIdPipe implements PipeTransform<string, number> {
  /** @param absence what is answered for anything else */
  constructor(private readonly absence: string) {}

  transform(value: string): number {
    const id = /^[1-9]\d{0,15}$/.test(value) ? Number(value) : Number.NaN;
    if (!Number.isSafeInteger(id)) throw new AppError('not_found', this.absence);
    return id;
  }
}
