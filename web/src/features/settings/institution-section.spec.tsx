import { screen, waitFor, within } from '@testing-library/react';
import { aUser } from '../../testing/api-core-fixtures.ts';
import { openApp } from '../../testing/open-app.tsx';
import { anInstitution, aSettingsServer } from './testing/settings-fixtures.ts';

const ADDRESS = '/settings?section=institution';
const GET = 'GET /api/settings/institution';
const PUT = 'PUT /api/settings/institution';
const field = (name: string) => screen.findByRole('textbox', { name });
const saveButton = () => screen.getByRole('button', { name: 'Save Settings' });

function aServerWith(profile = anInstitution()) {
  return aSettingsServer().on(GET, { body: profile });
}

describe('institution profile', () => {
  it('the institution profile has its own section, and the sidebar shows the institution’s name [spec 2.16.1]', async () => {
    aServerWith();
    openApp(ADDRESS);
    expect(await field('Name')).toHaveValue('Harbor Light Credit Union');
    const rail = screen.getByRole('navigation', { name: 'Settings' });
    expect(within(rail).getByRole('link', { name: 'Institution profile' })).toHaveAttribute('aria-current', 'page');
    expect(screen.getByRole('region', { name: 'Institution profile' })).toHaveTextContent(
      'Version 2 · Nov 2, 2026 09:30 by lena',
    );
    expect(screen.getByTitle('Harbor Light Credit Union')).toBeVisible();
  });

  it('the institution profile saves the contact and one of the US time zones [spec 2.16.1, 3.19]', async () => {
    const server = aServerWith().on(PUT, {
      body: anInstitution({ version: 3, contactName: 'Lena Sample', displayTimeZone: 'America/Denver' }),
    });
    const user = openApp(ADDRESS);
    const contact = await field('Institution contact');
    expect(contact).toHaveValue('Compliance office');
    expect(await field('Contact email')).toHaveValue('compliance@example.org');
    await user.clear(contact);
    await user.type(contact, 'Lena Sample');
    const zone = screen.getByRole('combobox', { name: 'Time zone' });
    expect(zone).toHaveAccessibleDescription(/server’s time zone, America\/New_York/);
    await user.click(zone);
    for (const name of ['US Eastern', 'US Central', 'US Pacific']) expect(screen.getByTitle(name)).toBeInTheDocument();
    await user.click(screen.getByTitle('US Mountain'));
    await user.click(saveButton());
    expect(await screen.findByText('Settings Saved')).toBeVisible();
    expect(server.requestsTo(PUT)[0]?.body).toMatchObject({
      contactName: 'Lena Sample',
      displayTimeZone: 'America/Denver',
      basedOn: 2,
    });
  });

  it.each([
    ['America/New_York', 'Nov 2, 2026 12:30'],
    ['America/Los_Angeles', 'Nov 2, 2026 09:30'],
  ] as const)('the institution profile shows times in the chosen time zone: %s', async (displayTimeZone, words) => {
    aServerWith(anInstitution({ displayTimeZone, savedAt: '2026-11-02T17:30:00Z' }));
    openApp(ADDRESS);
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'Institution profile' })).toHaveTextContent(
        `Version 2 · ${words} by lena`,
      ),
    );
    expect(localStorage.getItem('clearwatch.time-zone')).toBe(displayTimeZone);
  });

  it('the institution profile shows Save Settings at all times, disabled until something has changed', async () => {
    aServerWith();
    const user = openApp(ADDRESS);
    const name = await field('Name');
    expect(saveButton()).toBeDisabled();
    await user.type(name, ' West');
    expect(saveButton()).toBeEnabled();
    await user.type(name, '{Backspace>5/}');
    expect(saveButton()).toBeDisabled();
    expect(screen.getByText('All changes saved')).toBeVisible();
  });

  it('the institution profile shows an error at the field and can be saved when it is fixed', async () => {
    const server = aServerWith().on(PUT, { body: anInstitution({ version: 3, routingNumber: '011401533' }) });
    const user = openApp(ADDRESS);
    const routing = await field('ABA routing number');
    await user.clear(routing);
    await user.type(routing, '011401534');
    expect(routing).toBeInvalid();
    expect(routing).toHaveAccessibleDescription(/^The check digit of this routing number is wrong/);
    expect(saveButton()).toBeDisabled();
    await user.type(routing, '{Backspace}3');
    expect(routing).toBeValid();
    await user.click(saveButton());
    expect(await screen.findByText('Settings Saved')).toBeVisible();
    expect(screen.getByText('Institution profile saved.')).toBeVisible();
    expect(server.requestsTo(PUT)[0]?.body).toMatchObject({ routingNumber: '011401533', basedOn: 2 });
    await waitFor(() => expect(screen.queryByText(/unsaved change/)).not.toBeInTheDocument());
  });

  it('the institution profile keeps unsaved changes and names the author when another user saves first', async () => {
    const server = aServerWith().on(PUT, { status: 409, body: 'omar saved version 3. Nothing was saved.' });
    const user = openApp(ADDRESS);
    await user.type(await field('Name'), ' West');
    server.on(GET, { body: anInstitution({ version: 3, savedBy: 'omar', charterNumber: '7' }) });
    await user.click(saveButton());
    expect(await screen.findByText('Settings Not Saved')).toBeVisible();
    expect(await screen.findByText(/^omar saved version 3 on/)).toBeVisible();
    expect(await field('Name')).toHaveValue('Harbor Light Credit Union West');
    expect(await field('NCUA charter number')).toHaveValue('7');
    expect(saveButton()).toBeDisabled();
    server.on(PUT, { body: anInstitution({ version: 4 }) });
    await user.click(screen.getByRole('button', { name: 'Keep my changes' }));
    await user.click(saveButton());
    await waitFor(() =>
      expect(server.requestsTo(PUT)[1]?.body).toMatchObject({
        name: 'Harbor Light Credit Union West',
        charterNumber: '7',
        basedOn: 3,
      }),
    );
  });

  it('the institution profile is read-only for the role User, with the reason', async () => {
    aServerWith(anInstitution({ charterNumber: null })).on('GET /api/auth/user', {
      body: aUser({ role: 'User' }),
    });
    openApp(ADDRESS);
    const panel = await screen.findByRole('region', { name: 'Institution profile' });
    expect(await within(panel).findByText('021000021')).toBeVisible();
    expect(panel).toHaveTextContent('Admins can change it.');
    expect(panel).toHaveTextContent('NCUA charter numberNot provided');
    expect(within(panel).queryByRole('textbox')).not.toBeInTheDocument();
  });
});

