import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { anAlert, anAlertDetail, anEvidence } from '../../testing/api-core-fixtures.ts';
import { type FakeServer, heldAnswer } from '../../testing/fake-server.ts';
import { openApp } from '../../testing/open-app.tsx';
import { completeEvidence } from './alert-drawer.tsx';
import { anAlertContext, anEntry, anEvidenceServer } from './testing/alert-drawer-fixtures.ts';

const frozen = (evidence: object) => completeEvidence(anAlertDetail({ evidence: evidence as never }));

describe('stored evidence', () => {
  it('complete evidence of an alert is shown as stored', () => {
    expect(frozen(anEvidence())).toEqual(anEvidence());
  });

  it('evidence of older versions gets defaults for fields that were not stored', () => {
    const { facts: _facts, dailyTotals: _dailyTotals, entries, ...older } = anEvidence();
    const [{ part: _part, ...entry } = { part: null }] = entries;
    expect(frozen({ ...older, entries: [entry] })).toEqual(anEvidence());
  });

  it('evidence of older versions shows ratios as percentages', () => {
    const old = {
      label: 'Share of it that left',
      value: '0.79',
      comparison: '>=',
      threshold: '0.75',
      unit: 'ratio',
      met: true,
    };
    expect(frozen({ ...anEvidence(), figures: [old] }).figures).toEqual([
      {
        ...old,
        label: 'Share that had left when the rule was met',
        value: '79',
        threshold: '75',
        unit: 'percent',
      },
    ]);
  });

  it('evidence has the trigger and its day even when nothing was stored', () => {
    expect(frozen({})).toMatchObject({
      triggerEntryId: '9001',
      entries: [],
      window: { firstDay: '2026-11-12', lastDay: '2026-11-12' },
    });
  });
});

async function openAlert() {
  const user = openApp('/?alert=7');
  const drawer = within(await screen.findByRole('dialog', { name: 'Alert evidence' }));
  await drawer.findByRole('heading', { name: 'Structuring' });
  return { user, drawer };
}
const region = (name: string) => screen.findByRole('region', { name });
const termsIn = (part: HTMLElement): string[] =>
  within(part)
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);

describe('header', () => {
  it('the header of an alert shows the finding, member, amount and window', async () => {
    anEvidenceServer();
    const { drawer } = await openAlert();
    expect(drawer.getByText('Three credits just below the reporting threshold.')).toBeVisible();
    // The category is omitted, because it has the same name as the activity type.
    expect(drawer.getByText('Alert 7')).toBeVisible();
    expect(drawer.getByRole('link', { name: 'Dana Sample' })).toHaveAttribute(
      'href',
      '/analysis/member/Dana/Sample?member=1',
    );
    expect(drawer.getByText('Nov 10, 2026 to Nov 12, 2026')).toBeVisible();
    expect(drawer.getByText('+37.5%')).toBeVisible();
  });

  it('the header of an alert shows a member without a page as plain text', async () => {
    anEvidenceServer().on('GET /api/unusual-activities/7', { body: anAlertDetail({ memberId: null }) });
    const { drawer } = await openAlert();
    expect(drawer.getByText('Dana Sample')).toBeVisible();
    expect(drawer.queryByRole('link', { name: 'Dana Sample' })).not.toBeInTheDocument();
  });

  it('the header of an alert shows a skeleton while the evidence loads', async () => {
    const answer = heldAnswer({ body: anAlertDetail() });
    anEvidenceServer().on('GET /api/unusual-activities/7', answer.respond);
    openApp('/?alert=7');
    const drawer = within(await screen.findByRole('dialog', { name: 'Alert evidence' }));
    expect(drawer.getByText('Loading...')).toBeInTheDocument();
    answer.release();
    expect(await drawer.findByRole('heading', { name: 'Structuring' })).toBeVisible();
  });
});

describe('figures', () => {
  it('evidence figures show thresholds, whether they were met, and the usual figures of the member', async () => {
    anEvidenceServer({
      figures: [
        { label: 'Credits', value: '3', comparison: '>=', threshold: '3', unit: 'count', met: true },
        { label: 'Days', value: '2', comparison: '>=', threshold: '3', unit: 'days', met: false },
      ],
      baseline: {
        label: 'monthly credits',
        value: '2400.00',
        unit: 'USD',
        firstDay: '2026-08-01',
        lastDay: '2026-10-31',
      },
    });
    await openAlert();
    const figures = await region('Figures against thresholds');
    const rows = within(figures).getAllByRole('row').slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Credits3at least 3 Yes',
      'Days2 daysat least 3 days No',
    ]);
    expect(figures).toHaveTextContent('Baseline: monthly credits $2,400.00, from Aug 1, 2026 to Oct 31, 2026.');
  });

  it('evidence explains why the usual figures of the member are missing', async () => {
    anEvidenceServer({ baseline: null });
    await openAlert();
    expect(await region('Figures against thresholds')).toHaveTextContent(
      'This rule does not use the member’s usual figures. The member page shows the usual month if one is available.',
    );
  });
});

