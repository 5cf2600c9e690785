import type { AlertEvidence } from '@clearwatch/contracts/alerts';
import { useQuery } from '@tanstack/react-query';
import { getTransaction } from '../../../../api/get-transaction.ts';
import { keptRecords } from '../../../../nacha-line/kept-records.ts';

/**
 * The import of the trigger when its file is known to have no records (JSON, CSV): none of its entries has one to unfold.
 * Null as long as that is not known.
 */
export function usePlainImport({ triggerEntryId }: AlertEvidence): string | null {
  const { data } = useQuery(getTransaction(Number(triggerEntryId)));
  if (data === undefined || keptRecords(data.transaction).length > 0) return null;
  return String(data.source.importId);
}
