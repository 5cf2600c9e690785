import { screen, waitFor, within } from '@testing-library/react';
import { aUser } from '../../testing/api-core-fixtures.ts';
import { aRuleQuality } from '../../testing/api-detection-fixtures.ts';
import { heldAnswer } from '../../testing/fake-server.ts';
import { openApp } from '../../testing/open-app.tsx';
import { aParameter, aPolicy, aPolicyWith, aRule, aSettingsServer } from './testing/settings-fixtures.ts';

const rule = (name: string) => screen.findByRole('article', { name });
const field = (name: string) => screen.findByRole('textbox', { name });
const NEAR_LINE = 'Structuring: credits just below the line';

async function openRule(user: ReturnType<typeof openApp>, name: string) {
  const card = await rule(name);
  await user.click(within(card).getByRole('button', { name }));
  return card;
}

describe('settings screen', () => {
  it('the settings screen is in the sidebar as Settings', async () => {
    aSettingsServer();
    openApp('/settings');
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Settings');
    expect(screen.getByRole('link', { name: 'Settings' })).toHaveAttribute('aria-current', 'page');
  });

  it('the settings screen shows the policy in force with its date, author and reason', async () => {
    aSettingsServer();
    openApp('/settings');
    await rule('Structuring');
    expect(screen.getByRole('region', { name: 'Detection policy' })).toHaveTextContent(
      'Version 3 · Nov 2, 2026 09:30 by lena: Fewer night alerts',
    );
  });

  it('the settings screen offers to try again when the policy cannot be loaded', async () => {
    const server = aSettingsServer().on('GET /api/detection/policy', {
      status: 503,
      body: 'Service unavailable.',
    });
    const user = openApp('/settings');
    expect(await screen.findByText('The detection policy could not be loaded.')).toBeVisible();
    server.on('GET /api/detection/policy', { body: aPolicy() });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await rule('Structuring')).toBeVisible();
  });

  it('the settings screen shows a skeleton while the policy loads', async () => {
    const answer = heldAnswer({ body: aPolicy() });
    aSettingsServer().on('GET /api/detection/policy', answer.respond);
    openApp('/settings');
    const panel = await screen.findByRole('region', { name: 'Detection policy' });
    expect(panel.parentElement).toHaveAttribute('aria-busy', 'true');
    answer.release();
    expect(await rule('Structuring')).toBeVisible();
  });
});

describe('threshold form', () => {
  it('the threshold form edits the same parameters as the rules [spec 2.16.3, 9.14]', async () => {
    aSettingsServer();
    const user = openApp('/settings');
    const amount = await field('Large transaction amount');
    expect(amount).toHaveValue('10000');
    await openRule(user, 'Large Credit');
    await user.clear(amount);
    await user.type(amount, '25000');
    expect(await field('Large Credit: a large credit')).toHaveValue('25000');
    expect(await rule('Large Credit')).toHaveTextContent('1 change');
    expect(screen.getByText('1 unsaved change')).toBeVisible();
  });

  it('the threshold form explains the sensitivity and applies it to every parameter', async () => {
    aSettingsServer();
    const user = openApp('/settings');
    expect(await screen.findByText('Every parameter is used as shown below.')).toBeVisible();
    await openRule(user, 'Structuring');
    await openRule(user, 'Dormant Reactivation');
    await user.click(screen.getByText('High'));
    expect(screen.getByText(/^More alerts: counts and sums are 20% lower/)).toBeVisible();
    const last = (name: string) =>
      within(screen.getByRole('table', { name: `Parameters of ${name}` }))
        .getAllByRole('cell')
        .at(-1);
    expect(last('Dormant Reactivation')).toHaveTextContent('90 days');
    await user.click(screen.getByText('Low'));
    expect(last('Structuring')).toHaveTextContent('4');
    expect(last('Dormant Reactivation')).toHaveTextContent('180 days');
  });
});

