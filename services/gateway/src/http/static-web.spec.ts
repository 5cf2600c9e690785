import { isPageAddress, renderPage } from './static-web.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('addresses outside the API', () => {
  it.each(['/', '/import', '/analysis/member/Pat/Doe', '/companies/Example.com', '/companies/A%20%26%20B'])(
    'a browser gets the page of the web application at %s',
    (path) => {
      expect(isPageAddress(path, BROWSER)).toBe(true);
    },
  );

  it.each(['/', '/import'])('a program gets the page of the web application at %s', (path) => {
    expect(isPageAddress(path, '*/*')).toBe(true);
    expect(isPageAddress(path, undefined)).toBe(true);
  });

  it.each(['/.env', '/.git/config', '/a/.hidden', '/%', '/%00', '/%ff', '/assets/gone.js'])(
    'the page of the web application is never served at %s',
    (path) => {
      expect(isPageAddress(path, BROWSER)).toBe(false);
    },
  );

  it('a request for a missing script does not return the page of the web application', () => {
    expect(isPageAddress('/gone.js', '*/*')).toBe(false);
    expect(isPageAddress('/import', 'application/json')).toBe(false);
  });
});

const PAGE =
  '<html data-theme="__THEME__" data-frame="__FRAME__"><meta content="__CSP_NONCE__">' +
  '<script nonce="__CSP_NONCE__" src="__PUBLIC_PATH__/assets/index.js"></script></html>';
const TOP = { publicPath: '', sessionCookie: '__Host-clearwatch' };
const page = (cookies = '', settings = TOP) => renderPage(PAGE, { nonce: 'abc=', cookies }, settings);

describe('rendering of the page', () => {
  it('the rendered page of the web application has all placeholders for nonce and public path filled', () => {
    expect(page()).toContain('content="abc="');
    expect(page()).toContain('nonce="abc=" src="/assets/index.js"');
    expect(page('', { ...TOP, publicPath: '/clearwatch' })).toContain('src="/clearwatch/assets/index.js"');
    expect(page()).not.toContain('__');
  });

  it.each([
    ['', 'system'],
    ['clearwatch-theme=dark', 'dark'],
    ['a=b; clearwatch-theme=light; c=d', 'light'],
    ['clearwatch-theme="><script>', 'system'],
    ['xclearwatch-theme=dark', 'system'],
  ])('the page of the web application uses the theme of the cookie "%s": %s', (cookies, theme) => {
    expect(page(cookies)).toContain(`data-theme="${theme}"`);
  });

  it('with a session cookie, the web page shows the frame of a screen; otherwise, it shows the sign-in card', () => {
    expect(page('__Host-clearwatch=s%3Ax')).toContain('data-frame="screen"');
    expect(page('__Host-clearwatch.test=s%3Ax')).toContain('data-frame="sign-in"');
    expect(page()).toContain('data-frame="sign-in"');
  });
});

// cspell:ignore xclearwatch
