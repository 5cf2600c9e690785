import { documentEntries } from '@clearwatch/sample-data/documents/document-entries';
import { DOCUMENT_LAYOUTS } from '@clearwatch/sample-data/documents/document-layouts';

const ENTRIES = documentEntries(6, 4);

/** A PDF with a credit whose code says debit: one row that nobody may guess about. */
export async function aDoubtfulListing(): Promise<Buffer> {
  const odd = ENTRIES.findIndex(({ transactionType }) => transactionType === 'Credit');
  const layout = DOCUMENT_LAYOUTS.find(({ name }) => name === 'plain, one name');
  if (layout === undefined || odd === -1) throw new Error('there is no such listing');
  return layout.make(ENTRIES.map((entry, at) => (at === odd ? { ...entry, transactionCode: '27' } : entry)));
}
