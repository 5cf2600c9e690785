import { targetUrl } from './palette-entries.ts';

const here = { pathname: '/fraud', search: '?tab=high&alert=7&transaction=9' };

it('the command palette opens one overlay at a time above the current page', () => {
  expect(targetUrl({ opens: 'alert', id: 21 }, here)).toBe('/fraud?tab=high&alert=21');
  expect(targetUrl({ opens: 'transaction', id: 4 }, here)).toBe('/fraud?tab=high&transaction=4');
});

it('the command palette opens another page without the current query parameters', () => {
  expect(targetUrl({ to: '/import?import=3' }, here)).toBe('/import?import=3');
});
