import type { ImportSummary } from '@clearwatch/contracts/imports.dto';
import { useQuery } from '@tanstack/react-query';
import { getReceipt, listImports } from '../../../api/list-imports.ts';

/** How an import stands: as the history says, or, when newer ones have pushed it from the first page, its own receipt. */
export function useListedImport(importId: number): ImportSummary | undefined {
  const { data: newest } = useQuery(listImports());
  const listed = newest?.items.find((one) => one.importId === importId);
  const oldest = newest?.items.at(-1);
  const isPushedOut = listed === undefined && oldest !== undefined && oldest.importId > importId;
  const { data: receipt } = useQuery({ ...getReceipt(importId), enabled: isPushedOut });
  return listed ?? (isPushedOut ? receipt : undefined);
}