describe('additional facts', () => {
  it('additional facts in the evidence are formatted as money, dates or text', async () => {
    anEvidenceServer({
      facts: [
        { label: 'last normal debit', value: '2026-10-01', unit: 'day' },
        { label: 'Largest debit before', value: '310.00', unit: 'USD' },
        { label: 'Receiver', value: 'SAMPLE DANA', unit: 'text' },
      ],
    });
    await openAlert();
    expect(termsIn(await region('Additional facts'))).toEqual([
      'last normal debit: Oct 1, 2026',
      'Largest debit before: $310.00',
      'Receiver: SAMPLE DANA',
    ]);
  });

  it('empty sections of the evidence, such as additional facts, are left out', async () => {
    anEvidenceServer({ facts: [], wouldBeSilent: [], companies: [], dailyTotals: [] });
    await openAlert();
    await region('The rule');
    for (const name of ['Additional facts', 'What would have prevented this alert', 'Companies in the pattern']) {
      expect(screen.queryByRole('region', { name })).not.toBeInTheDocument();
    }
  });
});

describe('account activity', () => {
  const CHART = /^Daily credits and debits on the account, Oct 1, 2026 to Nov 18, 2026/;
  const TABLE = 'Table of Account activity around the window';

  it('account activity around the alert window is a chart, with a table that marks the window and the pattern', async () => {
    anEvidenceServer();
    const { user, drawer } = await openAlert();
    expect(await drawer.findByRole('img', { name: CHART })).toBeInTheDocument();
    await user.click(drawer.getByRole('button', { name: TABLE }));
    const rows = within(await drawer.findByRole('table', { name: 'Account activity per day' })).getAllByRole('row');
    expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
      'Oct 5, 2026$1,200.00$80.25NoneNone',
      'Nov 12, 2026In the window$9,500.00$0.00$9,500.00None',
    ]);
    expect(window.location.search).toMatch(/alert=7&timeline=table$/);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(window.location.search).not.toMatch(/alert|timeline/));
  });

  it('account activity and other alerts show skeletons while they load', async () => {
    const answer = heldAnswer({ body: anAlertContext() });
    anEvidenceServer().on('GET /api/unusual-activities/7/surroundings', answer.respond);
    const { drawer } = await openAlert();
    for (const name of ['Account activity around the window', 'Other alerts for the member']) {
      expect(within(drawer.getByRole('region', { name })).getByText('Loading...')).toBeInTheDocument();
    }
    answer.release();
    expect(await drawer.findByText('No other alerts.')).toBeVisible();
  });

  it('account activity shows a loading error and can be retried', async () => {
    const path = 'GET /api/unusual-activities/7/surroundings';
    const server: FakeServer = anEvidenceServer().on(path, { status: 503, body: 'Unavailable.' });
    const { user, drawer } = await openAlert();
    const around = within(await region('Account activity around the window'));
    expect(await around.findByRole('alert')).toHaveTextContent('could not be loaded. Unavailable.');
    server.on(path, { body: anAlertContext() });
    await user.click(around.getByRole('button', { name: 'Try again' }));
    expect(await drawer.findByRole('button', { name: TABLE })).toBeVisible();
  });

  it('the alert states that there was no account activity around its window', async () => {
    anEvidenceServer({ entries: [] }).on('GET /api/unusual-activities/7/surroundings', {
      body: anAlertContext({ days: [] }),
    });
    const { drawer } = await openAlert();
    expect(await drawer.findByText('No account activity from Oct 1, 2026 to Nov 18, 2026.')).toBeVisible();
    expect(drawer.getByText('The evidence has no entries.')).toBeVisible();
  });
});

