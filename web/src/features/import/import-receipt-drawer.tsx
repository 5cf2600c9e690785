import { CSV_FIELDS } from '@clearwatch/contracts/csv-mapping';
import type { CsvMappingProposal } from '@clearwatch/contracts/csv-mapping.dto';
import type { ImportReceipt } from '@clearwatch/contracts/imports.dto';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Drawer, Tabs } from 'antd';
import type { ReactNode } from 'react';
import { deleteCsvMapping, getCsvMapping, getReceipt } from '../../api/imports-api.ts';
import { fieldOf } from '../../components/column-mapping.tsx';
import { Fact } from '../../components/figure-cards.tsx';
import { QueryStates } from '../../components/panel.tsx';
import { useToasts } from '../../components/toasts.tsx';
import { formatUtcTime } from '../../lib/date-format.ts';
import { formatBytes, formatCount, formatMoney, formatQuantity } from '../../lib/number-format.ts';
import { describeMappingAuthor } from './csv-mapping-fields.tsx';
import { DuplicatesTab, RejectedRowsTab, WarningsTab } from './import-receipt-rows.tsx';
import { BalanceVerdict, ControlTotalsTab, MoneyPartsTable } from './import-receipt-totals.tsx';
import { FileDigest, fileKindLabel, ImportStatusLabel } from './import-status-label.tsx';
import { pollWhileUndoing, UndoImportButton, UndoneNotice } from './undo-import-dialog.tsx';
import type { ReceiptTab } from './use-opened-import.ts';

function MappingTab({ importId }: { importId: number }) {
  const toasts = useToasts();
  const proposal = useQuery(getCsvMapping(importId));
  const forgetting = useMutation({
    mutationFn: () => deleteCsvMapping(importId),
    onSuccess: () =>
      toasts.success({
        title: 'Mapping Removed',
        description: 'You will choose the columns for the next file with this header',
      }),
    onError: (error) => toasts.failed('Error', error, 'Failed to remove the mapping'),
  });
  return (
    <QueryStates query={proposal} lines={8} failed="The columns could not be loaded.">
      {(data) => (
        <div className="receipt">
          <div className="receipt-note">
            <p>
              The columns were {describeMappingAuthor(data)}.{' '}
              {forgetting.isSuccess
                ? 'You will be asked again for the next file with this header.'
                : describeReuse(data)}
            </p>
            {data.mapping.hasHeader && (
              <Button disabled={forgetting.isPending || forgetting.isSuccess} onClick={() => forgetting.mutate()}>
                Ask again next time
              </Button>
            )}
          </div>
          <dl className="receipt-facts">
            {data.columns.map(({ column, name }) => {
              const field = fieldOf(data.mapping, column);
              return (
                <div key={column}>
                  <dt>{name}</dt>
                  <dd>{field === null ? <span className="quiet">Not imported</span> : CSV_FIELDS[field]}</dd>
                </div>
              );
            })}
          </dl>
        </div>
      )}
    </QueryStates>
  );
}

function describeReuse({ mapping }: CsvMappingProposal): string {
  return mapping.hasHeader
    ? 'Files with the same header are imported the same way until someone changes the mapping.'
    : 'The file has no column names, so the mapping is not saved.';
}

const isUndone = ({ state }: ImportReceipt): boolean => state === 'undoing' || state === 'undone';

/** Figures that add up: entries read are stored, skipped or rejected, and each stored entry is of one kind. */
function ReceiptFigures({ receipt }: { receipt: ImportReceipt }) {
  const { transactionCount, rejectedCount, keptCount, purgedCount, orphanCount, parts } = receipt;
  const { prenoteCount, returnCount, noticeCount, zeroDollarCount, adviceCount } = receipt;
  const moneyCount = transactionCount - prenoteCount - returnCount - noticeCount - zeroDollarCount - adviceCount;
  const wasUndone = isUndone(receipt);
  const stored = wasUndone ? 'Stored before the undo' : 'Stored entries';
  return (
    <>
      {receipt.totalsCount > 0 && <BalanceVerdict receipt={receipt} />}
      <section aria-label="Entries in the file">
        <h3>Entries in the file</h3>
        <ReceiptFigureList
          figures={{
            Read: receipt.readCount,
            [wasUndone ? 'Stored until undone' : 'Stored']: transactionCount,
            'Duplicates skipped': receipt.duplicateCount,
            Rejected: rejectedCount - orphanCount,
          }}
        />
        {orphanCount > 0 && (
          <p className="quiet">
            {formatQuantity(orphanCount, 'record')} in the file {orphanCount === 1 ? 'does' : 'do'} not belong to an
            entry and {orphanCount === 1 ? 'is' : 'are'} listed with the rejected rows.
          </p>
        )}
        {parts !== null && (
          <MoneyPartsTable
            caption="Amounts by result, at the time of the import"
            lines={[{ label: 'Whole file', parts }]}
          />
        )}
        {purgedCount > 0 && (
          <p className="quiet">
            {formatQuantity(purgedCount, 'entry', 'entries')} from the file {purgedCount === 1 ? 'has' : 'have'} since
            been purged at the end of the retention period.
          </p>
        )}
        {keptCount > 0 && (
          <p className="quiet">
            {formatQuantity(keptCount, 'duplicate')}{' '}
            {keptCount === 1 ? 'was later kept as a separate entry' : 'were later kept as separate entries'}.
          </p>
        )}
      </section>
      <section aria-label={stored}>
        <h3>{stored}</h3>
        <ReceiptFigureList
          figures={{
            'Money entries': moneyCount,
            Returns: returnCount,
            Prenotes: prenoteCount,
            'Notifications of change': noticeCount,
            'Zero-dollar entries': zeroDollarCount,
            ...(adviceCount > 0 && { 'Accounting advices': adviceCount }),
            Members: receipt.memberCount,
            Credits: formatMoney(receipt.creditTotal),
            Debits: formatMoney(receipt.debitTotal),
          }}
        />
        {returnCount > 0 && (
          <p className="quiet">
            Returns matched to their original entries: {formatCount(receipt.matchedReturnCount)} of{' '}
            {formatCount(returnCount)}.
          </p>
        )}
        <p className="quiet">
          Credits and debits include money entries only. Entries of the other kinds are stored but not included in
          totals.
        </p>
      </section>
    </>
  );
}

