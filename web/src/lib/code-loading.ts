import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { serverUrl } from './page-meta.ts';
import { unsavedOnPage } from './unsaved-changes.ts';

/** A part of the application could not be fetched: the server is away, or has a newer version with other files. */
export class CodeLoadError extends Error {
  constructor(cause: unknown) {
    super('A part of the application could not be fetched', { cause });
    this.name = 'MissingCode';
  }
}

/** Fetched when it is first shown. */
export function lazyComponent<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    try {
      return await load();
    } catch (error) {
      throw new CodeLoadError(error);
    }
  });
}

/** Fetched before it is needed; whether that worked is seen when it is. */
export function prefetch(load: () => Promise<unknown>): void {
  void load().catch(() => undefined);
}

let reloading = false;

/** Fetches the page anew. Drafts outlive that: the browser need not ask about them. */
export function reloadPage(): void {
  reloading = true;
  window.location.reload();
}

export function isReloading(): boolean {
  return reloading;
}

/** For which build this tab has reloaded by itself: once for each, so that it cannot go round in circles. */
const RELOADED_KEY = 'clearwatch.reloaded-for';

/** What the server said of its build: another one than this page's, the same, or nothing at all. */
export type ServerBuild = 'newer' | 'same' | 'unknown';

/**
 * Asks whether the server has another build than this page, whose files would then be gone. If so the page is fetched anew, once,
 * unless something stands in it that would be lost.
 */
export async function reloadForNewerBuild(): Promise<ServerBuild> {
  const there = await serverEntryScript();
  if (there === null) return 'unknown';
  if (there === pageEntryScript()) return 'same';
  if (unsavedOnPage().length === 0 && sessionStorage.getItem(RELOADED_KEY) !== there) {
    sessionStorage.setItem(RELOADED_KEY, there);
    reloadPage();
  }
  return 'newer';
}

/** The first script of a page: its name carries its content. */
export function entryScriptIn(page: string): string | null {
  return /<script[^>]+type="module"[^>]+src="([^"]+)"/.exec(page)?.[1] ?? null;
}

async function serverEntryScript(): Promise<string | null> {
  try {
    const page = await fetch(serverUrl('/'), { cache: 'no-store', headers: { Accept: 'text/html' } });
    return page.ok ? entryScriptIn(await page.text()) : null;
  } catch {
    return null;
  }
}

function pageEntryScript(): string | null {
  return document.querySelector('script[type="module"]')?.getAttribute('src') ?? null;
}
