import type { BrowserContext, Page } from 'playwright-core';

export interface WatchedPage {
  page: Page;
  /** What must never happen, in words: code that ran, dialogs, refused scripts, requests that markup caused. */
  incidents: string[];
}

/** A page in which anything that is not our own code is noticed, also when the content security policy stops it. */
export async function watchedPage(context: BrowserContext): Promise<WatchedPage> {
  const incidents: string[] = [];
  const page = await context.newPage();
  await page.exposeBinding('hacked', () => void incidents.push('foreign code ran'));
  await page.exposeBinding('reportViolation', (_source, violation: string) => {
    incidents.push(`the policy stopped ${violation}`);
  });
  await page.addInitScript(() => {
    const scope = globalThis as unknown as {
      addEventListener(event: string, listener: (event: Record<string, string>) => void): void;
      reportViolation(text: string): void;
    };
    scope.addEventListener('securitypolicyviolation', (event) => {
      scope.reportViolation(`${event['effectiveDirective']} ${event['blockedURI']} ${event['sample']}`);
    });
  });
  page.on('dialog', (dialog) => {
    incidents.push(`a dialog said ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => incidents.push(`an error: ${error.message}`));
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/injected'))
      incidents.push(`markup asked for ${request.url()}`);
  });
  return { page, incidents };
}
