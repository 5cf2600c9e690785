import { useSearchParams } from 'react-router-dom';

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
  return {
    importId: idIn(params.get('import')),
    part: RECEIPT_PARTS.find((known) => known === params.get('part')) ?? 'receipt',
    mappingOf: idIn(params.get('mapping')),
    open: (importId, part = 'receipt') =>
      setParams({ import: String(importId), ...(part !== 'receipt' && { part }) }),
    openMapping: (importId) => setParams({ mapping: String(importId) }),
    close: () => setParams({}),
  };
}

function idIn(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}
