import { CSV_FIELDS } from '@clearwatch/contracts/csv-mapping';
import type { CsvMappingProposal } from '@clearwatch/contracts/csv-mapping.dto';
import type { ImportReceipt } from '@clearwatch/contracts/imports.dto';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Drawer, Tabs } from 'antd';
import type { ReactNode } from 'react';
import { describeError } from '../../api/error-messages.ts';
import { forgetCsvMapping, getCsvMapping, getReceipt } from '../../api/imports-api.ts';
import { Fact } from '../../components/figure-cards.tsx';
import { QueryStates, SkeletonLines } from '../../components/panel.tsx';
import { useToasts } from '../../components/toasts.tsx';
import { formatUtcTime } from '../../lib/date-format.ts';
import { formatBytes, formatCount, formatMoney, formatQuantity } from '../../lib/number-format.ts';
import { describeMappingAuthor, fieldOf } from './csv-mapping-edits.ts';
import { FileDigest, fileKindLabel } from './import-file-digest.tsx';
import { DuplicatesTab, RejectedRowsTab, WarningsTab } from './import-receipt-rows.tsx';
import { BalanceVerdict, ControlTotalsTab, MoneyPartsTable } from './import-receipt-totals.tsx';
import { ImportStatusLabel } from './import-status-label.tsx';
import { pollWhileUndoing, UndoImportButton, UndoneNotice } from './undo-import-dialog.tsx';
import type { ReceiptTab } from './use-opened-import.ts';

