export interface PageSettings {
  /** Below which a proxy shows the application; empty: at the top. */
  publicPath: string;
  /** Whoever sends it is probably signed in. */
  sessionCookie: string;
}

interface Asking {
  nonce: string;
  /** The `Cookie` header; empty: none. */
  cookies: string;
}

/** A taste, nothing personal: the web keeps the choice here so that the very first paint has the right colours. */
const THEME_COOKIE = 'clearwatch-theme';
const THEMES = ['light', 'dark'];

/**
 * The page as this browser gets it. The build leaves places in it for what only the gateway knows: the nonce of the answer,
 * the public path, and what can be drawn before any script has come (web/index.html).
 */
export function pageFor(html: string, { nonce, cookies }: Asking, settings: PageSettings): string {
  const { publicPath, sessionCookie } = settings;
  const theme = THEMES.find((known) => cookieIn(cookies, THEME_COOKIE) === known) ?? 'system';
  // A hint for the eye alone: who may see what is asked and answered later.
  const frame = cookieIn(cookies, sessionCookie) === null ? 'sign-in' : 'screen';
  return html
    .replaceAll('__CSP_NONCE__', nonce)
    .replaceAll('__PUBLIC_PATH__', publicPath)
    .replaceAll('__THEME__', theme)
    .replaceAll('__FRAME__', frame);
}

function cookieIn(cookies: string, name: string): string | null {
  const pairs = cookies.split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
}
