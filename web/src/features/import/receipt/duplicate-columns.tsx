import { CheckOutlined } from '@ant-design/icons';
import type { DuplicateCase, DuplicateRow } from '@clearwatch/contracts/imports.dto';
import { maskAccount } from '@clearwatch/domain/members/member-names';
import { Button } from 'antd';
import { Link } from 'react-router-dom';
import { formatCount } from '../../../formats/count.ts';
import { formatDay } from '../../../formats/dates.ts';
import { formatMoney } from '../../../formats/money.ts';
import type { Column } from '../../../tables/data-table.tsx';
import { TransactionLink } from '../../../transaction-link/transaction-link.tsx';

const CASES: Record<DuplicateCase, string> = {
  in_ledger: 'In an earlier import',
  in_file: 'Twice in this file, under one trace number',
};

export function duplicateColumns(onKeep: ((duplicate: DuplicateRow) => void) | null): Column<DuplicateRow>[] {
  return [
    { title: 'Line', cell: ({ line }) => formatCount(line), numeric: true },
    { title: 'Row', cell: ({ row }) => formatCount(row), numeric: true },
    { title: 'Day', cell: ({ day }) => <span className="day">{day === null ? '' : formatDay(day)}</span> },
    {
      title: 'Member',
      cell: ({ memberName, accountNumber }) => (
        <span className="duplicate-member">
          <strong>{memberName}</strong>
          <span className="quiet">{maskAccount(accountNumber)}</span>
        </span>
      ),
    },
    { title: 'Company', cell: ({ company }) => company },
    { title: 'Type', cell: ({ transactionType }) => transactionType },
    { title: 'Amount', cell: ({ amount }) => formatMoney(amount), numeric: true },
    {
      title: 'Twin',
      cell: ({ row, twin, case: which }) => (
        <span className="duplicate-twin">
          <span>{CASES[which]}</span>
          <span className="quiet">
            {which === 'in_ledger' ? (
              <Link to={`/import?import=${twin.importId}`}>{twin.fileName}</Link>
            ) : (
              twin.fileName
            )}
            ,{' '}
            <TransactionLink id={twin.transactionId} label={`Stored entry of row ${formatCount(row)}`}>
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
