import { ClosedCounter } from '@clearwatch/service-kit/metrics/closed-counter';

export const DOCUMENTS = new ClosedCounter({
  name: 'clearwatch_documents_total',
  help: 'Documents that were read to the end, by how; one that a person cancels is neither.',
  label: 'outcome',
  values: ['completed', 'failed'],
});
