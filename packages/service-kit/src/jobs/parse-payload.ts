import type { JobDefinition } from '@clearwatch/contracts/jobs/job-definition';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';

/**
 * A payload is checked where it enters a queue and again where it leaves it.
 * @throws Error naming the job and the fields, never the values
 */
export function parsePayload<Payload extends object>(
  definition: JobDefinition<Payload>,
  data: unknown,
): Payload {
  const payload = plainToInstance(definition.payload, data);
  const problems = validateSync(payload, {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
  });
  if (problems.length > 0) {
    const fields = problems.map(({ property }) => property).join(', ');
    throw new Error(`The payload of ${definition.name} is malformed: ${fields}`);
  }
  return payload;
}
