import type { Locator, Page } from 'playwright-core';

/** More stops than any screen has between two elements that a test visits in turn. */
const MAX_TAB_STOPS = 120;

/**
 * Presses Tab until the element has the focus, as users without a mouse do.
 * @throws if the element is not reached, or if an element on the way does not show its focus
 */
export async function tabTo(page: Page, place: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  // A page that is still loading has no elements to tab through.
  await place.first().waitFor({ state: 'attached' });
  for (let stop = 0; stop < MAX_TAB_STOPS; stop += 1) {
    await page.keyboard.press(key);
    const hidden = await page.evaluate(unseenFocus);
    if (hidden !== null) throw new Error(`The focus cannot be seen at ${hidden}`);
    if (await hasFocus(place)) return;
  }
  throw new Error(`${String(place)} was not reached by ${key}`);
}

/** Tabs to the element and presses Enter. */
export async function press(page: Page, place: Locator): Promise<void> {
  await tabTo(page, place);
  await page.keyboard.press('Enter');
}

/** Presses the arrow key until the menu entry has the focus. @throws if the entry is not reached */
export async function arrowTo(page: Page, place: Locator): Promise<void> {
  for (let stop = 0; stop < MAX_TAB_STOPS; stop += 1) {
    if (await hasFocus(place)) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`${String(place)} was not reached by the arrow`);
}

/** Tabs to the field and types. */
export async function typeInto(page: Page, place: Locator, text: string): Promise<void> {
  await tabTo(page, place);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

export async function hasFocus(place: Locator): Promise<boolean> {
  if ((await place.count()) === 0) return false;
  return place.first().evaluate((element) => element === element.ownerDocument.activeElement);
}

/** The markup of the focused element if neither it nor its frame shows the focus, otherwise null. Runs in the page. */
function unseenFocus(): string | null {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return null;
  let element: Element | null = focused;
  // An ancestor draws the frame of a field that has none of its own, and a label draws that of a hidden input.
  for (let step = 0; step < 5 && element !== null; step += 1) {
    // If a whole row is one control, an overlay draws its frame.
    for (const { outlineStyle, outlineWidth, boxShadow } of [
      getComputedStyle(element),
      getComputedStyle(element, '::after'),
    ]) {
      const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
      if (isOutlined || boxShadow !== 'none') return null;
    }
    element = element.parentElement;
  }
  return focused.outerHTML.slice(0, 200);
}
