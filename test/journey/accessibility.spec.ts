import type { StaffClient } from '@clearwatch/infra-local/staff-client';
import {
  signedInAdmin,
  startTemporaryInstallation,
  type TemporaryInstallation,
} from '@clearwatch/infra-local/temporary-installation';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import type { BrowserContext, Page } from 'playwright-core';
import { hasFocus } from '../browser/keyboard-navigation.ts';
import { bringSession, type OpenBrowser, openBrowser } from '../browser/open-browser.ts';
import {
  accessibilityViolations,
  isMovingWhile,
  layoutShift,
  scriptKilobytes,
  watchShifts,
} from '../browser/page-checks.ts';
import { differenceFromApproved } from '../browser/screenshots.ts';
import { writeGeneratedLedger } from './testing/journey-ledgers.ts';
import { areAlertsSettled } from './testing/journey-waits.ts';
import { APPROVED_SCREENS } from './testing/screen-catalog.ts';

type Theme = 'light' | 'dark';
/** Long enough for a busy machine; each check covers two themes. */
const LONG_WALK_MS = 150_000;

/** Checks for screen readers, keyboards and hasty clicks, in a real browser on a filled ledger. */
describe('the screens', () => {
  let installation: TemporaryInstallation;
  let admin: StaffClient;
  let chromium: OpenBrowser;
  /** Shared by all tests, so that the application's code is fetched and compiled once. */
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    [installation, chromium] = await Promise.all([startTemporaryInstallation(), openBrowser()]);
    admin = await signedInAdmin(installation);
    await admin.upload(await writeGeneratedLedger(installation, '2026-10-30'));
    context = await chromium.newContext();
    await waitUntil('detection has settled', () => areAlertsSettled(admin), 60_000);
  }, 120_000);

  afterAll(async () => {
    await chromium?.close();
    await installation?.remove();
  }, 60_000);

  beforeEach(async () => {
    await context.clearCookies();
    page = await context.newPage();
  });

  afterEach(async () => {
    await page.evaluate('localStorage.clear()');
    await page.close();
  });

  async function open(path: string, theme: Theme = 'light'): Promise<void> {
    // During an animation every color is a mixture.
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.goto(new URL(path, installation.url).href);
  }

  async function openSignedIn(path: string, theme?: Theme): Promise<void> {
    await bringSession(context, admin);
    await open(path, theme);
  }

  const violations = () => accessibilityViolations(page);

  const evidence = () => page.getByRole('button', { name: 'Evidence' }).first();

  it.each(APPROVED_SCREENS)('a screen matches its approved screenshot: $name', async ({ name, path, theme, drawn }) => {
    await openSignedIn(path, theme);
    await page.locator(drawn).first().waitFor();
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    expect(await differenceFromApproved(page, name)).toBe(0);
  });

  describe('in either theme', () => {
    it('the sign-in page breaks no accessibility rule while it shows an error', async () => {
      await open('/');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByText('Password is required').waitFor();
      expect(await violations()).toEqual([]);
    });

    it('the dashboard breaks no accessibility rule, with a chart and with a table', async () => {
      await openSignedIn('/');
      await evidence().waitFor();
      await page.locator('canvas').first().waitFor();
      expect(await violations()).toEqual([]);
      await page.getByRole('button', { name: 'Table' }).click();
      await page.getByRole('table', { name: 'Credits and debits per week' }).waitFor();
      expect(await violations()).toEqual([]);
    });

    it('the evidence of an alert breaks no accessibility rule', async () => {
      await openSignedIn('/');
      await evidence().click();
      await page.getByRole('dialog').getByText('What would have prevented this alert').waitFor();
      expect(await violations()).toEqual([]);
    });

    it(
      'the alerts page breaks no accessibility rule, with details, a decision or categories open',
      async () => {
        await openSignedIn('/fraud?sort=-activityDate');
        await page.getByRole('list', { name: 'Alerts' }).waitFor();
        await page.getByRole('table', { name: 'Alerts and decisions by rule' }).waitFor();
        await page.getByRole('button', { name: 'Show Details' }).click();
        await page
          .getByRole('button', { name: /^View Transaction Details/ })
          .first()
          .click();
        await page.getByRole('table', { name: /^Latest transactions for/ }).waitFor();
        expect(await violations()).toEqual([]);
        await page.getByRole('button', { name: /^Select these/ }).click();
        await page.keyboard.press('r');
        await page.getByRole('radio', { name: 'Suspicious' }).check();
        expect(await violations()).toEqual([]);
        await page.keyboard.press('Escape');
        await page.getByRole('tab', { name: 'By Category' }).click();
        await page
          .getByRole('button', { name: /^Review / })
          .first()
          .waitFor();
        expect(await violations()).toEqual([]);
      },
      LONG_WALK_MS,
    );

    it(
      'the settings page breaks no accessibility rule, with an invalid number, a backtest or the save dialog',
      async () => {
        await openSignedIn('/settings');
        await page.getByRole('button', { name: 'Large Credit', exact: true }).click();
        const amount = page.getByRole('textbox', { name: 'Large transaction amount' });
        await amount.fill('1');
        await page
          .getByText(/^Out of range/)
          .first()
          .waitFor();
        expect(await violations()).toEqual([]);
        await amount.fill('4000');
        await page.getByRole('button', { name: 'Run backtest' }).click();
        await page.getByText(/under version 1/).waitFor();
        expect(await violations()).toEqual([]);
        await page.getByRole('button', { name: 'Save Settings' }).click();
        await page
          .getByRole('dialog')
          .getByText(/^Backtest:/)
          .waitFor();
        expect(await violations()).toEqual([]);
        await page.keyboard.press('Escape');
        await page.getByRole('tab', { name: 'Versions' }).click();
        await page.getByRole('button', { name: 'Version 1' }).click();
        await page.getByRole('table', { name: 'Parameters of version 1' }).waitFor();
        expect(await violations()).toEqual([]);
      },
      LONG_WALK_MS,
    );

    it('the notifications and the dialog that saves a list view break no accessibility rule', async () => {
      await openSignedIn('/analysis');
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').first().waitFor();
      expect(await violations()).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Views' }).click();
      await page.getByRole('menuitem', { name: 'Save current view' }).click();
      await page.getByRole('dialog', { name: /view/i }).waitFor();
      expect(await violations()).toEqual([]);
    });

    it('the import page breaks no accessibility rule', async () => {
      await openSignedIn('/import');
      await page.getByText('ledger.json').waitFor();
      expect(await violations()).toEqual([]);
    });

    it('the account page breaks no accessibility rule, with an error and with the account menu open', async () => {
      await openSignedIn('/account');
      await page.getByRole('table', { name: 'Your sessions' }).waitFor();
      await page.getByRole('button', { name: 'Change Password' }).click();
      await page.getByText('Current password is required').waitFor();
      expect(await violations()).toEqual([]);
      await page.getByRole('button', { name: /My Account/ }).click();
      await page.getByRole('menuitem', { name: 'Sign Out' }).waitFor();
      expect(await violations()).toEqual([]);
    });

    it('the user management page breaks no accessibility rule, with a menu, a form or the details of a user open', async () => {
      await openSignedIn('/user-management');
      const menu = page.getByRole('button', { name: /^Actions for / }).first();
      await menu.click();
      await page.getByRole('menuitem', { name: /^Delete/ }).waitFor();
      expect(await violations()).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Add User' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Add User' }).click();
      await page.getByText('Username is required').waitFor();
      expect(await violations()).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'admin', exact: true }).click();
      await page.getByRole('table', { name: 'Recent activity for admin' }).waitFor();
      expect(await violations()).toEqual([]);
    });

    it('the verified audit log and the details of an event break no accessibility rule', async () => {
      await openSignedIn('/audit-log');
      await page.getByRole('table', { name: 'Audit events' }).waitFor();
      await page.getByRole('button', { name: 'Verify' }).click();
      await page.getByText('The audit log is intact').waitFor();
      expect(await violations()).toEqual([]);
      await page.getByRole('cell', { name: 'Signed in' }).first().click();
      await page.getByRole('dialog').getByText('Technical details').waitFor();
      expect(await violations()).toEqual([]);
    });
  });

  it('the screens fetch no more script than the limit and do not shift while they load', async () => {
    await watchShifts(page);
    await open('/');
    await page.getByRole('button', { name: 'Sign In' }).waitFor();
    // Sign-in has a minimum, because a measurement of nothing would also be within the limit.
    const signIn = await scriptKilobytes(page);
    expect(signIn).toBeGreaterThan(100);
    expect(signIn).toBeLessThanOrEqual(250);
    const shifts: Record<string, number> = { 'sign-in': await layoutShift(page) };
    await openSignedIn('/');
    await page.locator('canvas').first().waitFor();
    await evidence().waitFor();
    expect(await scriptKilobytes(page)).toBeLessThanOrEqual(450);
    shifts['dashboard'] = await layoutShift(page);
    await openSignedIn('/fraud');
    await page.getByRole('list', { name: 'Alerts' }).waitFor();
    shifts['fraud'] = await layoutShift(page);
    await openSignedIn('/analysis');
    await page.getByRole('row').nth(5).waitFor();
    shifts['analysis'] = await layoutShift(page);
    expect(Object.entries(shifts).filter(([, shift]) => shift >= 0.1)).toEqual([]);
  });

  it('the settings page asks before the Back button discards unsaved settings', async () => {
    await openSignedIn('/import');
    await page.getByRole('link', { name: 'Settings' }).click();
    const amount = page.getByRole('textbox', { name: 'Large transaction amount' });
    await amount.focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('4000');
    await page.goBack();
    await page.getByRole('button', { name: 'Stay' }).click();
    expect(await amount.inputValue()).toBe('4000');
    expect(new URL(page.url()).pathname).toBe('/settings');
    await page.goBack();
    await page.getByRole('button', { name: 'Leave and discard changes' }).click();
    await page.getByRole('heading', { level: 1, name: 'Data Import' }).waitFor();
  });

  it('the account menu opens within the window with reduced motion', async () => {
    await openSignedIn('/import');
    await page.getByRole('button', { name: /My Account/ }).click();
    // A click on an element outside the window fails.
    await page.getByRole('menuitem', { name: 'Account & Security' }).click({ timeout: 5_000 });
    expect(new URL(page.url()).pathname).toBe('/account');
  });

  it('deleting a user by keyboard asks for confirmation first and returns the focus to the menu when canceled', async () => {
    const password = 'a quiet harbor wall';
    const colleague = { username: 'colleague', password, confirmPassword: password };
    await admin.expect(201, 'POST', '/api/users', colleague);
    await openSignedIn('/user-management');
    const menu = page.getByRole('button', { name: 'Actions for colleague' });
    await menu.focus();
    await page.keyboard.press('Enter');
    await waitUntil('the menu has the focus', () =>
      hasFocus(page.getByRole('menuitem', { name: 'Sessions and Activity' })),
    );
    // The arrow wraps around to the last entry.
    await page.keyboard.press('ArrowUp');
    await waitUntil('the last entry has the focus', () => hasFocus(page.getByRole('menuitem', { name: 'Delete' })));
    await page.keyboard.press('Enter');
    const question = page.getByText('Are you sure you want to delete user "colleague"?');
    await question.waitFor();
    // The Enter that chose the entry must not also press a button in the dialog.
    await waitUntil('Cancel has the focus', () => hasFocus(page.getByRole('button', { name: 'Cancel' })));
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await waitUntil('the focus is back', () => hasFocus(menu));
    expect(await page.getByRole('button', { name: 'colleague', exact: true }).isVisible()).toBe(true);
  });

  it.each([
    { reducedMotion: 'no-preference', moves: true },
    { reducedMotion: 'reduce', moves: false },
  ] as const)(
    'the evidence of an alert follows the motion setting of the system: $reducedMotion',
    async ({ reducedMotion, moves }) => {
      await openSignedIn('/');
      await page.emulateMedia({ reducedMotion });
      await evidence().waitFor();
      const isMoving = await isMovingWhile(page, async () => {
        await evidence().click();
        await page.getByRole('dialog').getByText('What would have prevented this alert').waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      });
      expect(isMoving).toBe(moves);
    },
  );

  it('closing the evidence of an alert returns the focus to the button that opened it', async () => {
    await openSignedIn('/');
    await evidence().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('What would have prevented this alert').waitFor();
    await page.keyboard.press('Escape');
    await waitUntil('the focus is back', () => hasFocus(evidence()));
  });

  it('a double click on the review button of an alert records one review', async () => {
    await openSignedIn('/');
    let reviews = 0;
    page.on('request', (request) => {
      if (request.method() === 'PATCH') reviews += 1;
    });
    await page
      .getByRole('button', { name: /^Review / })
      .first()
      .dblclick();
    await page.getByText('Activity has been marked as reviewed successfully.').waitFor();
    expect(reviews).toBe(1);
  });
});
