import { ERROR_CODES, type ErrorCode } from '@clearwatch/contracts/errors';

const LOOK_IN_LOG = 'the log of the service says more, under the id of the job';

const WORDS: Partial<Record<ErrorCode, string>> = {
  unavailable: 'Something it needs did not answer for longer than all its tries took.',
  insufficient_storage: 'The disk was full.',
  internal: `A fault in the program; ${LOOK_IN_LOG}.`,
};

/**
 * Why a job was given up, for a person.
 * @param reason as the queue keeps it: `<code> in <job>` from our own handlers, a sentence of the queue otherwise
 */
export function reasonWords(reason: string): string {
  const [code = ''] = reason.split(' in ');
  if (Object.hasOwn(ERROR_CODES, code))
    return WORDS[code as ErrorCode] ?? `What it was to work on was refused (${code}); ${LOOK_IN_LOG}.`;
  if (reason.startsWith('job stalled')) return 'Every worker that took it died or stood still.';
  if (reason.startsWith('The payload of'))
    return 'What was queued is no job of this version: its fields do not fit.';
  if (reason.startsWith('This version knows no job')) return 'This version knows no such job.';
  return `Not known; ${LOOK_IN_LOG}.`;
}
