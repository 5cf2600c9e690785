import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { type OpenIdInUrl, useOpenIdInUrl } from '../lib/use-url-state.ts';

const TRANSACTION_PARAM = 'transaction';

/** Which entry is open, on every screen. Opened without a link from the row of a table. */
export function useOpenedTransaction(): OpenIdInUrl {
  return useOpenIdInUrl(TRANSACTION_PARAM);
}

/** The address of the screen shown now with this entry open, as the target of a link. */
function useTransactionLinkTarget(id: number): { search: string } {
  const [params] = useSearchParams();
  const opened = new URLSearchParams(params);
  opened.set(TRANSACTION_PARAM, String(id));
  return { search: `?${opened.toString()}` };
}

interface TransactionLinkProps {
  id: number;
  /** Said to screen readers where the visible words are not enough. */
  label?: string;
  children: ReactNode;
}

/** Opens an entry above whatever screen it stands on: the shell shows it (app/shell). */
export function TransactionLink({ id, label, children }: TransactionLinkProps) {
  return (
    <Link to={useTransactionLinkTarget(id)} {...(label !== undefined && { 'aria-label': label })}>
      {children}
    </Link>
  );
}
