import { NewestEntries } from '../../../entries/newest-entries.tsx';
import { Panel } from '../../../panels/panel.tsx';

export function LastTransactions({ accountNumber }: { accountNumber: string }) {
  return (
    <Panel title="Last Transactions" className="panel-body-flush narrow-table">
      <NewestEntries accountNumber={accountNumber} />
    </Panel>
  );
}
