import type { ImportReceipt } from '@clearwatch/contracts/imports.dto';
import type { ReactNode } from 'react';
import { formatBytes, formatCount } from '../../../formats/count.ts';
import { formatExactTime } from '../../../formats/dates.ts';
import { ImportState } from '../history/import-state.tsx';
import { Digest } from './digest.tsx';
import { fileKindLabel } from './file-kind-label.ts';
import { ReceiptFigures } from './receipt-figures.tsx';

/** What was read, what became of it, and which file it was. */
export function ReceiptPartMain({ receipt }: { receipt: ImportReceipt }) {
  const { state } = receipt;
  const isTakenBack = state === 'undoing' || state === 'undone';
  const isStored = state === 'stored' || state === 'completed';
  return (
    <div className="receipt">
      {!isTakenBack && <ImportState summary={receipt} />}
      {(isStored || isTakenBack) && <ReceiptFigures receipt={receipt} />}
      <section aria-label="The file">
        <h3>The file</h3>
        <dl className="receipt-facts">
          <Fact term="Kind">{fileKindLabel(receipt.fileKind)}</Fact>
          <Fact term="Size">
            {formatBytes(receipt.fileSize)}{' '}
            <span className="quiet">({formatCount(receipt.fileSize)} bytes)</span>
          </Fact>
          <Fact term="SHA-256">
            <Digest digest={receipt.digest} fileName={receipt.fileName} whole />
          </Fact>
          <Fact term="Received">
            {formatExactTime(receipt.createdAt)} from {receipt.uploadedBy}
          </Fact>
          {receipt.completedAt !== null && (
            <Fact term="Finished">{formatExactTime(receipt.completedAt)}</Fact>
          )}
          {receipt.undoneAt !== null && (
            <Fact term="Undone">
              {formatExactTime(receipt.undoneAt)}
              {receipt.undoneBy !== null && ` by ${receipt.undoneBy}`}
            </Fact>
          )}
        </dl>
      </section>
    </div>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
