import { Injectable } from '@nestjs/common';
import { localDay } from './local-day.ts';

/** The only place of a service that asks the clock for a day; tests provide another. */
@Injectable()
export class Today {
  /** The calendar day where the server stands (`TZ`), ISO: a posting date is "in the future" by that calendar. */
  day(): string {
    return localDay(new Date());
  }
}
