import type { CsvMapping, CsvMappingProposal } from '@clearwatch/contracts/csv-mapping.dto';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { requestJson } from './http.ts';

/** Not below the imports' key: what happens to other imports must not change a mapping under somebody's hands. */
const MAPPING_KEY = ['/api/imports/mapping'] as const;

/** How a CSV file would be read: what is remembered for its header, or else the guess. */
export function getCsvMapping(importId: number) {
  return queryOptions({
    queryKey: [...MAPPING_KEY, importId],
    queryFn: ({ signal }) => requestJson<CsvMappingProposal>(`/api/imports/${importId}/mapping`, { signal }),
    // Somebody may have given a mapping for the same header since.
    refetchOnMount: 'always',
    gcTime: 0,
  });
}

/** The first rows as this mapping would import them. The server reads them, so that what is shown is what happens. */
export function previewCsvMapping(importId: number, mapping: CsvMapping) {
  return queryOptions({
    queryKey: [...MAPPING_KEY, importId, 'preview', mapping],
    queryFn: ({ signal }) =>
      requestJson<CsvMappingProposal>(`/api/imports/${importId}/mapping/preview`, {
        method: 'POST',
        body: mapping,
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}
