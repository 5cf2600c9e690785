/** The base path behind a proxy ("/clearwatch") from index.html. Empty in development and tests. */
export function publicPath(): string {
  const path = document.querySelector('meta[name="public-path"]')?.getAttribute('content') ?? '';
  return path.startsWith('/') ? path : '';
}

export const serverUrl = (path: string): string => publicPath() + path;

/** The per-request nonce from index.html with which the CSP allows antd's styles. Absent in development and tests. */
export function cspNonce(): { nonce?: string } {
  const nonce = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content');
  return nonce && !nonce.startsWith('__') ? { nonce } : {};
}
