import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { type OpenIdInUrl, useOpenIdInUrl } from '../lib/use-url-state.ts';

const TRANSACTION_PARAM = 'transaction';

export function useOpenedTransaction(): OpenIdInUrl {
  return useOpenIdInUrl(TRANSACTION_PARAM);
}

function useTransactionLinkTarget(id: number): { search: string } {
  const [params] = useSearchParams();
  const opened = new URLSearchParams(params);
  opened.set(TRANSACTION_PARAM, String(id));
  return { search: `?${opened.toString()}` };
}

interface TransactionLinkProps {
  id: number;
  label?: string;
  children: ReactNode;
}

export function TransactionLink({ id, label, children }: TransactionLinkProps) {
  return (
    <Link to={useTransactionLinkTarget(id)} {...(label !== undefined && { 'aria-label': label })}>
      {children}
    </Link>
  );
}
