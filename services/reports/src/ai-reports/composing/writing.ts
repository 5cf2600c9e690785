import type { ServerEvent } from '@clearwatch/contracts/server-event';

/** Around one writing of a report. */
export interface Writing {
  /** Aborted when nobody wants the report any more, or this process is to stop. */
  signal: AbortSignal;
  /** Tells open browsers. */
  publish: (event: ServerEvent) => Promise<void>;
}
