import type { Page } from 'playwright-core';

/** Screens of a desk, tablets either way up, and a desk's 1280 pixels at 200 % zoom. */
const WIDTHS = [1920, 1440, 1280, 1024, 768, 640];
/** From here on every table has room for all of its columns. */
const ROOMY = 1280;
const MOST_LOOKS = 120;

/**
 * What of the page cannot be seen or pressed without scrolling sideways, at each width that people have. Where there is little
 * room a table may scroll within its own frame (WCAG 2.2, 1.4.10).
 */
export async function beyondWindow(page: Page): Promise<string[]> {
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

/** Charts follow the window some frames later: what stands outside has that long to come in. */
async function settled(page: Page, width: number): Promise<string[]> {
  for (let look = 1; ; look += 1) {
    const beyond = await page.evaluate(outside, width >= ROOMY);
    if (beyond.length === 0 || look === MOST_LOOKS) return beyond;
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
    // One pixel wide is what only screen readers are told.
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
