import { screen, waitFor, within } from '@testing-library/react';
import { heldAnswer } from '../../testing/fake-server.ts';
import { openApp } from '../../testing/open-app.tsx';
import {
  ADDENDA,
  anEntry,
  anEvidenceServer,
  aTransactionDetail,
  RECORD,
} from './testing/alert-drawer-fixtures.ts';

const NACHA = { record: RECORD, addendaRecords: ADDENDA };
const region = (name: string) => screen.findByRole('region', { name });
const TRIGGER = 'The entry that completed the pattern';
const ENTRIES = 'Entries of the pattern';

/** Alert 7 with a second entry, of the same file. */
function aServerOfNacha() {
  const entries = [anEntry(), anEntry({ transactionId: '9002', source: { importId: '3', line: 1300 } })];
  return anEvidenceServer({ entries }).on('GET /api/transactions/9001', {
    body: aTransactionDetail({ metadata: NACHA }),
  });
}

describe('the record of a NACHA file', () => {
  it('of the trigger stands open: its exact columns and addenda, to be copied', async () => {
    aServerOfNacha();
    const user = openApp('/?alert=7');
    const trigger = within(await region(TRIGGER));
    const lines = await trigger.findAllByRole('listbox');
    expect(lines.map(({ textContent }) => textContent)).toEqual([RECORD, ADDENDA]);
    expect(trigger.getByRole('heading', { name: 'Line 1,204: entry' })).toBeVisible();
    expect(trigger.getByRole('link', { name: 'receipt of import #3' })).toHaveAttribute(
      'href',
      '/import?import=3',
    );
    await user.click(trigger.getByRole('button', { name: 'Copy records' }));
    expect(await navigator.clipboard.readText()).toBe(`${RECORD}\n${ADDENDA}`);
  });

  it('has its fields in words one click away', async () => {
    aServerOfNacha();
    const user = openApp('/?alert=7');
    const trigger = within(await region(TRIGGER));
    const button = await trigger.findByRole('button', { name: 'Fields' });
    expect(trigger.queryByText('13–29')).not.toBeInTheDocument();
    await user.click(button);
    expect(button).toHaveAttribute('aria-pressed', 'true');
    expect(trigger.getByText('13–29').parentElement).toHaveTextContent('13–29 Account');
    await user.click(button);
    expect(trigger.queryByText('13–29')).not.toBeInTheDocument();
  });

  it('of another entry is fetched when it is unfolded, and folds again', async () => {
    const server = aServerOfNacha().on('GET /api/transactions/9002', {
      body: aTransactionDetail({ id: 9002, line: 1300, metadata: { record: RECORD } }),
    });
    const user = openApp('/?alert=7');
    const entries = within(await region(ENTRIES));
    expect(entries.queryByRole('button', { name: 'Record of line 1,204' })).not.toBeInTheDocument();
    const unfold = await entries.findByRole('button', { name: 'Record of line 1,300' });
    expect(server.requestsTo('GET /api/transactions/9002')).toHaveLength(0);
    await user.click(unfold);
    expect(unfold).toHaveAttribute('aria-expanded', 'true');
    expect(await entries.findByRole('region', { name: 'Columns of Line 1,300: entry' })).toBeVisible();
    await user.click(unfold);
    expect(entries.queryByRole('region', { name: /^Columns of/ })).not.toBeInTheDocument();
  });

  it('says that it is loaded, when it cannot be, and comes at the second try', async () => {
    const answer = heldAnswer({ status: 503, body: 'Away.' });
    const server = aServerOfNacha().on('GET /api/transactions/9001', answer.respond);
    const user = openApp('/?alert=7');
    const trigger = within(await region(TRIGGER));
    expect(trigger.getByText('Loading...')).toBeInTheDocument();
    answer.release();
    expect(await trigger.findByRole('alert')).toHaveTextContent('The record could not be loaded. Away.');
    server.on('GET /api/transactions/9001', { body: aTransactionDetail({ metadata: NACHA }) });
    await user.click(trigger.getByRole('button', { name: 'Try again' }));
    expect(await trigger.findAllByRole('listbox')).toHaveLength(2);
  });
});

describe('an entry that has no such record', () => {
  it('says its line of the file, and none can be unfolded', async () => {
    anEvidenceServer();
    openApp('/?alert=7');
    expect(await region(TRIGGER)).toHaveTextContent(TRIGGER);
    await screen.findByText('october.ach');
    expect(await region(TRIGGER)).toHaveTextContent('Line 1,204 of october.ach, receipt of import #3');
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: /^Record of line/ })).not.toBeInTheDocument(),
    );
  });

  it('says that it is gone when its import was undone', async () => {
    anEvidenceServer().on('GET /api/transactions/9001', { status: 404, body: 'Transaction not found' });
    openApp('/?alert=7');
    expect(await screen.findByText(/The ledger no longer holds entry 9001/)).toBeVisible();
  });
});
