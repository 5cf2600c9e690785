import {
  KEPT_YEARS_PROBLEM,
  LEAST_KEPT_YEARS,
  MOST_KEPT_YEARS,
  TRANSACTIONS_KEPT_YEARS,
} from '@clearwatch/contracts/retention/retention-periods';
import { Type } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import { OwnerEnvironment } from '../owner.environment.ts';

export class PurgeEnvironment extends OwnerEnvironment {
  /** The period of the services, which remove what is older; the command only counts it. */
  @Type(() => Number)
  @IsInt({ message: KEPT_YEARS_PROBLEM })
  @Min(LEAST_KEPT_YEARS, { message: KEPT_YEARS_PROBLEM })
  @Max(MOST_KEPT_YEARS, { message: KEPT_YEARS_PROBLEM })
  TRANSACTIONS_KEPT_YEARS = TRANSACTIONS_KEPT_YEARS;
}
