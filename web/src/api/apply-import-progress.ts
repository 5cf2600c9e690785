import type { ImportState, ImportSummary } from '@clearwatch/contracts/imports.dto';
import type { ServerEvent } from '@clearwatch/contracts/server-event';
import type { QueryClient } from '@tanstack/react-query';
import { IMPORT_PAGES_KEY, receiptKey } from './list-imports.ts';
import type { Page } from './page.ts';

type Progress = Extract<ServerEvent, { type: 'import.progress' }>;

/** From here an import goes on when somebody says so, in this browser or another. */
const RESUMABLE: ImportState[] = ['needs_mapping', 'failed'];

/**
 * Progress comes several times a second: it is written in place wherever the import is shown. Read again is only what does
 * not know yet that it runs.
 */
export async function applyImportProgress(client: QueryClient, progress: Progress): Promise<void> {
  await Promise.all([applyToPages(client, progress), applyToReceipt(client, progress)]);
}

async function applyToPages(client: QueryClient, progress: Progress): Promise<void> {
  for (const [queryKey, page] of client.getQueriesData<Page<ImportSummary>>({ queryKey: IMPORT_PAGES_KEY })) {
    if (page === undefined) continue;
    const known = page.items.find(({ importId }) => importId === progress.importId);
    if (known !== undefined && !RESUMABLE.includes(known.state)) {
      const items = page.items.map((summary) => (summary === known ? advance(known, progress) : summary));
      client.setQueryData<Page<ImportSummary>>(queryKey, { ...page, items });
    } else if (known !== undefined || belongsOn(page, queryKey.at(-1), progress.importId)) {
      await client.invalidateQueries({ queryKey, exact: true });
    }
  }
}

/** An import nobody has listed yet comes first; an old one that runs once more stands on a page of its own. */
function belongsOn({ items }: Page<ImportSummary>, page: unknown, importId: number): boolean {
  return page === 1 && importId > (items.at(-1)?.importId ?? 0);
}

async function applyToReceipt(client: QueryClient, progress: Progress): Promise<void> {
  const queryKey = receiptKey(progress.importId);
  const receipt = client.getQueryData<ImportSummary>(queryKey);
  if (receipt === undefined) return;
  if (RESUMABLE.includes(receipt.state)) await client.invalidateQueries({ queryKey, exact: true });
  else client.setQueryData(queryKey, advance(receipt, progress));
}

/** Events may arrive late or twice: progress never runs backwards and never re-opens a finished import. */
function advance<Shown extends ImportSummary>(summary: Shown, { bytesRead }: Progress): Shown {
  const open = summary.state === 'received' || summary.state === 'importing';
  if (!open) return summary;
  const furthest = Math.max(summary.bytesRead, bytesRead);
  return Object.assign({}, summary, { state: 'importing' as const, bytesRead: furthest });
}