function ReceiptFigureList({ figures }: { figures: Readonly<Record<string, number | string>> }) {
  return (
    <dl className="receipt-figures">
      {Object.entries(figures).map(([term, figure]) => (
        <Fact key={term} term={term} value={typeof figure === 'number' ? formatCount(figure) : figure} />
      ))}
    </dl>
  );
}

function ReceiptSummaryTab({ receipt }: { receipt: ImportReceipt }) {
  const wasUndone = isUndone(receipt);
  return (
    <div className="receipt">
      {!wasUndone && <ImportStatusLabel summary={receipt} />}
      {(wasUndone || receipt.state === 'stored' || receipt.state === 'completed') && (
        <ReceiptFigures receipt={receipt} />
      )}
      <section aria-label="The file">
        <h3>The file</h3>
        <dl className="receipt-facts">
          <Fact term="Kind">{fileKindLabel(receipt.fileKind)}</Fact>
          <Fact term="Size">
            {formatBytes(receipt.fileSize)} <span className="quiet">({formatCount(receipt.fileSize)} bytes)</span>
          </Fact>
          <Fact term="SHA-256">
            <FileDigest digest={receipt.digest} fileName={receipt.fileName} whole />
          </Fact>
          <Fact term="Received">
            {formatUtcTime(receipt.createdAt)} from {receipt.uploadedBy}
          </Fact>
          {receipt.completedAt !== null && <Fact term="Finished">{formatUtcTime(receipt.completedAt)}</Fact>}
          {receipt.undoneAt !== null && (
            <Fact term="Undone">
              {formatUtcTime(receipt.undoneAt)}
              {receipt.undoneBy !== null && ` by ${receipt.undoneBy}`}
            </Fact>
          )}
        </dl>
      </section>
    </div>
  );
}

interface ReceiptDrawerProps {
  importId: number | null;
  part: ReceiptTab;
  onPart: (part: ReceiptTab) => void;
  onClose: () => void;
}

export function ReceiptDrawer({ importId, part, onPart, onClose }: ReceiptDrawerProps) {
  return (
    <Drawer
      title={importId === null ? 'Import' : `Import #${importId}`}
      size={1040}
      open={importId !== null}
      onClose={onClose}
      destroyOnHidden
    >
      {/* Without the key, another receipt would briefly show the rows of this one (`keepPreviousData`). */}
      {importId !== null && <Receipt key={importId} importId={importId} part={part} onPart={onPart} />}
    </Drawer>
  );
}

function Receipt({ importId, part, onPart }: Omit<ReceiptDrawerProps, 'onClose'> & { importId: number }) {
  const receipt = useQuery({
    ...getReceipt(importId),
    refetchInterval: ({ state }) => pollWhileUndoing(state.data && [state.data]),
  });
  return (
    <QueryStates
      query={receipt}
      lines={10}
      failed="The receipt could not be loaded."
      missing={`There is no import #${importId}.`}
    >
      {(data) => {
        const tabs = receiptTabs(data);
        return (
          <>
            <div className="receipt-head">
              <h2 className="receipt-file">{data.fileName}</h2>
              <UndoImportButton summary={data} />
            </div>
            <UndoneNotice receipt={data} />
            <Tabs
              items={tabs}
              activeKey={tabs.some(({ key }) => key === part) ? part : 'receipt'}
              onChange={(key) => onPart(key as ReceiptTab)}
            />
          </>
        );
      }}
    </QueryStates>
  );
}

function receiptTabs(receipt: ImportReceipt): { key: ReceiptTab; label: string; children: ReactNode }[] {
  const { importId, rejectedCount, duplicateCount, warningCount, totalsCount, fileKind, state } = receipt;
  const isMapped = !['needs_mapping', 'received', 'importing', 'failed'].includes(state);
  const counted = (key: ReceiptTab, label: string, count: number, children: ReactNode) =>
    count > 0 ? [{ key, label: `${label} (${formatCount(count)})`, children }] : [];
  return [
    { key: 'receipt', label: 'Receipt', children: <ReceiptSummaryTab receipt={receipt} /> },
    ...counted('totals', 'Control totals', totalsCount, <ControlTotalsTab receipt={receipt} />),
    ...counted('rejects', 'Rejected rows', rejectedCount, <RejectedRowsTab receipt={receipt} />),
    ...counted('duplicates', 'Duplicates', duplicateCount, <DuplicatesTab receipt={receipt} />),
    ...counted('warnings', 'Warnings', warningCount, <WarningsTab receipt={receipt} />),
    ...(fileKind === 'csv' && isMapped
      ? [{ key: 'mapping' as const, label: 'Columns', children: <MappingTab importId={importId} /> }]
      : []),
  ];
}
