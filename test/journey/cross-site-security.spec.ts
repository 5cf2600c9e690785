import { ROUTES } from '@clearwatch/gateway/routes/route-table';
import type { StaffClient } from '@clearwatch/infra-local/staff-client';
import {
  signedInAdmin,
  startTemporaryInstallation,
  TEMPORARY_PASSWORD,
  type TemporaryInstallation,
} from '@clearwatch/infra-local/temporary-installation';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { Client } from 'pg';
import type { BrowserContext, Page } from 'playwright-core';
import { type OpenBrowser, openBrowser } from '../browser/open-browser.ts';
import { attemptEveryWay, type HostileSite, loggedRequests, startHostileSite } from './testing/cross-site-attempts.ts';

const CHANGING = ROUTES.filter(({ method }) => method !== 'GET');

/** Fields that make the request valid for each route. */
const BODY = {
  username: 'admin',
  password: TEMPORARY_PASSWORD,
  currentPassword: TEMPORARY_PASSWORD,
  newPassword: 'chosen by another site',
  confirmPassword: TEMPORARY_PASSWORD,
  twoFactorCode: '000000',
  isActive: false,
  role: 'User',
};

/** A digest of all data that a route could change. */
const STATE = `
  SELECT (SELECT md5(string_agg(u::text, '|' ORDER BY id)) FROM auth.users u) AS users,
         (SELECT count(*) FROM auth.audit_events WHERE action NOT LIKE 'access.%') AS actions,
         (SELECT string_agg(sid, '|' ORDER BY sid) FROM sessions.sessions) AS sessions,
         (SELECT count(*) FROM ledger.imports) AS imports,
         (SELECT count(*) FROM analytics.unusual_activities WHERE reviewed) AS reviews`;

describe('attempts of another site', () => {
  let installation: TemporaryInstallation;
  let admin: StaffClient;
  let chromium: OpenBrowser;
  let context: BrowserContext;
  let page: Page;
  let hostile: HostileSite;

  beforeAll(async () => {
    [installation, chromium, hostile] = await Promise.all([
      startTemporaryInstallation(),
      openBrowser(),
      startHostileSite(),
    ]);
    admin = await signedInAdmin(installation);
    context = await chromium.newContext();
    // As the browser stores them after sign-in.
    const attributes = { url: installation.url, httpOnly: true, sameSite: 'Strict' } as const;
    await context.addCookies(admin.cookieList.map((cookie) => ({ ...cookie, ...attributes })));
    page = await context.newPage();
  }, 120_000);

  afterAll(async () => {
    await context?.close();
    await chromium?.close();
    await hostile?.close();
    await installation?.remove();
  }, 60_000);

  async function state(): Promise<unknown> {
    const client = new Client({ connectionString: installation.stack.ownerUrl });
    await client.connect();
    const { rows } = await client.query(STATE);
    await client.end();
    return rows[0];
  }

  describe.each(['foreign', 'neighbor'] as const)('from a %s site', (where) => {
    it('another site changes nothing: every form, fetch and beacon to every changing route is refused [security 4.1]', async () => {
      await page.goto(hostile[where]);
      const [before, logged] = [await state(), loggedRequests(installation.dataDirectory).length];
      let sent = 0;
      for (const { method, path } of CHANGING) {
        const url = new URL(`/${path.replaceAll(/:\w+/g, '1')}`, installation.url).href;
        sent += await attemptEveryWay(page, { method, url, body: BODY });
      }
      const attempts = () =>
        loggedRequests(installation.dataDirectory)
          .slice(logged)
          .filter(({ method }) => method !== 'GET' && method !== 'OPTIONS');
      await waitUntil('all requests have arrived', () => attempts().length >= sent);
      expect(attempts().filter(({ status }) => status !== 403)).toEqual([]);
      expect(await state()).toEqual(before);
      expect((await admin.get('/api/auth/user')).status).toBe(200);
      expect(await context.cookies(installation.url)).toHaveLength(2);
    }, 90_000);

    it('another site writes nothing to the audit log in the name of its visitor [security 4.2]', async () => {
      await page.goto(hostile[where]);
      const before = await state();
      for (const path of ['/api/audit-events/export', '/api/unusual-activities/1', '/api/users']) {
        const url = new URL(path, installation.url).href;
        await page.evaluate(everyWayToRead, url);
        const opened = await context.newPage();
        await opened.goto(hostile[where]);
        await opened.evaluate((to) => {
          (globalThis as unknown as { location: { href: string } }).location.href = to;
        }, url);
        await opened.waitForURL(url);
        expect(await opened.content()).toContain('came from another site');
        await opened.close();
      }
      expect(await state()).toEqual(before);
    });

    it('another site cannot frame the application [security 4.6]', async () => {
      await page.goto(hostile[where]);
      const shown = await page.evaluate(frameOf, installation.url);
      expect(shown).toBe('nothing readable');
      const inside = page.frames().filter((frame) => frame !== page.mainFrame());
      for (const frame of inside) expect(await frame.content()).not.toContain('id="root"');
    });

    it('another site cannot read staff data as script, image, style or fetch [security 4.6]', async () => {
      await page.goto(hostile[where]);
      for (const path of ['/api/auth/user', '/api/metrics/30', '/api/imports']) {
        const url = new URL(path, installation.url).href;
        expect([path, await page.evaluate(everyWayToRead, url)]).toEqual([path, []]);
      }
    });

    it('another site loses control of a window that it opens with the application [security 4.6]', async () => {
      await page.goto(hostile[where]);
      const [opened] = await Promise.all([
        context.waitForEvent('page'),
        page.evaluate((url) => {
          const scope = globalThis as unknown as { open(to: string): unknown; opened: unknown };
          scope.opened = scope.open(url);
        }, installation.url),
      ]);
      await opened.waitForLoadState();
      expect(await opened.evaluate(() => (globalThis as unknown as { opener: unknown }).opener)).toBeNull();
      expect(await page.evaluate(() => (globalThis as unknown as { opened: { closed: boolean } }).opened.closed)).toBe(
        true,
      );
      await opened.close();
    });
  });
});

