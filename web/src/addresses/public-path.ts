/**
 * The path below which a proxy shows the application, which the gateway writes into index.html: "/clearwatch", or nothing. Empty
 * too where nobody replaced the placeholder (development server, tests).
 */
export function publicPath(): string {
  const path = document.querySelector('meta[name="public-path"]')?.getAttribute('content') ?? '';
  return path.startsWith('/') ? path : '';
}

/** Where the browser finds what the application calls `path`: an address of the API, a picture, the event stream. */
export function onServer(path: string): string {
  return publicPath() + path;
}
