import { useSearchParams } from 'react-router-dom';
import { useCloseInAddress } from '../../addresses/use-close-in-address.ts';

/** What opens something, and the page of the rows within. */
const NAMES = ['import', 'part', 'mapping', 'rows'];

/** Parts of a receipt that have a place of their own. */
export const RECEIPT_PARTS = ['receipt', 'totals', 'rejects', 'duplicates', 'warnings', 'mapping'] as const;
export type ReceiptPart = (typeof RECEIPT_PARTS)[number];

interface OpenedImport {
  /** Whose receipt is open; null: none. */
  importId: number | null;
  part: ReceiptPart;
  /** Whose columns are asked for; null: none. */
  mappingOf: number | null;
  open: (importId: number, part?: ReceiptPart) => void;
  openMapping: (importId: number) => void;
  close: () => void;
}

/** What is open lives in the address: a receipt can be bookmarked, sent to a colleague and gone back to. */
export function useOpenedImport(): OpenedImport {
  const [params, setParams] = useSearchParams();
  const close = useCloseInAddress(NAMES);
  return {
    importId: idIn(params.get('import')),
    part: RECEIPT_PARTS.find((known) => known === params.get('part')) ?? 'receipt',
    mappingOf: idIn(params.get('mapping')),
    open: (importId, part = 'receipt') =>
      setParams((current) =>
        changed(current, { import: String(importId), part: part === 'receipt' ? null : part }),
      ),
    openMapping: (importId) => setParams((current) => changed(current, { mapping: String(importId) })),
    close,
  };
}

/** One thing is open at a time; what else the address says stays. */
function changed(current: URLSearchParams, opened: Record<string, string | null>): URLSearchParams {
  const params = new URLSearchParams(current);
  for (const name of NAMES) {
    const value = opened[name] ?? null;
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  return params;
}

function idIn(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}
