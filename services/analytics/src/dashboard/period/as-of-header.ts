import { AS_OF_HEADER } from '@clearwatch/contracts/http-headers';
import type { Response } from 'express';

/** Says on which day the figures of an answer end; `none` while the ledger holds no dated entry. */
export function setAsOf(response: Response, asOf: string | null): void {
  response.setHeader(AS_OF_HEADER, asOf ?? 'none');
}