describe('other alerts', () => {
  it('other alerts for the member show their outcome and open by link', async () => {
    const otherAlerts = [
      anAlert({ id: 8, activityType: 'mule_activity', activityDate: '2026-11-02', amount: '4000.00' }),
      anAlert({ id: 5, reviewed: true, reviewOutcome: 'explained' }),
    ];
    anEvidenceServer()
      .on('GET /api/unusual-activities/7/surroundings', { body: anAlertContext({ otherAlerts }) })
      .on('GET /api/unusual-activities/8', {
        body: anAlertDetail({ id: 8, activityType: 'mule_activity', evidence: anEvidence() }),
      });
    const { user, drawer } = await openAlert();
    const others = within(await region('Other alerts for the member'));
    expect((await others.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
      'Mule ActivityHighNov 2, 2026 · $4,000.00 · Open',
      'StructuringHighNov 12, 2026 · $9,500.00 · Explained',
    ]);
    await user.click(others.getByRole('link', { name: 'Mule Activity' }));
    await waitFor(() => expect(window.location.search).toBe('?alert=8'));
    expect(await drawer.findByRole('heading', { name: 'Mule Activity' })).toBeVisible();
  });
});

describe('companies', () => {
  it('companies in the evidence link to their pages, and new ones are marked', async () => {
    anEvidenceServer({
      companies: [
        { company: 'Old Utility', firstSeenOnAccount: '2025-02-03', otherAccounts: 2120 },
        { company: 'Unknown Vendor', firstSeenOnAccount: '2026-11-10', otherAccounts: 0 },
      ],
    });
    await openAlert();
    const companies = await region('Companies in the pattern');
    const rows = within(companies).getAllByRole('row').slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Old UtilityFeb 3, 20252,120',
      'Unknown VendorNov 10, 2026New in the windowNone',
    ]);
    expect(within(companies).getByRole('link', { name: 'Old Utility' })).toHaveAttribute(
      'href',
      '/companies/Old%20Utility',
    );
  });
});

describe('entries', () => {
  it('entries in the evidence show their part and account when these differ', async () => {
    anEvidenceServer({
      entries: [
        anEntry({ part: 'Pair 1' }),
        anEntry({ transactionId: '9002', transactionType: 'Debit', amount: '9400.00', part: 'Pair 1' }),
        anEntry({ transactionId: '9003', accountNumber: '4000777788', amount: '1.00' }),
      ],
    });
    await openAlert();
    const entries = await region('Entries in the pattern');
    expect(entries).toHaveTextContent('2 credits, $9,501.00; 1 debit, $9,400.00');
    const [heading, ...rows] = within(entries).getAllByRole('row');
    expect(heading).toHaveTextContent('DateCompanyPartAccountTypeAmountFile line');
    expect(rows[0]).toHaveTextContent(/Nov 12, 2026Trigger.*Pair 1.*3456.*Credit.*\$9,500\.00/);
    expect(rows[2]).toHaveTextContent(/Other.*7788/);
  });

  it('entries in the evidence omit part and account when all entries are alike', async () => {
    anEvidenceServer();
    await openAlert();
    const [heading] = within(await region('Entries in the pattern')).getAllByRole('row');
    expect(heading).not.toHaveTextContent('Part');
    expect(heading).not.toHaveTextContent('Account');
  });

  it('a table of 500 evidence entries renders only visible rows, but all rows for print', async () => {
    const entries = Array.from({ length: 500 }, (_, at) =>
      anEntry({ transactionId: String(9001 + at), source: { importId: '3', line: at + 1 } }),
    );
    anEvidenceServer({ entries });
    await openAlert();
    const part = await region('Entries in the pattern');
    const table = within(part).getByRole('table', { name: 'Entries' });
    const drawn = (): number => within(table).getAllByRole('row').length;
    await waitFor(() => expect(drawn()).toBeLessThan(60));
    expect(table).toHaveAttribute('aria-rowcount', '501');
    expect(part).toHaveTextContent('500 credits, $4,750,000.00');
    expect(part).toHaveTextContent('The evidence shows the 500 entries around the one that completed the pattern');
    fireEvent(window, new Event('beforeprint'));
    expect(drawn()).toBe(501);
    fireEvent(window, new Event('afterprint'));
    expect(drawn()).toBeLessThan(60);
  });

  it('evidence for structuring sums the credits per day and account', async () => {
    anEvidenceServer({
      dailyTotals: [{ day: '2026-11-12', accountNumber: '4000123456', credits: '9500.00' }],
    });
    await openAlert();
    const [, row] = within(await region('Credits per day and account')).getAllByRole('row');
    expect(row).toHaveTextContent(/Nov 12, 2026.*3456.*\$9,500\.00/);
  });
});
