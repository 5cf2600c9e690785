import { LEAST_KEPT_YEARS, TRANSACTIONS_KEPT_YEARS } from '@clearwatch/contracts/retention/retention-periods';
import { Type } from 'class-transformer';
import { IsInt, Min } from 'class-validator';
import { OwnerEnvironment } from '../owner.environment.ts';

export class PurgeEnvironment extends OwnerEnvironment {
  /** As the services are told, who remove what is older; here it is only counted. */
  @Type(() => Number)
  @IsInt({ message: 'TRANSACTIONS_KEPT_YEARS must be a whole number of years' })
  @Min(LEAST_KEPT_YEARS, { message: `TRANSACTIONS_KEPT_YEARS must be ${LEAST_KEPT_YEARS} or more` })
  TRANSACTIONS_KEPT_YEARS = TRANSACTIONS_KEPT_YEARS;
}
