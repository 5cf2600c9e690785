import type { QueueName } from '@clearwatch/contracts/jobs/job-definition';

/** How a person calls the work of a queue, and what helps when some of it has failed for good. */
export const QUEUE_WORDS: Record<QueueName, { title: string; whenFailed: string }> = {
  import: {
    title: 'Importing files',
    whenFailed: 'Open Data Import: each failed import says why, and can be tried again there.',
  },
  extract: {
    title: 'Reading documents',
    whenFailed: 'Open Document Import: each failed document says why, and can be read again there.',
  },
  purge: {
    title: 'Removing what is past its time',
    whenFailed:
      'Nothing is lost and nothing is removed too early; the next day tries again. Whoever runs the server finds the reason in the log of the ingest service.',
  },
  project: {
    title: 'Bringing figures up to date',
    whenFailed:
      'The dashboard may lack an import. Whoever runs the server finds the reason in the log of the analytics service.',
  },
  detect: {
    title: 'Detection',
    whenFailed:
      'Alerts of some accounts may be missing. Run the full analysis under Fraud Detection; the reason is in the log of the analytics service.',
  },
  search: {
    title: 'Making imports searchable',
    whenFailed:
      'Transaction reports may lack an import. Whoever runs the server finds the reason in the log of the reports service.',
  },
  compose: {
    title: 'Writing AI reports',
    whenFailed: 'Open AI Reports: a failed report says why, and can be asked for again.',
  },
  audit: {
    title: 'Recording the audit log',
    whenFailed:
      'Events wait until they can be recorded. Whoever runs the server finds the reason in the log of the auth service.',
  },
};
