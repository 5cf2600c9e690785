import { screen, waitFor, within } from '@testing-library/react';
import { heldAnswer } from '../../testing/fake-server.ts';
import { openApp } from '../../testing/open-app.tsx';
import { ADDENDA, anEntry, anEvidenceServer, aTransactionDetail, RECORD } from './testing/alert-drawer-fixtures.ts';

const NACHA = { record: RECORD, addendaRecords: ADDENDA };
const region = (name: string) => screen.findByRole('region', { name });
const TRIGGER = 'The entry that completed the pattern';
const ENTRIES = 'Entries in the pattern';

/** Alert 7 with a second entry from the same file. */
function aNachaServer() {
  const entries = [anEntry(), anEntry({ transactionId: '9002', source: { importId: '3', line: 1300 } })];
  return anEvidenceServer({ entries }).on('GET /api/transactions/9001', {
    body: aTransactionDetail({ metadata: NACHA }),
  });
}

describe('NACHA record', () => {
  it('the NACHA record of the trigger is shown with addenda and can be copied', async () => {
    aNachaServer();
    const user = openApp('/?alert=7');
    const trigger = within(await region(TRIGGER));
    const lines = await trigger.findAllByRole('listbox');
    expect(lines.map(({ textContent }) => textContent)).toEqual([RECORD, ADDENDA]);
    expect(trigger.getByRole('heading', { name: 'Line 1,204: entry' })).toBeVisible();
    expect(trigger.getByRole('link', { name: 'receipt for import #3' })).toHaveAttribute('href', '/import?import=3');
    await user.click(trigger.getByRole('button', { name: 'Copy records' }));
    expect(await navigator.clipboard.readText()).toBe(`${RECORD}\n${ADDENDA}`);
  });

  it('a NACHA record shows its fields on request', async () => {
    aNachaServer();
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

  it('the NACHA record of another entry loads when expanded and can be collapsed', async () => {
    const server = aNachaServer().on('GET /api/transactions/9002', {
      body: aTransactionDetail({ id: 9002, line: 1300, metadata: { record: RECORD } }),
    });
    const user = openApp('/?alert=7');
    const entries = within(await region(ENTRIES));
    expect(entries.queryByRole('button', { name: 'Record on line 1,204' })).not.toBeInTheDocument();
    const expand = await entries.findByRole('button', { name: 'Record on line 1,300' });
    expect(server.requestsTo('GET /api/transactions/9002')).toHaveLength(0);
    await user.click(expand);
    expect(expand).toHaveAttribute('aria-expanded', 'true');
    expect(await entries.findByRole('region', { name: 'Columns of Line 1,300: entry' })).toBeVisible();
    await user.click(expand);
    expect(entries.queryByRole('region', { name: /^Columns of/ })).not.toBeInTheDocument();
  });

  it('a NACHA record shows loading and error states and can be retried', async () => {
    const answer = heldAnswer({ status: 503, body: 'Unavailable.' });
    const server = aNachaServer().on('GET /api/transactions/9001', answer.respond);
    const user = openApp('/?alert=7');
    const trigger = within(await region(TRIGGER));
    expect(trigger.getByText('Loading...')).toBeInTheDocument();
    answer.release();
    expect(await trigger.findByRole('alert')).toHaveTextContent('The record could not be loaded. Unavailable.');
    server.on('GET /api/transactions/9001', { body: aTransactionDetail({ metadata: NACHA }) });
    await user.click(trigger.getByRole('button', { name: 'Try again' }));
    expect(await trigger.findAllByRole('listbox')).toHaveLength(2);
  });
});

describe('no NACHA record', () => {
  it('an entry without a NACHA record shows its file line and cannot be expanded', async () => {
    anEvidenceServer();
    openApp('/?alert=7');
    expect(await region(TRIGGER)).toHaveTextContent(TRIGGER);
    await screen.findByText('october.ach');
    expect(await region(TRIGGER)).toHaveTextContent('Line 1,204 of october.ach, receipt for import #3');
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Record on line/ })).not.toBeInTheDocument());
  });

  it('an entry shows that it is no longer in the ledger after its import was undone', async () => {
    anEvidenceServer().on('GET /api/transactions/9001', { status: 404, body: 'Transaction not found' });
    openApp('/?alert=7');
    expect(await screen.findByText(/Entry 9001 is no longer in the ledger/)).toBeVisible();
  });
});
