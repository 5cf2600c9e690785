import { CheckOutlined, DownloadOutlined } from '@ant-design/icons';
import type {
  DuplicateCase,
  DuplicateRow,
  FileWarning,
  ImportReceipt,
  RejectedRow,
} from '@clearwatch/contracts/imports.dto';
import { maskAccount } from '@clearwatch/domain/members/member-names';
import { fieldLabel } from '@clearwatch/domain/nacha/nacha-layouts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { IMPORTS_KEY, keepDuplicate, listDuplicates, listRejects, rejectsCsvUrl } from '../../api/imports-api.ts';
import { LEDGER_QUERIES, refreshQueries } from '../../api/server-events.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { PanelEmpty, SkeletonLines } from '../../components/panel.tsx';
import { useColumnChoice } from '../../components/tables/column-chooser.tsx';
import { type Column, DataTable, TwoLines } from '../../components/tables/data-table.tsx';
import { PagedList } from '../../components/tables/paged-list.tsx';
import { useToasts } from '../../components/toasts.tsx';
import { TransactionLink } from '../../components/transaction-link.tsx';
import { formatDay } from '../../lib/date-format.ts';
import { useRestoreFocus } from '../../lib/keyboard-focus.ts';
import { formatCount, formatMoney, formatQuantity } from '../../lib/number-format.ts';
import { useUrlPage } from '../../lib/use-url-state.ts';

const DUPLICATE_CASE_LABELS: Record<DuplicateCase, string> = {
  in_ledger: 'In an earlier import',
  in_file: 'Twice in this file, with the same trace number',
};

function duplicateColumns(onKeep: ((duplicate: DuplicateRow) => void) | null): Column<DuplicateRow>[] {
  return [
    { title: 'Line', cell: ({ line }) => formatCount(line), numeric: true },
    { title: 'Row', cell: ({ row }) => formatCount(row), numeric: true },
    { title: 'Day', cell: ({ day }) => <span className="day">{day === null ? '' : formatDay(day)}</span> },
    {
      title: 'Member',
      cell: ({ memberName, accountNumber }) => (
        <TwoLines className="duplicate-member" text={<strong>{memberName}</strong>} note={maskAccount(accountNumber)} />
      ),
    },
    { title: 'Company', cell: ({ company }) => company },
    { title: 'Type', cell: ({ transactionType }) => transactionType },
    { title: 'Amount', cell: ({ amount }) => formatMoney(amount), numeric: true },
    {
      title: 'Matching entry',
      cell: ({ row, twin, case: which }) => (
        <span className="duplicate-twin">
          <span>{DUPLICATE_CASE_LABELS[which]}</span>
          <span className="quiet">
            {which === 'in_ledger' ? (
              <Link to={`/import?import=${twin.importId}`}>{twin.fileName}</Link>
            ) : (
              twin.fileName
            )}
            ,{' '}
            <TransactionLink id={twin.transactionId} label={`Stored entry matching row ${formatCount(row)}`}>
              line {formatCount(twin.line)}
            </TransactionLink>
          </span>
        </span>
      ),
    },
    {
      title: 'Action',
      cell: (duplicate) =>
        duplicate.kept ? (
          <span className="import-completed">
            <CheckOutlined aria-hidden /> Kept
          </span>
        ) : (
          onKeep !== null && (
            <Button size="small" aria-label={`Keep row ${duplicate.row}`} onClick={() => onKeep(duplicate)}>
              Keep
            </Button>
          )
        ),
    },
  ];
}

type KeepDuplicateDialogProps = { importId: number; duplicate: DuplicateRow; onClose: () => void };

