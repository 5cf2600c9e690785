import { Suspense } from 'react';
import { lazyPart } from '../../failures/missing-code.ts';
import { useOpenedTransaction } from '../../transaction-link/use-opened-transaction.ts';
import { ScreenBoundary } from './screen-boundary.tsx';

const TransactionDialog = lazyPart(() => import('../../features/transaction/transaction-dialog.tsx'));

/**
 * `?transaction=9001` opens the entry on every screen, so that no feature needs to know the dialog: a link is enough
 * (transaction-link). Its code is fetched when the first one is opened.
 */
export function OpenedTransaction() {
  const { id } = useOpenedTransaction();
  if (id === null) return null;
  return (
    <ScreenBoundary>
      <Suspense fallback={null}>
        <TransactionDialog />
      </Suspense>
    </ScreenBoundary>
  );
}