describe('detection rules', () => {
  it('detection rules in Settings are grouped by category in the usual order, each with its description', async () => {
    aSettingsServer();
    openApp('/settings');
    await rule('Structuring');
    expect(
      screen
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent)
        .slice(3),
    ).toEqual(['Structuring', 'Dormant Account Activity', 'Other Patterns']);
    expect(await rule('Structuring')).toHaveTextContent('several credits just below the reporting threshold');
  });

  it('a detection rule in Settings shows a parameter with its meaning, range, default and sources', async () => {
    aSettingsServer(aPolicyWith(7));
    const user = openApp('/settings');
    const card = await openRule(user, 'Structuring');
    expect(await field(NEAR_LINE)).toHaveValue('7');
    expect(within(card).getByRole('row', { name: /just below the line/ })).toHaveTextContent('2 to 50');
    expect(within(card).getByText('31 CFR 1010.314')).toBeVisible();
    await user.click(within(card).getByRole('button', { name: `Use the default 3 for ${NEAR_LINE}` }));
    expect(await field(NEAR_LINE)).toHaveValue('3');
    expect(within(card).getByText('3 in use')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Reset to saved' }));
    expect(await field(NEAR_LINE)).toHaveValue('7');
    expect(screen.queryByText(/unsaved change/)).not.toBeInTheDocument();
  });

  it('an invalid rule parameter shows an error at its field and blocks saving and backtests until it is fixed', async () => {
    aSettingsServer();
    const user = openApp('/settings');
    const card = await openRule(user, 'Structuring');
    const number = await field(NEAR_LINE);
    await user.clear(number);
    await user.type(number, '51');
    expect(number).toHaveAccessibleDescription('Out of range. Allowed: 2 to 50.');
    expect(number).toBeInvalid();
    expect(card).toHaveTextContent('1 not allowed');
    expect(screen.getByRole('button', { name: 'Save Settings' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Run backtest' })).toBeDisabled();
    await user.type(number, '{Backspace}');
    expect(number).toBeValid();
    expect(screen.getByRole('button', { name: 'Save Settings' })).toBeEnabled();
  });

  it('text typed into a settings field reached with the Tab key replaces its value', async () => {
    aSettingsServer();
    const user = openApp('/settings');
    const amount = await field('Large transaction amount');
    await user.click(amount);
    await user.tab();
    await user.keyboard('25');
    expect(await field('Frequent transaction count')).toHaveValue('25');
  });

  it('detection rules show no field for a fixed parameter', async () => {
    const line = aParameter({
      name: 'reportingLine',
      unit: 'USD',
      default: 10_000,
      min: 10_000,
      max: 10_000,
    });
    aSettingsServer(aPolicy({ rules: [aRule({ parameters: [line] })] }));
    const user = openApp('/settings');
    const card = await openRule(user, 'Structuring');
    expect(within(card).getByRole('table')).toHaveTextContent('$10,000Fixed');
    expect(within(card).queryByRole('textbox')).not.toBeInTheDocument();
  });

  it('a detection rule can be switched off only with a reason', async () => {
    aSettingsServer();
    const user = openApp('/settings');
    const card = await openRule(user, 'Structuring');
    await user.click(within(card).getByRole('switch', { name: 'Structuring is on' }));
    const reason = within(card).getByRole('textbox', { name: 'Why is it off?' });
    expect(reason).toHaveAccessibleDescription('Explain why the rule is off.');
    expect(screen.getByRole('button', { name: 'Save Settings' })).toBeDisabled();
    await user.type(reason, 'Covered elsewhere');
    expect(screen.getByRole('button', { name: 'Save Settings' })).toBeEnabled();
    expect(within(card).getByText('Off')).toBeVisible();
    await user.click(within(card).getByRole('switch'));
    expect(screen.queryByText(/unsaved change/)).not.toBeInTheDocument();
  });

  it('the rule search finds a rule by a parameter’s meaning and opens it at that parameter', async () => {
    aSettingsServer();
    const user = openApp('/settings');
    await rule('Structuring');
    await user.type(screen.getByRole('searchbox', { name: 'Search rules and parameters' }), 'without any entry{Enter}');
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
    expect(await field('Dormant Reactivation: days without any entry')).toBeVisible();
    expect(window.location.search).toBe('?rule=without+any+entry');
    await user.clear(screen.getByRole('searchbox', { name: 'Search rules and parameters' }));
    await user.type(screen.getByRole('searchbox', { name: 'Search rules and parameters' }), 'zebra{Enter}');
    expect(await screen.findByText('No rules or parameters match.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(4));
  });

  it('the list of detection rules can be filtered to unsaved changes and to rules not at their default', async () => {
    aSettingsServer(
      aPolicy({
        rules: [...aPolicy().rules, aRule({ activityType: 'weekend_only', parameters: [aParameter({ value: 9 })] })],
      }),
    );
    const user = openApp('/settings');
    const amount = await field('Large transaction amount');
    await user.type(amount, '0');
    await user.click(screen.getByRole('combobox', { name: 'Show' }));
    await user.click(await screen.findByTitle('Unsaved changes'));
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
    expect(await rule('Large Credit')).toBeVisible();
    await user.click(screen.getByRole('combobox', { name: 'Show' }));
    await user.click(await screen.findByTitle('Not at default'));
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2));
  });

  it('open detection rules stay open after a reload, because the URL lists them', async () => {
    aSettingsServer();
    const user = openApp('/settings?open=large_credit');
    expect(await field('Large Credit: a large credit')).toBeVisible();
    await openRule(user, 'Structuring');
    expect(window.location.search).toBe('?open=large_credit&open=structuring');
    await user.click(screen.getByRole('button', { name: 'Large Credit' }));
    expect(window.location.search).toBe('?open=structuring');
  });

  it('detection rules show their false-positive rate by policy version', async () => {
    aSettingsServer().on('GET /api/detection/quality', {
      body: [
        aRuleQuality({ policyVersion: 3, falsePositiveRate: null, alerts: 2, open: 2 }),
        aRuleQuality({ policyVersion: 2, falsePositiveRate: '61.5' }),
      ],
    });
    const user = openApp('/settings');
    const card = await openRule(user, 'Structuring');
    await waitFor(() => expect(card).toHaveTextContent('61.5% false positives v2'));
    expect(card).toHaveTextContent('Version 3: no decisions yet · 2 alerts, 2 unreviewed');
    expect(card).toHaveTextContent('Version 2: 61.5% · 24 alerts, 10 unreviewed');
    expect(await rule('Large Credit')).toHaveTextContent('No decisions yet');
  });

  it('one button returns the detection rules and the sensitivity to their defaults', async () => {
    aSettingsServer(aPolicyWith(7, { sensitivity: 'high' }));
    const user = openApp('/settings');
    await user.click(await screen.findByRole('button', { name: 'Reset all to default' }));
    expect(screen.getByText('2 unsaved changes')).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Medium' })).toBeChecked();
  });

  it('detection rules are read-only for analysts [spec 6.4]', async () => {
    aSettingsServer(aPolicy({ rules: [aRule({ switchedOff: 'Covered elsewhere' }), ...aPolicy().rules.slice(1)] })).on(
      'GET /api/auth/user',
      { body: aUser({ role: 'User' }) },
    );
    const user = openApp('/settings');
    const card = await openRule(user, 'Structuring');
    expect(card).toHaveTextContent('Switched off: Covered elsewhere');
    expect(screen.getByText(/Admins can change it/)).toBeVisible();
    expect(screen.queryByRole('switch')).not.toBeInTheDocument();
    expect(screen.queryByRole('radio')).not.toBeInTheDocument();
    expect(screen.queryAllByRole('textbox')).toEqual([]);
    expect(screen.queryByRole('button', { name: /Reset|Run backtest|Use the default/ })).not.toBeInTheDocument();
    // Analysts save their own notification settings with the same button.
    expect(screen.getByRole('button', { name: 'Save Settings' })).toBeDisabled();
    await user.click(screen.getByRole('tab', { name: 'Suppressions' }));
    expect(await screen.findByText('Sells a boat in parts')).toBeVisible();
    expect(screen.queryByRole('button', { name: /End|Add suppression/ })).not.toBeInTheDocument();
  });
});
