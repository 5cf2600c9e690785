import { isPageAddress } from './is-page-address.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('addresses outside the API', () => {
  it.each(['/', '/import', '/analysis/member/Pat/Doe', '/companies/Example.com', '/companies/A%20%26%20B'])(
    '%s is a page for a browser',
    (path) => {
      expect(isPageAddress(path, BROWSER)).toBe(true);
    },
  );

  it.each(['/', '/import'])('%s is a page for a program as well', (path) => {
    expect(isPageAddress(path, '*/*')).toBe(true);
    expect(isPageAddress(path, undefined)).toBe(true);
  });

  it.each(['/.env', '/.git/config', '/a/.hidden', '/%', '/%00', '/%ff', '/assets/gone.js'])(
    '%s is never a page',
    (path) => {
      expect(isPageAddress(path, BROWSER)).toBe(false);
    },
  );

  it('a missing script is not answered with a page', () => {
    expect(isPageAddress('/gone.js', '*/*')).toBe(false);
    expect(isPageAddress('/import', 'application/json')).toBe(false);
  });
});
