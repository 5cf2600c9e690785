import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { serverUrl } from './page-meta.ts';
import { unsavedOnPage } from './unsaved-changes.ts';

/** The server is down or has a newer version with different files. */
export class CodeLoadError extends Error {
  constructor(cause: unknown) {
    super('Part of the application could not be fetched', { cause });
    this.name = 'MissingCode';
  }
}

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

export function prefetch(load: () => Promise<unknown>): void {
  void load().catch(() => undefined);
}

let reloading = false;

/** Drafts survive a reload, so no browser prompt is needed. */
export function reloadPage(): void {
  reloading = true;
  window.location.reload();
}

export const isReloading = (): boolean => reloading;

/** The build that this tab last reloaded for. One reload per build prevents a loop. */
const RELOADED_KEY = 'clearwatch.reloaded-for';

export type ServerBuild = 'newer' | 'same' | 'unknown';

/** Reloads once for a newer build, unless unsaved changes would be lost. */
export async function reloadForNewerBuild(): Promise<ServerBuild> {
  const page = await fetch(serverUrl('/'), { cache: 'no-store', headers: { Accept: 'text/html' } }).catch(() => null);
  const there = page?.ok ? entryScriptIn(await page.text().catch(() => '')) : null;
  if (there === null) return 'unknown';
  const here = document.querySelector('script[type="module"]')?.getAttribute('src');
  if (there === here) return 'same';
  if (unsavedOnPage().length === 0 && sessionStorage.getItem(RELOADED_KEY) !== there) {
    sessionStorage.setItem(RELOADED_KEY, there);
    reloadPage();
  }
  return 'newer';
}

/** The file name of the entry script contains a hash of its content. */
export const entryScriptIn = (page: string): string | null =>
  /<script[^>]+type="module"[^>]+src="([^"]+)"/.exec(page)?.[1] ?? null;
