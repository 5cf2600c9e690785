import { QUEUES, type QueueName } from '@clearwatch/contracts/jobs/job-definition';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { Injectable, type PipeTransform } from '@nestjs/common';

/** As identities of jobs are made (contracts, job-definition), and no longer than any is. */
const IDENTITY = /^[A-Za-z0-9][A-Za-z0-9.-]{0,199}$/;

/** A queue in the path: one of the house, or there is no such job. */
@Injectable()
export class QueueNamePipe implements PipeTransform<string, QueueName> {
  transform(value: string): QueueName {
    const queue = Object.values(QUEUES).find((name) => name === value);
    if (queue === undefined) throw noSuchJob();
    return queue;
  }
}

/** A job's identity in the path: one that a job could have, or there is no such job. */
@Injectable()
export class JobIdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!IDENTITY.test(value)) throw noSuchJob();
    return value;
  }
}

function noSuchJob(): AppError {
  return new AppError('not_found', 'There is no such failed job.');
}
