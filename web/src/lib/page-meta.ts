/**
 * The path below which a proxy shows the application, which the gateway writes into index.html: "/clearwatch", or nothing. Empty
 * too where nobody replaced the placeholder (development server, tests).
 */
export function publicPath(): string {
  const path = document.querySelector('meta[name="public-path"]')?.getAttribute('content') ?? '';
  return path.startsWith('/') ? path : '';
}

/** Where the browser finds what the application calls `path`: an address of the API, a picture, the event stream. */
export function serverUrl(path: string): string {
  return publicPath() + path;
}

/**
 * The nonce of this page, which the gateway writes into index.html per request: antd adds its styles at run time and
 * the CSP lets them in by it. Undefined where nobody replaced the placeholder (development server, tests).
 */
export function cspNonce(): { nonce?: string } {
  const nonce = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content');
  return nonce && !nonce.startsWith('__') ? { nonce } : {};
}
