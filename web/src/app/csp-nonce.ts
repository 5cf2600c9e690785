/**
 * The nonce of this page, which the gateway writes into index.html per request: antd adds its styles at run time and
 * the CSP lets them in by it. Undefined where nobody replaced the placeholder (development server, tests).
 */
export function cspNonce(): { nonce?: string } {
  const nonce = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content');
  return nonce && !nonce.startsWith('__') ? { nonce } : {};
}
