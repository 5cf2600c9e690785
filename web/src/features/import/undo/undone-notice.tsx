import type { ImportSummary } from '@clearwatch/contracts/imports.dto';
import { Alert } from 'antd';
import { undoneWords } from './undone-words.ts';
import './undo.css';

/** On top of the receipt of an import that has been taken back, or is just being. */
export function UndoneNotice({ receipt }: { receipt: ImportSummary }) {
  if (receipt.state === 'undoing') {
    return (
      <Alert
        className="receipt-undone"
        type="warning"
        showIcon
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Alert draws its own element
        role="status"
        title={
          <>
            <strong>Being undone...</strong> Its entries leave the ledger and the figures. This goes on even
            if you leave the page.
          </>
        }
      />
    );
  }
  if (receipt.state !== 'undone') return null;
  return (
    <Alert
      className="receipt-undone"
      type="warning"
      showIcon
      title={
        <>
          <strong>{undoneWords(receipt)}.</strong> Nothing of this file counts any more: what follows is what
          the import had been. The file can be imported again.
        </>
      }
    />
  );
}
