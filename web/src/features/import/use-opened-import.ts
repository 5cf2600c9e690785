import { useSearchParams } from 'react-router-dom';
import { useCloseThroughUrl } from '../../lib/use-url-state.ts';

/** What opens something, and the page of the rows within. */
const ADDRESS_PARAMS = ['import', 'part', 'mapping', 'rows'];

/** Parts of a receipt that have a place of their own. */
export const RECEIPT_TABS = ['receipt', 'totals', 'rejects', 'duplicates', 'warnings', 'mapping'] as const;
export type ReceiptTab = (typeof RECEIPT_TABS)[number];

interface OpenedImport {
  /** Whose receipt is open; null: none. */
  importId: number | null;
  part: ReceiptTab;
  /** Whose columns are asked for; null: none. */
  mappingOf: number | null;
  open: (importId: number, part?: ReceiptTab) => void;
  openMapping: (importId: number) => void;
  close: () => void;
}

/** What is open lives in the address: a receipt can be bookmarked, sent to a colleague and gone back to. */
export function useOpenedImport(): OpenedImport {
  const [params, setParams] = useSearchParams();
  const close = useCloseThroughUrl(ADDRESS_PARAMS);
  return {
    importId: parseId(params.get('import')),
    part: RECEIPT_TABS.find((known) => known === params.get('part')) ?? 'receipt',
    mappingOf: parseId(params.get('mapping')),
    open: (importId, part = 'receipt') =>
      setParams((current) =>
        withOpened(current, { import: String(importId), part: part === 'receipt' ? null : part }),
      ),
    openMapping: (importId) => setParams((current) => withOpened(current, { mapping: String(importId) })),
    close,
  };
}

/** One thing is open at a time; what else the address says stays. */
function withOpened(current: URLSearchParams, opened: Record<string, string | null>): URLSearchParams {
  const params = new URLSearchParams(current);
  for (const name of ADDRESS_PARAMS) {
    const value = opened[name] ?? null;
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  return params;
}

function parseId(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}
