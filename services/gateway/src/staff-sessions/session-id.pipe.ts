import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { Injectable, type PipeTransform } from '@nestjs/common';
import { isUUID } from 'class-validator';

/** The public id of a session in the path: one that could exist, or there is no such session. */
@Injectable()
export class SessionIdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!isUUID(value)) throw new AppError('not_found', 'There is no such session, or it has ended already.');
    return value;
  }
}
