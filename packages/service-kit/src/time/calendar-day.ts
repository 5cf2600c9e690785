import { Injectable } from '@nestjs/common';

/** ISO date in the server's time zone (`TZ`). */
export function localDay(instant: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${instant.getFullYear()}-${two(instant.getMonth() + 1)}-${two(instant.getDate())}`;
}

/** The only source of the current day in a service. Tests replace it. */
@Injectable()
export class Today {
  /** ISO date in the server's time zone. A later posting date is in the future. */
  day(): string {
    return localDay(new Date());
  }
}
