import { Injectable } from '@nestjs/common';

/** The calendar day of a point in time where the server stands (`TZ`), ISO. */
export function localDay(instant: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${instant.getFullYear()}-${two(instant.getMonth() + 1)}-${two(instant.getDate())}`;
}

/** The only place of a service that asks the clock for a day; tests provide another. */
@Injectable()
export class Today {
  /** The calendar day where the server stands (`TZ`), ISO: a posting date is "in the future" by that calendar. */
  day(): string {
    return localDay(new Date());
  }
}
