import { screen, waitFor, within } from '@testing-library/react';
import { aUser } from '../../testing/api-core-fixtures.ts';
import { listAnswer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';
import { aPolicyWith, aSettingsServer, aVersion } from './testing/settings-fixtures.ts';

const NEAR_LINE = 'Structuring: credits just below the line';

function aVersionedServer() {
  return aSettingsServer()
    .on(
      'GET /api/detection/policy/versions',
      listAnswer([
        aVersion({
          changes: [
            { activityType: null, name: 'sensitivity', from: 'low', to: 'medium' },
            { activityType: 'structuring', name: 'nearLineCount', from: '7', to: '3' },
            { activityType: 'large_credit', name: 'switchedOff', from: 'Too many alerts', to: null },
            { activityType: 'bygone_rule', name: 'bygoneCount', from: '4', to: null },
          ],
        }),
        aVersion({ version: 2, createdBy: 'omar', reason: 'First try', changes: [] }),
      ]),
    )
    .on('GET /api/detection/policy/versions/2', { body: aPolicyWith(7, { version: 2, sensitivity: 'low' }) })
    .on('GET /api/detection/policy/versions/3', { body: aPolicyWith(3) });
}

describe('policy versions', () => {
  it('the list of policy versions shows the author, date, reason and changes', async () => {
    aVersionedServer();
    openApp('/settings?tab=versions');
    const table = await screen.findByRole('table', { name: 'Versions of the detection policy' });
    const [, newest, older] = within(table).getAllByRole('row');
    expect(newest).toHaveTextContent('Nov 2, 2026 09:30by lenaFewer night alerts');
    expect(
      within(newest as HTMLElement)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Sensitivity: low →becomes medium',
      `${NEAR_LINE}: 7 →becomes 3`,
      'Large Credit: off (Too many alerts) →becomes on',
      'Bygone Rule: bygoneCount: 4 →becomes none',
    ]);
    expect(older).toHaveTextContent('by omarFirst tryNo changes');
  });

  it('a policy version opens with its values and its differences from the policy in force', async () => {
    aVersionedServer();
    const user = openApp('/settings?tab=versions');
    await user.click(await screen.findByRole('button', { name: 'Version 2' }));
    const drawer = await screen.findByRole('dialog', { name: 'Version 2' });
    expect(await within(drawer).findByText('Differences from version 3 to this version')).toBeVisible();
    expect(window.location.search).toBe('?tab=versions&version=2');
    expect(drawer).toHaveTextContent('Sensitivity: medium →becomes low');
    expect(drawer).toHaveTextContent(`${NEAR_LINE}: 3 →becomes 7`);
    expect(within(drawer).getByRole('table', { name: 'Parameters of version 2' })).toHaveTextContent('$10,000');
  });

  it('a policy version can be used as a starting point, which saves nothing', async () => {
    const server = aVersionedServer();
    const user = openApp('/settings?tab=versions');
    await user.click(await screen.findByRole('button', { name: 'Version 2' }));
    await user.click(await screen.findByRole('button', { name: 'Use as starting point' }));
    expect(await screen.findByText('2 unsaved changes')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByRole('tab', { name: 'Rules' })).toHaveAttribute('aria-selected', 'true');
    expect(screen.getByRole('radio', { name: 'Low' })).toBeChecked();
    expect(server.requestsTo('POST /api/detection/policy')).toEqual([]);
  });

  it('the policy version in force is not offered as a starting point', async () => {
    aVersionedServer();
    const user = openApp('/settings?tab=versions');
    await user.click(await screen.findByRole('button', { name: 'Version 3' }));
    expect(await screen.findByText('This version is in force.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Use as starting point' })).not.toBeInTheDocument();
  });

  it('policy versions are read-only for analysts', async () => {
    aVersionedServer().on('GET /api/auth/user', { body: aUser({ role: 'User' }) });
    const user = openApp('/settings?tab=versions');
    await user.click(await screen.findByRole('button', { name: 'Version 2' }));
    expect(await screen.findByText('Differences from version 3 to this version')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Use as starting point' })).not.toBeInTheDocument();
  });

  it('the list of policy versions shortens long lists of changes', async () => {
    const changes = Array.from({ length: 30 }, (_, at) => ({
      activityType: 'structuring',
      name: `number${at}`,
      from: '1',
      to: '2',
    }));
    aVersionedServer().on('GET /api/detection/policy/versions', listAnswer([aVersion({ changes })]));
    const user = openApp('/settings?tab=versions');
    await user.click(await screen.findByRole('button', { name: '22 more changes' }));
    expect(screen.getAllByText(/^Structuring: number/)).toHaveLength(30);
  });
});
