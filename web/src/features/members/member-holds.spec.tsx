import { screen, within } from '@testing-library/react';
import { aLegalHold } from '../../testing/api-core-fixtures.ts';
import { aMemberDetail, aMemberOverview } from '../../testing/api-member-fixtures.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import { aSignedInServer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';

const ADDRESS = '/analysis/member/Dana/Sample?member=1';

const aServerWithDana = (): FakeServer =>
  aSignedInServer()
    .on('GET /api/members/detail/Dana/Sample', { body: aMemberDetail() })
    .on('GET /api/members/1/overview', { body: aMemberOverview() })
    .on('GET /api/transactions', { body: [] });

describe('a legal hold on a member', () => {
  const HOLD = aLegalHold({ accountNumber: null, member: null });

  it('the member page shows a legal hold with its reason and author, and requests holds by account', async () => {
    const server = aServerWithDana().on('GET /api/legal-holds', { body: [HOLD] });
    openApp(ADDRESS);
    const holds = within(await screen.findByRole('region', { name: 'Legal holds' }));
    expect(await holds.findByText(/Subpoena of a district court/)).toBeVisible();
    expect(holds.getByText('Legal hold on everything')).toBeVisible();
    expect(holds.getByText(/Placed by ada/)).toBeVisible();
    expect(server.requestsTo('GET /api/legal-holds').at(-1)?.path).toContain('state=standing&accountNumber=');
  });

  it('a user can place a legal hold on the account shown on the member page', async () => {
    const server = aServerWithDana().on('POST /api/legal-holds', { status: 201, body: HOLD });
    const user = openApp(ADDRESS);
    await user.click(await screen.findByRole('button', { name: 'Place legal hold' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Reason'), 'Examination');
    await user.click(dialog.getByRole('button', { name: 'Place hold' }));
    expect(await screen.findByText('Legal Hold Placed')).toBeVisible();
    expect(server.requestsTo('POST /api/legal-holds').map(({ body }) => body)).toEqual([
      { accountNumber: aMemberDetail().member.accountNumber, reason: 'Examination', reference: null },
    ]);
  });
});
