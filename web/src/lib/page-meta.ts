/**
 * The base path behind a proxy ("/clearwatch"), which the gateway writes into index.html. Empty in development and
 * tests.
 */
export function publicPath(): string {
  const path = document.querySelector('meta[name="public-path"]')?.getAttribute('content') ?? '';
  return path.startsWith('/') ? path : '';
}

export const serverUrl = (path: string): string => publicPath() + path;

/**
 * The gateway writes a nonce per request into index.html; the CSP admits antd's run-time styles by it. Absent in
 * development and tests.
 */
export function cspNonce(): { nonce?: string } {
  const nonce = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content');
  return nonce && !nonce.startsWith('__') ? { nonce } : {};
}
