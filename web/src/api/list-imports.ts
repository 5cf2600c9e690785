import type { ImportSummary, RejectedRow } from '@clearwatch/contracts/http/imports';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from './http.ts';
import { requestPage } from './page.ts';

export const IMPORTS_KEY = ['/api/imports'] as const;

/** Imports, newest first. */
export function listImports() {
  return queryOptions({
    queryKey: IMPORTS_KEY,
    queryFn: ({ signal }) => requestJson<ImportSummary[]>('/api/imports', { signal }),
    // Imports may have run while another screen was open, by another user.
    refetchOnMount: 'always',
  });
}

/** The first rejected rows of an import, in the order of the file. */
export function listRejects({ importId, pageSize }: { importId: number; pageSize: number }) {
  return queryOptions({
    queryKey: [...IMPORTS_KEY, importId, 'rejects', pageSize],
    queryFn: ({ signal }) =>
      requestPage<RejectedRow>(`/api/imports/${importId}/rejects?page=1&pageSize=${pageSize}`, signal),
  });
}
