import { Injectable } from '@nestjs/common';

/** The only place of a service that asks the clock for a day; tests provide another. */
@Injectable()
export class Today {
  /** The calendar day where the server stands (`TZ`), ISO: a posting date is "in the future" by that calendar. */
  day(): string {
    const now = new Date();
    const two = (part: number) => String(part).padStart(2, '0');
    return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  }
}
