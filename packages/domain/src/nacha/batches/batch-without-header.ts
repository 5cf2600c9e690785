import type { NachaRecord } from '../records/nacha-record.ts';
import type { NachaBatch } from './nacha-batch.ts';

/**
 * Stands for a batch whose header is missing: nothing is known but where it begins.
 *
 * @param first its first record
 */
export function batchWithoutHeader(
  first: NachaRecord,
  position: Pick<NachaBatch, 'file' | 'batch'>,
): NachaBatch {
  return {
    ...position,
    header: first,
    family: 'default',
    serviceClass: '',
    companyName: null,
    companyIdentification: '',
    secCode: '',
    entryDescription: '',
    effectiveDate: null,
    settlementDate: null,
    originatingDfi: '',
    batchNumber: '',
  };
}
