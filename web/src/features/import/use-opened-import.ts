import { useSearchParams } from 'react-router-dom';
import { readChoice, withParams } from '../../lib/url-params.ts';
import { useCloseThroughUrl } from '../../lib/use-url-state.ts';

/** `rows` is a page number within the opened receipt. */
const NOTHING_OPEN = { import: null, part: null, mapping: null, rows: null };

const RECEIPT_TABS = ['receipt', 'totals', 'rejects', 'duplicates', 'warnings', 'mapping'] as const;
export type ReceiptTab = (typeof RECEIPT_TABS)[number];

export interface OpenedImport {
  /** The import whose receipt is open; null: none. */
  importId: number | null;
  part: ReceiptTab;
  /** The import whose columns dialog is open; null: none. */
  mappingOf: number | null;
  open: (importId: number, part?: ReceiptTab) => void;
  openMapping: (importId: number) => void;
  close: () => void;
}

/** The URL records what is open, so that users can bookmark and share a receipt. */
export function useOpenedImport(): OpenedImport {
  const [params, setParams] = useSearchParams();
  const close = useCloseThroughUrl(Object.keys(NOTHING_OPEN));
  const openOnly = (opened: Readonly<Record<string, string>>): void =>
    setParams((current) => withParams(current, { ...NOTHING_OPEN, ...opened }));
  return {
    importId: parseId(params.get('import')),
    part: readChoice(params, 'part', RECEIPT_TABS) || 'receipt',
    mappingOf: parseId(params.get('mapping')),
    open: (importId, part = 'receipt') => openOnly({ import: String(importId), ...(part !== 'receipt' && { part }) }),
    openMapping: (importId) => openOnly({ mapping: String(importId) }),
    close,
  };
}

function parseId(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}
