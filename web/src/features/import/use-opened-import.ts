import { useSearchParams } from 'react-router-dom';
import { readChoice } from '../../lib/url-params.ts';
import { useCloseThroughUrl } from '../../lib/use-url-state.ts';

/** `rows` is a page number within the opened receipt. */
const ADDRESS_PARAMS = ['import', 'part', 'mapping', 'rows'];

const RECEIPT_TABS = ['receipt', 'totals', 'rejects', 'duplicates', 'warnings', 'mapping'] as const;
export type ReceiptTab = (typeof RECEIPT_TABS)[number];

export interface OpenedImport {
  /** The import with the open receipt; null: none. */
  importId: number | null;
  part: ReceiptTab;
  /** The import with the open columns dialog; null: none. */
  mappingOf: number | null;
  open: (importId: number, part?: ReceiptTab) => void;
  openMapping: (importId: number) => void;
  close: () => void;
}

/** The address holds what is open, so that users can bookmark and share a receipt. */
export function useOpenedImport(): OpenedImport {
  const [params, setParams] = useSearchParams();
  const close = useCloseThroughUrl(ADDRESS_PARAMS);
  const openOnly = (opened: Readonly<Record<string, string>>): void =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      for (const name of ADDRESS_PARAMS) next.delete(name);
      for (const [name, value] of Object.entries(opened)) next.set(name, value);
      return next;
    });
  return {
    importId: parseId(params.get('import')),
    part: readChoice(params, 'part', RECEIPT_TABS) || 'receipt',
    mappingOf: parseId(params.get('mapping')),
    open: (importId, part = 'receipt') =>
      openOnly({ import: String(importId), ...(part !== 'receipt' && { part }) }),
    openMapping: (importId) => openOnly({ mapping: String(importId) }),
    close,
  };
}

function parseId(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}
