import { FixedLabelCounter } from '@clearwatch/service-kit/metrics/prometheus-metrics';

export const DOCUMENTS = new FixedLabelCounter({
  name: 'clearwatch_documents_total',
  help: 'Documents that were read to the end, by how; one that a person cancels is neither.',
  label: 'outcome',
  values: ['completed', 'failed'],
});
