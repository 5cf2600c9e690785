import { screen, waitFor, within } from '@testing-library/react';
import { openApp } from '../../testing/open-app.tsx';
import { aReportsServer, aSavedFilter } from './testing/reports-screen-fixtures.ts';

const button = (name: string) => screen.findByRole('button', { name });
/** By title: antd gives all dialogs the same id in tests. */
const dialog = async (title: string) => {
  const heading = await screen.findByText(title, { selector: '[role="dialog"] *' });
  return within(heading.closest<HTMLElement>('[role="dialog"]') ?? heading);
};

describe('saved filters', () => {
  it('saved report filters apply when chosen and appear in the address and the form', async () => {
    const server = aReportsServer().on('GET /api/report-filters', {
      body: [
        aSavedFilter(),
        aSavedFilter({
          id: 6,
          name: 'Large',
          owner: 'dana',
          visibility: 'shared',
          mayChange: false,
          filters: { batch: '1' },
        }),
      ],
    });
    const user = openApp('/reports');
    await waitFor(async () => expect(await screen.findByLabelText('Saved Filters')).toBeEnabled());
    await user.click(screen.getByLabelText('Saved Filters'));
    await user.click(await screen.findByTitle('Large (dana)'));
    await waitFor(() =>
      expect(server.requestsTo('POST /api/reports/transactions').at(-1)?.body).toEqual({ batch: '1' }),
    );
    expect(window.location.search).toBe('?batch=1');
    expect(screen.getByLabelText('Batch')).toHaveValue('1');
  });

  it('report filters are saved under a name and can be shared', async () => {
    const server = aReportsServer().on('POST /api/report-filters', { status: 201, body: aSavedFilter() });
    const user = openApp('/reports?transactionType=Credit&entryDescription=PAYROLL');
    await user.click(await button('Save filters'));
    const form = await dialog('Save filters');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Name is required')).toBeInTheDocument();
    await user.type(form.getByLabelText('Name'), ' Payroll credits ');
    await user.click(form.getByRole('checkbox', { name: 'Share with all colleagues' }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Filters Saved')).toBeVisible();
    expect(server.requestsTo('POST /api/report-filters')[0]?.body).toEqual({
      name: 'Payroll credits',
      visibility: 'shared',
      filters: { transactionType: ['Credit'], entryDescription: ['PAYROLL'] },
    });
    expect(server.requestsTo('GET /api/report-filters')).toHaveLength(2);
  });

  it('saving report filters under an existing name replaces the old ones after a notice', async () => {
    const server = aReportsServer()
      .on('GET /api/report-filters', { body: [aSavedFilter()] })
      .on('PUT /api/report-filters/5', { body: aSavedFilter() });
    const user = openApp('/reports?batch=1');
    await screen.findByText('Choose');
    await user.click(await button('Save filters'));
    const form = await dialog('Save filters');
    await user.type(form.getByLabelText('Name'), 'payroll credits');
    expect(await form.findByText(/Saving replaces them/)).toBeInTheDocument();
    await user.click(form.getByRole('button', { name: 'Replace' }));
    await waitFor(() =>
      expect(server.requestsTo('PUT /api/report-filters/5')[0]?.body).toMatchObject({
        filters: { batch: '1' },
      }),
    );
  });

  it('the list of saved report filters shows owner and filters, and offers changes only to the owner', async () => {
    aReportsServer().on('GET /api/report-filters', {
      body: [
        aSavedFilter(),
        aSavedFilter({ id: 6, name: 'Large', owner: 'dana', visibility: 'shared', mayChange: false }),
      ],
    });
    const user = openApp('/reports');
    await waitFor(async () => expect(await button('Manage')).toBeEnabled());
    await user.click(await button('Manage'));
    const list = await dialog('Saved filters');
    const rows = list.getAllByRole('listitem');
    expect(rows[0]).toHaveTextContent('Payroll creditsYoursTransaction Types: Credit · Entry Description: PAYROLL');
    expect(rows[1]).toHaveTextContent('LargeBy dana, shared');
    expect(list.getAllByRole('button', { name: /^Delete/ })).toHaveLength(1);
  });

  it('saved report filters can be renamed, shared and, after a confirmation, deleted', async () => {
    const server = aReportsServer()
      .on('GET /api/report-filters', { body: [aSavedFilter()] })
      .on('PUT /api/report-filters/5', { body: aSavedFilter() })
      .on('DELETE /api/report-filters/5', { status: 204 });
    const user = openApp('/reports');
    await waitFor(async () => expect(await button('Manage')).toBeEnabled());
    await user.click(await button('Manage'));
    await user.click(await button('Share Payroll credits'));
    expect(await screen.findByText('Filters Shared')).toBeVisible();
    await user.click(await button('Rename Payroll credits'));
    const form = await dialog('Rename “Payroll credits”');
    await user.clear(form.getByLabelText('Name'));
    await user.type(form.getByLabelText('Name'), 'Wages');
    server.on('PUT /api/report-filters/5', { status: 409, body: 'You have a filter of this name.' });
    await user.click(form.getByRole('button', { name: 'Rename' }));
    expect(await screen.findByText('You have a filter of this name.')).toBeVisible();
    server.on('PUT /api/report-filters/5', { body: aSavedFilter({ name: 'Wages' }) });
    await user.click(form.getByRole('button', { name: 'Rename' }));
    expect(await screen.findByText('Filters Renamed')).toBeVisible();
    await user.click(await button('Delete Payroll credits'));
    const question = await dialog('Delete saved filters');
    await user.click(question.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Filters Deleted')).toBeVisible();
    expect(server.requestsTo('DELETE /api/report-filters/5')).toHaveLength(1);
    expect(server.requestsTo('PUT /api/report-filters/5').map(({ body }) => body)).toEqual([
      expect.objectContaining({ name: 'Payroll credits', visibility: 'shared' }),
      expect.objectContaining({ name: 'Wages', visibility: 'own' }),
      expect.objectContaining({ name: 'Wages', visibility: 'own' }),
    ]);
  });

  it('the transaction reports screen still shows matches when saved filters cannot be loaded', async () => {
    aReportsServer().on('GET /api/report-filters', { status: 503, body: 'Not available.' });
    openApp('/reports?batch=1');
    expect(await screen.findByText('Could not be loaded')).toBeVisible();
    expect(await button('Save filters')).toBeDisabled();
    expect(await screen.findByRole('heading', { name: 'Found 1 transaction matching your criteria' })).toBeVisible();
  });
});
