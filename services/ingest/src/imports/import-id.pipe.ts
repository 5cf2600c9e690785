import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { Injectable, type PipeTransform } from '@nestjs/common';

/** The id in the path: a whole number that could exist, or there is no such import. */
@Injectable()
export class ImportIdPipe implements PipeTransform<string, number> {
  transform(value: string): number {
    const id = /^[1-9]\d{0,15}$/.test(value) ? Number(value) : Number.NaN;
    if (!Number.isSafeInteger(id)) throw new AppError('not_found', 'There is no such import.');
    return id;
  }
}
