import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Desktop screens, tablets in both orientations, and a 1280-pixel desktop at 200% zoom. */
const WIDTHS = [1920, 1440, 1280, 1024, 768, 640];
/** At this width and above, all columns of every table fit. */
const FULL_TABLE_WIDTH = 1280;
const MAX_CHECKS = 120;

/**
 * Elements that cannot be seen or clicked without horizontal scrolling, at each common width. On narrow screens, a
 * table may scroll within its own frame (WCAG 2.2, 1.4.10).
 */
export async function overflowingElements(page: Page): Promise<string[]> {
  const found: string[] = [];
  const before = page.viewportSize();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const beyond = await settled(page, width);
    found.push(...beyond.map((what) => `at ${width}: ${what}`));
  }
  if (before !== null) await page.setViewportSize(before);
  return found;
}

/** Charts resize a few frames after the window, so elements outside it get that much time to move inside. */
async function settled(page: Page, width: number): Promise<string[]> {
  for (let look = 1; ; look += 1) {
    const beyond = await page.evaluate(outside, width >= FULL_TABLE_WIDTH);
    if (beyond.length === 0 || look === MAX_CHECKS) return beyond;
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  }
}

/** Runs in the page. */
function outside(isRoomy: boolean): string[] {
  const scrolls = (element: Element): boolean => element.scrollWidth - element.clientWidth > 1;
  const isInFrame = (element: Element): boolean => {
    for (let around = element.parentElement; around !== null; around = around.parentElement)
      if (/auto|scroll/.test(getComputedStyle(around).overflowX) && scrolls(around)) return true;
    return false;
  };
  const isBeyond = (element: Element): boolean => {
    const { left, right, width } = element.getBoundingClientRect();
    // Text that is only for screen readers is one pixel wide.
    return width > 1 && (left < -1 || right > window.innerWidth + 1);
  };
  const tables = [...document.querySelectorAll('.data-table-scroll')].filter(scrolls);
  const places = [...document.querySelectorAll('h1, h2, h3, a, button, input, select, textarea')].filter(
    (place) => isBeyond(place) && !isInFrame(place) && place.checkVisibility({ visibilityProperty: true }),
  );
  return [
    ...(document.documentElement.scrollWidth > window.innerWidth ? ['the page scrolls'] : []),
    ...(isRoomy ? tables.map((table) => `the table ${table.getAttribute('aria-label')} scrolls`) : []),
    ...places.map((place) => place.outerHTML.slice(0, 160)),
  ];
}

/** Compressed size in kilobytes (1,024 bytes) of all scripts that this page has fetched or taken from the cache. */
export function scriptKilobytes(page: Page): Promise<number> {
  return page.evaluate(() => {
    const scripts = performance
      .getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.endsWith('.js')) as unknown as {
      encodedBodySize: number;
    }[];
    return scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1_024;
  });
}

/** Records layout shifts from now on, including those on pages that this one navigates to. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts = globalThis as unknown as { layoutShift: number };
    shifts.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[]) {
        if (!entry.hadRecentInput) shifts.layoutShift += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/**
 * The sum of all layout shifts on the page so far. CLS counts only the worst window of five seconds, so CLS is never
 * larger.
 */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as { layoutShift: number }).layoutShift);
}

/** An animation longer than this is visible; a disabled transition takes one millisecond at most. */
const NOTICEABLE_MS = 20;

/** Whether anything on the page is animated while `act` runs and the page settles. */
export async function isMovingWhile(page: Page, act: () => Promise<void>): Promise<boolean> {
  await page.evaluate((noticed) => {
    const observed = { moving: false, watching: true };
    const look = (): void => {
      observed.moving ||= document
        .getAnimations()
        .some(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > noticed);
      if (observed.watching) requestAnimationFrame(look);
    };
    look();
    Object.assign(globalThis, { observedMotion: observed });
  }, NOTICEABLE_MS);
  await act();
  return page.evaluate(() => {
    const { observedMotion } = globalThis as unknown as {
      observedMotion: { moving: boolean; watching: boolean };
    };
    observedMotion.watching = false;
    return observedMotion.moving;
  });
}

/** The themes differ only in colors, so the second run checks only the color rules. */
const THEMES = [
  { theme: 'light', rules: null },
  { theme: 'dark', rules: ['color-contrast', 'link-in-text-block'] },
] as const;

/** Skips the details of elements that pass, which are nearly all. */
const AXE_OPTIONS = { resultTypes: ['violations' as const], selectors: false, preload: false };

/**
 * WCAG 2.2 AA and best-practice rules that the page breaks in the light or the dark theme, with the elements. The page
 * does not navigate and is left in the light theme.
 */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const { theme, rules } of THEMES) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    found.push(...(await brokenRules(page, rules)).map((broken) => `${theme}: ${broken}`));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

/** @param only axe rules to run; `null` runs all */
async function brokenRules(page: Page, only: readonly string[] | null): Promise<string[]> {
  // The script is half a megabyte, so it is injected once for each page load.
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source);
  // During a transition every color is a mixture of two.
  await page.evaluate(async () => {
    // The `finished` promise of a transition is rejected when its element is removed.
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  });
  return page.evaluate(
    async ({ lean, rules }) => {
      const found = await (globalThis as unknown as { axe: typeof axe }).axe.run({
        ...lean,
        ...(rules === null ? {} : { runOnly: { type: 'rule', values: rules } }),
      });
      return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    },
    { lean: AXE_OPTIONS, rules: only === null ? null : [...only] },
  );
}
