import { onServer } from '../addresses/public-path.ts';
import { reloadPage } from '../leaving/reload-page.ts';
import { unsavedHere } from '../leaving/unsaved.ts';

/** For which build this tab has reloaded by itself: once for each, so that it cannot go round in circles. */
const RELOADED_KEY = 'clearwatch.reloaded-for';

/** What the server said of its build: another one than this page's, the same, or nothing at all. */
export type Build = 'newer' | 'same' | 'unknown';

/**
 * Asks whether the server has another build than this page, whose files would then be gone. If so the page is fetched anew, once,
 * unless something stands in it that would be lost.
 */
export async function reloadForNewerBuild(): Promise<Build> {
  const there = await entryOnServer();
  if (there === null) return 'unknown';
  if (there === entryHere()) return 'same';
  if (unsavedHere().length === 0 && sessionStorage.getItem(RELOADED_KEY) !== there) {
    sessionStorage.setItem(RELOADED_KEY, there);
    reloadPage();
  }
  return 'newer';
}

/** The first script of a page: its name carries its content. */
export function entryIn(page: string): string | null {
  return /<script[^>]+type="module"[^>]+src="([^"]+)"/.exec(page)?.[1] ?? null;
}

async function entryOnServer(): Promise<string | null> {
  try {
    const page = await fetch(onServer('/'), { cache: 'no-store', headers: { Accept: 'text/html' } });
    return page.ok ? entryIn(await page.text()) : null;
  } catch {
    return null;
  }
}

function entryHere(): string | null {
  return document.querySelector('script[type="module"]')?.getAttribute('src') ?? null;
}
