import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useOpenIdInUrl, useParamLink } from '../lib/use-url-state.ts';

const TRANSACTION_PARAM = 'transaction';

export function useOpenedTransaction() {
  return useOpenIdInUrl(TRANSACTION_PARAM);
}

type TransactionLinkProps = { id: number; label?: string; children: ReactNode };

export function TransactionLink({ id, label, children }: TransactionLinkProps) {
  return (
    <Link to={useParamLink(TRANSACTION_PARAM, id)} {...(label !== undefined && { 'aria-label': label })}>
      {children}
    </Link>
  );
}