// The code below runs in the browser.

interface Scope {
  document: {
    createElement(name: string): Record<string, unknown> & {
      addEventListener(event: string, listener: () => void): void;
      contentDocument?: { body: { innerText: string } } | null;
    };
    body: { append(...children: unknown[]): void };
  };
}

async function frameOf(url: string): Promise<string> {
  const { document } = globalThis as unknown as Scope;
  const frame = document.createElement('iframe');
  const done = new Promise<void>((resolve) => {
    frame.addEventListener('load', resolve);
  });
  frame['src'] = url;
  document.body.append(frame);
  await done;
  try {
    return frame.contentDocument?.body.innerText || 'nothing readable';
  } catch {
    return 'nothing readable';
  }
}

/** Tries to read the address in every way. @returns the ways that succeeded */
async function everyWayToRead(url: string): Promise<string[]> {
  const { document } = globalThis as unknown as Scope;
  const loads = (name: string, properties: Record<string, string>) =>
    new Promise<boolean>((resolve) => {
      const element = document.createElement(name);
      element.addEventListener('load', () => resolve(true));
      element.addEventListener('error', () => resolve(false));
      Object.assign(element, properties);
      document.body.append(element);
    });
  const fetches = (init: RequestInit) =>
    fetch(url, init).then(
      () => true,
      () => false,
    );
  const ways = {
    script: await loads('script', { src: url }),
    image: await loads('img', { src: url }),
    style: await loads('link', { rel: 'stylesheet', href: url }),
    'fetch with cookies': await fetches({ credentials: 'include' }),
    'opaque fetch': await fetches({ credentials: 'include', mode: 'no-cors' }),
  };
  return Object.entries(ways).flatMap(([way, worked]) => (worked ? [way] : []));
}
