import {
  signedInAdmin,
  startTemporaryInstallation,
  type TemporaryInstallation,
} from '@clearwatch/infra-local/temporary-installation';
import type { Page } from 'playwright-core';
import { SCREEN_URLS } from '../../web/src/testing/screen-urls.ts';
import { type OpenBrowser, openBrowser, signedInContext } from '../browser/open-browser.ts';
import { accessibilityViolations } from '../browser/page-checks.ts';
import { API_FAILURES, type ApiBehavior, controlApiBehavior, SCREEN_PARTS } from './testing/screen-catalog.ts';

/** A tablet in portrait, a small laptop, and 1280 × 800 at 200 % zoom. */
const SMALL_WINDOWS = [
  { width: 820, height: 1180 },
  { width: 1280, height: 800 },
  { width: 640, height: 400 },
] as const;

/** Every screen in an empty installation: without data, while loading, and when every request fails. */
describe('every screen', () => {
  let installation: TemporaryInstallation;
  let chromium: OpenBrowser;
  let page: Page;
  let setBehavior: Awaited<ReturnType<typeof controlApiBehavior>>;

  beforeAll(async () => {
    [installation, chromium] = await Promise.all([startTemporaryInstallation(), openBrowser()]);
    const admin = await signedInAdmin(installation);
    const context = await signedInContext(chromium, admin);
    page = await context.newPage();
    setBehavior = await controlApiBehavior(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
  }, 120_000);

  afterAll(async () => {
    await chromium?.close();
    await installation?.remove();
  }, 60_000);

  async function open(path: string, behavior: ApiBehavior): Promise<void> {
    await setBehavior(behavior);
    await page.goto(new URL(path, installation.url).href);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (behavior === 'keeps waiting') return;
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  }

  describe.each(API_FAILURES)('when the API %s', (behavior) => {
    it.each(SCREEN_URLS)(
      'the screen at %s, without data from the API, breaks no accessibility rule in either theme',
      async (path) => {
        await open(path, behavior);
        expect(await accessibilityViolations(page)).toEqual([]);
      },
    );
  });

  it.each(SCREEN_PARTS)(
    'the screen at %s breaks no accessibility rule and does not scroll horizontally on a tablet or at 200 percent',
    async (path) => {
      await open(path, 'answers');
      expect(await accessibilityViolations(page)).toEqual([]);
      for (const size of SMALL_WINDOWS) {
        await page.setViewportSize(size);
        const beyond = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
        expect({ ...size, beyond }).toEqual({ ...size, beyond: 0 });
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    },
  );
});
