import { APIConnectionTimeoutError, APIError } from '@llamaindex/llama-cloud';
import { ReadingFailure } from '../reading/reading-failure.ts';

const BY_STATUS: Readonly<Record<number, string>> = {
  400: 'The extraction service refused the request. Ask an admin to update the application, or take the key of the service out to read documents here.',
  401: 'The extraction service does not accept the key that is set up. Ask an operator to renew LLAMA_CLOUD_API_KEY, then try again.',
  402: 'The account at the extraction service has no credits left. Ask an operator to add some, then try again.',
  403: 'The key that is set up may not use the extraction service. Ask an operator to look at its rights, then try again.',
  404: 'The extraction service no longer has this work. Try again: the document is sent anew.',
  413: 'The document is too large for the extraction service. Split it and upload the parts.',
  422: 'The extraction service cannot read this document. Check that it opens, or save it as PDF and upload it again.',
  429: 'The extraction service is asked too often at the moment. Try again in some minutes.',
};
const AWAY =
  'The extraction service does not answer at the moment. Try again in some minutes; nothing of the document was imported.';
const TIMED_OUT =
  'The extraction service did not answer in time. Try again in some minutes; nothing of the document was imported.';

/** What staff read of a failure of the service: why, and what to do. Nothing the service wrote is quoted. */
export function failureOf(error: unknown): Error {
  if (error instanceof ReadingFailure) return error;
  if (error instanceof APIConnectionTimeoutError) return new ReadingFailure(TIMED_OUT);
  if (error instanceof APIError) {
    const status = typeof error.status === 'number' ? error.status : 0;
    return new ReadingFailure(BY_STATUS[status] ?? AWAY);
  }
  return error instanceof Error ? error : new Error('the extraction service failed');
}

/** Whether the service answered that it knows no such thing. */
export function isGone(error: unknown): boolean {
  return error instanceof APIError && error.status === 404;
}
