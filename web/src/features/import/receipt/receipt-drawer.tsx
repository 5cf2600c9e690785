import type { ImportReceipt } from '@clearwatch/contracts/imports.dto';
import { useQuery } from '@tanstack/react-query';
import { Drawer, Tabs } from 'antd';
import type { ReactNode } from 'react';
import { getReceipt } from '../../../api/list-imports.ts';
import { formatCount } from '../../../formats/count.ts';
import { QueryStates } from '../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import { lookWhileUndoing } from '../undo/look-while-undoing.ts';
import { UndoButton } from '../undo/undo-button.tsx';
import { UndoneNotice } from '../undo/undone-notice.tsx';
import type { ReceiptPart } from '../use-opened-import.ts';
import { ControlTotalsPart } from './control-totals-part.tsx';
import { DuplicatesPart } from './duplicates-part.tsx';
import { MappingPart } from './mapping-part.tsx';
import { ReceiptPartMain } from './receipt-part-main.tsx';
import { RejectsPart } from './rejects-part.tsx';
import { WarningsPart } from './warnings-part.tsx';
import './receipt.css';

interface ReceiptDrawerProps {
  /** Null: closed. */
  importId: number | null;
  part: ReceiptPart;
  onPart: (part: ReceiptPart) => void;
  onClose: () => void;
}

/** Everything an import has to say for itself: to be read, checked against the file, and shown to an examiner. */
export function ReceiptDrawer({ importId, part, onPart, onClose }: ReceiptDrawerProps) {
  return (
    <Drawer
      title={importId === null ? 'Import' : `Import #${importId}`}
      size={1040}
      open={importId !== null}
      onClose={onClose}
      destroyOnHidden
    >
      {/* One receipt may lead to another, which begins at its own first pages. */}
      {importId !== null && <Receipt key={importId} importId={importId} part={part} onPart={onPart} />}
    </Drawer>
  );
}

interface ReceiptProps extends Pick<ReceiptDrawerProps, 'part' | 'onPart'> {
  importId: number;
}

function Receipt({ importId, part, onPart }: ReceiptProps) {
  const receipt = useQuery({
    ...getReceipt(importId),
    refetchInterval: ({ state }) => lookWhileUndoing(state.data && [state.data]),
  });
  return (
    <QueryStates
      query={receipt}
      skeleton={<SkeletonLines lines={10} height={28} />}
      failed="The receipt could not be loaded."
      missing={`There is no import #${importId}.`}
    >
      {(data) => {
        const tabs = partsOf(data);
        return (
          <>
            <div className="receipt-head">
              <h2 className="receipt-file">{data.fileName}</h2>
              <UndoButton summary={data} />
            </div>
            <UndoneNotice receipt={data} />
            <Tabs
              items={tabs}
              activeKey={tabs.some(({ key }) => key === part) ? part : 'receipt'}
              onChange={(key) => onPart(key as ReceiptPart)}
            />
          </>
        );
      }}
    </QueryStates>
  );
}

/** Only what there is something to say about. */
function partsOf(receipt: ImportReceipt): { key: ReceiptPart; label: string; children: ReactNode }[] {
  const { importId, rejectedCount, duplicateCount, warningCount, totalsCount, fileKind, state } = receipt;
  const isOver =
    state !== 'needs_mapping' && state !== 'received' && state !== 'importing' && state !== 'failed';
  const tab = (key: ReceiptPart, label: string, children: ReactNode) => ({ key, label, children });
  const parts = [tab('receipt', 'Receipt', <ReceiptPartMain receipt={receipt} />)];
  if (totalsCount > 0) {
    parts.push(
      tab('totals', `Control totals (${formatCount(totalsCount)})`, <ControlTotalsPart receipt={receipt} />),
    );
  }
  if (rejectedCount > 0) {
    parts.push(
      tab('rejects', `Rejected rows (${formatCount(rejectedCount)})`, <RejectsPart receipt={receipt} />),
    );
  }
  if (duplicateCount > 0) {
    parts.push(
      tab('duplicates', `Duplicates (${formatCount(duplicateCount)})`, <DuplicatesPart receipt={receipt} />),
    );
  }
  if (warningCount > 0) {
    parts.push(
      tab('warnings', `Warnings (${formatCount(warningCount)})`, <WarningsPart receipt={receipt} />),
    );
  }
  if (fileKind === 'csv' && isOver)
    parts.push(tab('mapping', 'Columns', <MappingPart importId={importId} />));
  return parts;
}