describe('unsaved changes of several sections', () => {
  it('unsaved changes of several settings sections are kept while another section is open and reset together', async () => {
    aServerWith();
    const user = openApp(ADDRESS);
    await user.type(await field('Name'), ' West');
    const rail = screen.getByRole('navigation', { name: 'Settings' });
    await user.click(within(rail).getByRole('link', { name: 'Detection thresholds' }));
    await user.type(await field('Large transaction amount'), '0');
    const bar = screen.getByRole('region', { name: 'Unsaved changes' });
    expect(bar).toHaveTextContent('2 unsaved changes');
    expect(bar).toHaveTextContent('institution profile, detection policy');
    await user.click(within(rail).getByRole('link', { name: 'Institution profile' }));
    expect(await field('Name')).toHaveValue('Harbor Light Credit Union West');
    await user.click(screen.getByRole('button', { name: 'Reset to saved' }));
    expect(await field('Name')).toHaveValue('Harbor Light Credit Union');
  });

  it('unsaved changes of a settings section are restored after a reload, even when another section is open', async () => {
    sessionStorage.setItem(
      'clearwatch.draft.institution',
      JSON.stringify({ basedOn: 2, changes: { name: 'Lighthouse' } }),
    );
    aServerWith();
    openApp('/settings');
    expect(await screen.findByText('1 unsaved change')).toBeVisible();
    sessionStorage.clear();
  });
});
