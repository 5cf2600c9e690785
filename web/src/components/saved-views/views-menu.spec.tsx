import type { SavedView } from '@clearwatch/contracts/saved-views.dto';
import { screen, waitFor, within } from '@testing-library/react';
import { aView } from '../../testing/api-core-fixtures.ts';
import { aMemberRow, aMembersOverview } from '../../testing/api-member-fixtures.ts';
import { aSignedInServer, listAnswer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';

const aMembersServer = () =>
  aSignedInServer()
    .on('GET /api/members/summary', { body: aMembersOverview() })
    .on('GET /api/members', listAnswer([aMemberRow()]));
const aServerWith = (...views: SavedView[]) => aMembersServer().on('GET /api/views?screen=members', { body: views });
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const item = (name: RegExp) => screen.findByRole('menuitem', { name });
const dialog = async (title: string) => {
  const heading = await screen.findByText(title, { selector: '[role="dialog"] *' });
  return within(heading.closest<HTMLElement>('[role="dialog"]') ?? heading);
};

describe('views menu', () => {
  it('a saved view sets the URL and the columns, and the button shows its name', async () => {
    aServerWith(
      aView(),
      aView({
        id: 6,
        name: 'Quiet',
        owner: 'lena',
        query: 'page=3&activity=old&nonsense=1',
        hiddenColumns: ['Monthly Bills'],
      }),
    );
    const user = openApp('/analysis');
    expect(await screen.findByRole('columnheader', { name: /Monthly Bills/ })).toBeVisible();
    await user.click(await button('Views'));
    await user.click(await item(/Quiet \(lena\)/));
    await waitFor(() => expect(window.location.search).toBe('?activity=old'));
    expect(await button('View: Quiet')).toBeVisible();
    expect(screen.queryByRole('columnheader', { name: /Monthly Bills/ })).not.toBeInTheDocument();
  });

  it('the current filters of a list can be saved as a view under a name', async () => {
    const server = aServerWith().on('POST /api/views', { status: 201, body: aView() });
    const user = openApp('/analysis?riskLevel=high&page=2');
    await user.click(await button('Views'));
    await user.click(await item(/Save current view/));
    const form = await dialog('Save view');
    expect(window.location.search).toBe('?riskLevel=high&page=2&dialog=save-view');
    await user.type(form.getByLabelText('Name'), 'High risk');
    await user.click(form.getByRole('checkbox', { name: 'Share with all colleagues' }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('View Saved')).toBeVisible();
    expect(server.requestsTo('POST /api/views')[0]?.body).toEqual({
      screen: 'members',
      name: 'High risk',
      visibility: 'shared',
      query: 'riskLevel=high',
      hiddenColumns: [],
    });
  });

  it('a saved view can be made the default, shared and deleted', async () => {
    const server = aServerWith(
      aView(),
      aView({ id: 6, name: 'Quiet', owner: 'lena', visibility: 'shared', mayChange: false }),
    )
      .on('PUT /api/default-views/members', { status: 204 })
      .on('PUT /api/views/5', { body: aView() })
      .on('DELETE /api/views/5', { status: 204 });
    const user = openApp('/analysis?activity=old');
    await user.click(await button('Views'));
    await user.click(await item(/Manage views/));
    const list = await dialog('Saved views');
    expect(list.getAllByRole('listitem')[0]).toHaveTextContent('High riskYoursRisk level: high');
    expect(list.getAllByRole('button', { name: /^Rename/ })).toHaveLength(1);
    await user.click(await button('Default: Quiet'));
    expect(await screen.findByText('Default Set')).toBeVisible();
    expect(server.requestsTo('PUT /api/default-views/members')[0]?.body).toEqual({ viewId: 6 });
    await user.click(await button('Share High risk'));
    expect(await screen.findByText('View Shared')).toBeVisible();
    expect(server.requestsTo('PUT /api/views/5')[0]?.body).toEqual({
      name: 'High risk',
      visibility: 'shared',
      query: 'riskLevel=high',
      hiddenColumns: [],
    });
    await user.click(await button('Delete High risk'));
    await user.click((await dialog('Delete saved view')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('View Deleted')).toBeVisible();
  });

  it('the default view of a list is applied on arrival', async () => {
    aServerWith(aView({ isDefault: true }));
    const user = openApp('/analysis');
    expect(await button('View: High risk')).toBeVisible();
    expect(window.location.search).toBe('?riskLevel=high');
    // The default does not come back after Clear.
    await user.click(await button('Clear'));
    expect(await button('Views')).toBeVisible();
    expect(window.location.search).toBe('');
  });

  it('the default view of a list does not replace a query in the URL', async () => {
    aServerWith(aView({ isDefault: true }));
    openApp('/analysis?activity=old');
    expect(await button('Views')).toBeVisible();
    expect(window.location.search).toBe('?activity=old');
  });

  it('a list works even when its saved views cannot be loaded', async () => {
    aMembersServer().on('GET /api/views', { status: 503, body: 'Service unavailable.' });
    const user = openApp('/analysis');
    await user.click(await button('Views'));
    await waitFor(async () => expect(await item(/Could not be loaded/)).toBeVisible());
    expect(await screen.findByRole('table', { name: /Members/ })).toBeVisible();
  });
});
