import type { LegalHold } from '@clearwatch/contracts/retention.dto';
import { screen, waitFor, within } from '@testing-library/react';
import { aLegalHold, aUser } from '../../testing/api-core-fixtures.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import { listAnswer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';
import { aRetention, aSettingsServer } from './testing/settings-fixtures.ts';

const ADDRESS = '/settings?section=retention';
const GET = 'GET /api/legal-holds';

const aServerWith = (holds: LegalHold[]): FakeServer =>
  aSettingsServer()
    .on('GET /api/system/retention', { body: { kinds: [aRetention()] } })
    .on(GET, listAnswer(holds));

describe('legal holds in Settings', () => {
  it('the legal hold list shows the account, reason, reference, author, dates and status', async () => {
    const released = aLegalHold({
      id: 2,
      accountNumber: null,
      member: null,
      state: 'released',
      reference: null,
      releasedBy: 'bo',
      releasedAt: '2026-11-19T10:00:00Z',
      releaseReason: 'The case is closed',
    });
    aServerWith([aLegalHold(), released]);
    openApp(ADDRESS);
    const table = await screen.findByRole('table', { name: 'Legal holds' });
    const [, first, second] = within(table).getAllByRole('row');
    expect(first).toHaveTextContent(/Dana Sample.*0001Subpoena of a district court26-CV-1042ada.*Active/);
    expect(within(table).getByRole('link', { name: 'Dana Sample' })).toHaveAttribute(
      'href',
      '/analysis/member/Dana/Sample?member=7',
    );
    expect(second).toHaveTextContent(/Everything.*Released by bo.*The case is closed/);
    expect(within(table).getAllByRole('button', { name: /Release/ })).toHaveLength(1);
  });

  it('a legal hold can be placed on everything and requires a reason', async () => {
    const server = aServerWith([]).on('POST /api/legal-holds', { status: 201, body: aLegalHold() });
    const user = openApp(ADDRESS);
    await user.click(await screen.findByRole('button', { name: 'Place hold' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Place hold' }));
    expect(await dialog.findByText('Reason is required')).toBeVisible();
    await user.click(dialog.getByRole('radio', { name: 'Everything' }));
    await user.type(dialog.getByLabelText('Reason'), 'Litigation');
    await user.click(dialog.getByRole('button', { name: 'Place hold' }));
    expect(await screen.findByText('Legal Hold Placed')).toBeVisible();
    expect(server.requestsTo('POST /api/legal-holds').map(({ body }) => body)).toEqual([
      { accountNumber: null, reason: 'Litigation', reference: null },
    ]);
  });

  it('a legal hold can be released with a reason, after a warning', async () => {
    const server = aServerWith([aLegalHold()]).on('POST /api/legal-holds/3/release', { body: aLegalHold() });
    const user = openApp(ADDRESS);
    await user.click(await screen.findByRole('button', { name: 'Release the hold on Dana Sample' }));
    const dialog = within(await screen.findByRole('dialog'));
    await waitFor(() => expect(dialog.getByText(/cannot be recovered/)).toBeVisible());
    await user.type(dialog.getByLabelText('Reason for the release'), 'The case is closed');
    await user.click(dialog.getByRole('button', { name: 'Release hold' }));
    expect(await screen.findByText('Legal Hold Released')).toBeVisible();
    expect(server.requestsTo('POST /api/legal-holds/3/release').map(({ body }) => body)).toEqual([
      { reason: 'The case is closed' },
    ]);
  });

  it('the legal hold list can be searched and is read-only for analysts', async () => {
    const server = aServerWith([aLegalHold()]).on('GET /api/auth/user', { body: aUser({ role: 'User' }) });
    const user = openApp(ADDRESS);
    await screen.findByRole('table', { name: 'Legal holds' });
    expect(screen.queryByRole('button', { name: 'Place hold' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Release/ })).not.toBeInTheDocument();
    server.on(GET, listAnswer([]));
    await user.type(screen.getByRole('searchbox', { name: 'Search legal holds' }), '26-CV{Enter}');
    expect(await screen.findByText('No legal holds match.')).toBeVisible();
    expect(server.requestsTo(GET).at(-1)?.path).toContain('search=26-CV');
  });
});
