/** Addresses that mean this machine, or every address of it: `here` reaches them. */
const HERE = new Set(['', '127.0.0.1', '0.0.0.0', '::']);

/** How to reach a program that listens on `host`, as it stands in a URL. */
export function hostFor(host: string, here: 'localhost' | '127.0.0.1'): string {
  if (HERE.has(host)) return here;
  return host.includes(':') ? `[${host}]` : host;
}