/** What the columns of a CSV file were taken for, and by whom. */
function MappingTab({ importId }: { importId: number }) {
  const toasts = useToasts();
  const proposal = useQuery(getCsvMapping(importId));
  const forgetting = useMutation({
    mutationFn: () => forgetCsvMapping(importId),
    onSuccess: () =>
      toasts.success({
        title: 'Mapping Forgotten',
        description: 'The next file with this header asks what its columns mean',
      }),
    onError: (error) =>
      toasts.failure({ title: 'Error', description: describeError(error, 'Failed to forget the mapping') }),
  });
  return (
    <QueryStates
      query={proposal}
      skeleton={<SkeletonLines lines={8} height={28} />}
      failed="The columns could not be loaded."
    >
      {(data) => (
        <div className="receipt">
          <div className="receipt-note">
            <p>
              The columns were {describeMappingAuthor(data)}.{' '}
              {forgetting.isSuccess ? 'The next file with this header asks again.' : describeReuse(data)}
            </p>
            {data.mapping.hasHeader && (
              <Button
                disabled={forgetting.isPending || forgetting.isSuccess}
                onClick={() => forgetting.mutate()}
              >
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
                  <dd>{field === null ? <span className="quiet">Left out</span> : CSV_FIELDS[field]}</dd>
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
    ? 'Files with the same header are imported in the same way, until somebody changes it.'
    : 'The file has no names of columns: nothing is remembered.';
}

/** Every entry of the file, accounted for: what is read is stored, skipped or rejected, and what is stored is of one kind. */
function ReceiptFigures({ receipt }: { receipt: ImportReceipt }) {
  const { readCount, transactionCount, duplicateCount, rejectedCount, keptCount, purgedCount } = receipt;
  const { prenoteCount, returnCount, noticeCount, zeroDollarCount, adviceCount, orphanCount, parts } =
    receipt;
  const moneyCount =
    transactionCount - prenoteCount - returnCount - noticeCount - zeroDollarCount - adviceCount;
  const isTakenBack = receipt.state === 'undoing' || receipt.state === 'undone';
  const stored = isTakenBack ? 'What had been stored' : 'What was stored';
  return (
    <>
      {receipt.totalsCount > 0 && <BalanceVerdict receipt={receipt} />}
      <section aria-label="Entries of the file">
        <h3>Entries of the file</h3>
        <dl className="receipt-figures">
          <ReceiptFigure term="Read">{formatCount(readCount)}</ReceiptFigure>
          <ReceiptFigure term={isTakenBack ? 'Stored until undone' : 'Stored'}>
            {formatCount(transactionCount)}
          </ReceiptFigure>
          <ReceiptFigure term="Duplicates skipped">{formatCount(duplicateCount)}</ReceiptFigure>
          <ReceiptFigure term="Rejected">{formatCount(rejectedCount - orphanCount)}</ReceiptFigure>
        </dl>
        {orphanCount > 0 && (
          <p className="quiet">
            {formatQuantity(orphanCount, 'record')} of the file {orphanCount === 1 ? 'belongs' : 'belong'} to
            no entry; {orphanCount === 1 ? 'it is' : 'they are'} among the rejected rows.
          </p>
        )}
        {parts !== null && (
          <MoneyPartsTable
            caption="What became of the money when the file was imported"
            lines={[{ label: 'Whole file', parts }]}
          />
        )}
        {purgedCount > 0 && (
          <p className="quiet">
            {formatQuantity(purgedCount, 'entry', 'entries')} of the file {purgedCount === 1 ? 'has' : 'have'}{' '}
            left the ledger since, past the time that transactions are kept.
          </p>
        )}
        {keptCount > 0 && (
          <p className="quiet">
            {formatCount(keptCount)} of the duplicates {keptCount === 1 ? 'was' : 'were'} kept as entries of
            their own later on.
          </p>
        )}
      </section>
      <section aria-label={stored}>
        <h3>{stored}</h3>
        <dl className="receipt-figures">
          <ReceiptFigure term="Entries of money">{formatCount(moneyCount)}</ReceiptFigure>
          <ReceiptFigure term="Returns">{formatCount(returnCount)}</ReceiptFigure>
          <ReceiptFigure term="Prenotes">{formatCount(prenoteCount)}</ReceiptFigure>
          <ReceiptFigure term="Notices of change">{formatCount(noticeCount)}</ReceiptFigure>
          <ReceiptFigure term="Zero-dollar entries">{formatCount(zeroDollarCount)}</ReceiptFigure>
          {adviceCount > 0 && (
            <ReceiptFigure term="Accounting advices">{formatCount(adviceCount)}</ReceiptFigure>
          )}
          <ReceiptFigure term="Members">{formatCount(receipt.memberCount)}</ReceiptFigure>
          <ReceiptFigure term="Credits">{formatMoney(receipt.creditTotal)}</ReceiptFigure>
          <ReceiptFigure term="Debits">{formatMoney(receipt.debitTotal)}</ReceiptFigure>
        </dl>
        {returnCount > 0 && (
          <p className="quiet">
            {formatCount(receipt.matchedReturnCount)} of {formatQuantity(returnCount, 'return')} found the
            entry that came back.
          </p>
        )}
        <p className="quiet">
          Credits and debits are of the entries of money alone: the other kinds are stored and never counted
          as money.
        </p>
      </section>
    </>
  );
}

function ReceiptFigure({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className="figures">{children}</dd>
    </div>
  );
}

/** What was read, what became of it, and which file it was. */
function ReceiptSummaryTab({ receipt }: { receipt: ImportReceipt }) {
  const { state } = receipt;
  const isTakenBack = state === 'undoing' || state === 'undone';
  const isStored = state === 'stored' || state === 'completed';
  return (
    <div className="receipt">
      {!isTakenBack && <ImportStatusLabel summary={receipt} />}
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
  /** Null: closed. */
  importId: number | null;
  part: ReceiptTab;
  onPart: (part: ReceiptTab) => void;
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
    refetchInterval: ({ state }) => pollWhileUndoing(state.data && [state.data]),
  });
  return (
    <QueryStates
      query={receipt}
      skeleton={<SkeletonLines lines={10} height={28} />}
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

/** Only what there is something to say about. */
function receiptTabs(receipt: ImportReceipt): { key: ReceiptTab; label: string; children: ReactNode }[] {
  const { importId, rejectedCount, duplicateCount, warningCount, totalsCount, fileKind, state } = receipt;
  const isOver =
    state !== 'needs_mapping' && state !== 'received' && state !== 'importing' && state !== 'failed';
  const tab = (key: ReceiptTab, label: string, children: ReactNode) => ({ key, label, children });
  const parts = [tab('receipt', 'Receipt', <ReceiptSummaryTab receipt={receipt} />)];
  if (totalsCount > 0) {
    parts.push(
      tab('totals', `Control totals (${formatCount(totalsCount)})`, <ControlTotalsTab receipt={receipt} />),
    );
  }
  if (rejectedCount > 0) {
    parts.push(
      tab('rejects', `Rejected rows (${formatCount(rejectedCount)})`, <RejectedRowsTab receipt={receipt} />),
    );
  }
  if (duplicateCount > 0) {
    parts.push(
      tab('duplicates', `Duplicates (${formatCount(duplicateCount)})`, <DuplicatesTab receipt={receipt} />),
    );
  }
  if (warningCount > 0) {
    parts.push(tab('warnings', `Warnings (${formatCount(warningCount)})`, <WarningsTab receipt={receipt} />));
  }
  if (fileKind === 'csv' && isOver) parts.push(tab('mapping', 'Columns', <MappingTab importId={importId} />));
  return parts;
}
