import type { SampleOffer, UploadResponse } from '@clearwatch/contracts/imports.dto';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from './http.ts';
import { IMPORTS_KEY } from './list-imports.ts';

const PATH = '/api/imports/sample';

/** Whether there is nothing in the ledger and a generated one could be loaded: changes with every import. */
export function getSampleOffer() {
  return queryOptions({
    queryKey: [...IMPORTS_KEY, 'sample'],
    queryFn: ({ signal }) => requestJson<SampleOffer>(PATH, { signal }),
    refetchOnMount: 'always',
  });
}

/** Imports the generated ledger; answers when the figures hold it. Admins only, on an empty ledger. */
export function loadSample(): Promise<UploadResponse> {
  return requestJson(PATH, { method: 'POST' });
}