function KeepDuplicateDialog({ importId, duplicate, onClose }: KeepDuplicateDialogProps) {
  const { row, amount, transactionType, memberName } = duplicate;
  const toasts = useToasts();
  const client = useQueryClient();
  const keeping = useMutation({
    mutationFn: () => keepDuplicate(importId, row),
    onSuccess: () =>
      toasts.success({
        title: 'Entry Kept',
        description: `Row ${formatCount(row)} is stored as a separate entry`,
      }),
    onError: (error) => toasts.failed('Error', error, 'Failed to keep the entry'),
    onSettled: async () => {
      await refreshQueries(client, [...LEDGER_QUERIES, IMPORTS_KEY]);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      question={{
        title: `Keep row ${formatCount(row)}?`,
        text: `A second ${transactionType.toLowerCase()} of ${formatMoney(amount)} will be stored for ${memberName} and counted in all figures. You cannot undo this here.`,
        verb: 'Keep',
        busyVerb: 'Keeping...',
      }}
      busy={keeping.isPending}
      onConfirm={() => keeping.mutate()}
      onCancel={onClose}
    />
  );
}

const PAGE_SIZE = 100;

export function DuplicatesTab({ receipt }: { receipt: ImportReceipt }) {
  const { importId, duplicateCount, state } = receipt;
  const canKeep = state === 'stored' || state === 'completed';
  const paging = useUrlPage(PAGE_SIZE, 'rows');
  const [chosen, setChosen] = useState<DuplicateRow | null>(null);
  const columns = useColumnChoice('duplicates', duplicateColumns(canKeep ? setChosen : null));
  useRestoreFocus(chosen !== null);
  const duplicates = useQuery(listDuplicates({ importId, ...paging }));
  return (
    <div className="receipt">
      <div className="receipt-note">
        <p>
          {formatQuantity(duplicateCount, 'row')} skipped: the ledger already contains an entry with the same values in
          every field that is compared.{canKeep && ' Keep a row if it is a separate entry.'}
        </p>
        {columns.chooser}
      </div>
      <PagedList
        caption="Duplicates in the file, each with the stored entry it matches"
        query={duplicates}
        columns={columns.shown}
        rowKey={({ row }) => row}
        {...paging}
        skeleton={<SkeletonLines lines={8} height={28} />}
        failed="The duplicates could not be loaded."
        empty={
          <PanelEmpty
            text={
              canKeep
                ? 'The duplicates in this import were counted but not listed.'
                : 'The rows were removed when the import was undone. Only the count is kept.'
            }
          />
        }
      />
      {chosen !== null && (
        <KeepDuplicateDialog importId={importId} duplicate={chosen} onClose={() => setChosen(null)} />
      )}
    </div>
  );
}

const REJECT_COLUMNS: Column<RejectedRow>[] = [
  { title: 'Line', cell: ({ line }) => formatCount(line), numeric: true },
  { title: 'Row', cell: ({ row }) => formatCount(row), numeric: true },
  { title: 'Field', cell: ({ field }) => field },
  { title: 'Value', cell: ({ value }) => <code className="rejected-value">{value}</code> },
  { title: 'Reason', cell: ({ reason }) => reason },
];
/** Field names in CSV and JSON files are shown as they are. */
const NACHA_REJECT_COLUMNS = REJECT_COLUMNS.map((column) =>
  column.title === 'Field' ? { ...column, cell: ({ field }: RejectedRow) => fieldLabel(field) } : column,
);

export function RejectedRowsTab({ receipt: { importId, rejectedCount, fileKind } }: { receipt: ImportReceipt }) {
  const paging = useUrlPage(PAGE_SIZE, 'rows');
  const rejects = useQuery(listRejects({ importId, ...paging }));
  return (
    <div className="receipt">
      <div className="receipt-note">
        <p>
          {formatQuantity(rejectedCount, 'row')} in the file {rejectedCount === 1 ? 'was' : 'were'} not stored. Correct
          the file and import it again. Entries that are already stored are skipped.
        </p>
        <Button href={rejectsCsvUrl(importId)} download icon={<DownloadOutlined aria-hidden />}>
          Download CSV
        </Button>
      </div>
      <PagedList
        caption="Rejected rows in the file, one line for each problem"
        query={rejects}
        columns={fileKind === 'nacha' ? NACHA_REJECT_COLUMNS : REJECT_COLUMNS}
        rowKey={({ row, field, reason }) => `${row} ${field} ${reason}`}
        {...paging}
        skeleton={<SkeletonLines lines={8} height={28} />}
        failed="The rejected rows could not be loaded."
        empty={null}
      />
    </div>
  );
}

const WARNING_COLUMNS: Column<FileWarning>[] = [
  { title: 'Line', cell: ({ line }) => formatCount(line), numeric: true },
  { title: 'Columns', cell: ({ columns }) => (columns === null ? '' : `${columns.from}–${columns.to}`) },
  { title: 'Field', cell: ({ field }) => fieldLabel(field) },
  { title: 'Value', cell: ({ value }) => <code className="rejected-value">{value}</code> },
  { title: 'Problem', cell: ({ sentence }) => sentence },
];

export function WarningsTab({ receipt: { warnings, warningCount } }: { receipt: ImportReceipt }) {
  return (
    <div className="receipt">
      <p className="receipt-note">
        The entries were imported despite these warnings.
        {warnings.length < warningCount && ` Showing the first ${formatCount(warnings.length)}.`}
      </p>
      <DataTable
        caption="Warnings about the file"
        columns={WARNING_COLUMNS}
        rows={warnings.map((warning, position) => Object.assign({ position }, warning))}
        rowKey={({ position }) => position}
      />
    </div>
  );
}
