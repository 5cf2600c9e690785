import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useTransactionAddress } from './use-opened-transaction.ts';

interface TransactionLinkProps {
  id: number;
  /** Said to screen readers where the visible words are not enough. */
  label?: string;
  children: ReactNode;
}

/** Opens an entry above whatever screen it stands on: the shell shows it (app/shell). */
export function TransactionLink({ id, label, children }: TransactionLinkProps) {
  return (
    <Link to={useTransactionAddress(id)} {...(label !== undefined && { 'aria-label': label })}>
      {children}
    </Link>
  );
}
