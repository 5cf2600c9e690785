import { cleanFileName } from './clean-file-name.ts';

describe('the name of an uploaded file', () => {
  it.each([
    ['report.json', 'report.json'],
    ['März 2026.json', 'März 2026.json'],
    ['C:\\exports\\report.json', 'report.json'],
    ['../../etc/passwd', 'passwd'],
    ['a\u0000b\u0007\r\n.json', 'ab.json'],
    ['gpj.\u202enosj\u2066.json', 'gpj.nosj.json'],
    ['zero\u200bwidth.json', 'zerowidth.json'],
    ['..', 'unnamed'],
    ['  ', 'unnamed'],
    ['', 'unnamed'],
    [undefined, 'unnamed'],
  ])('%j becomes %j', (given, stored) => {
    expect(cleanFileName(given)).toBe(stored);
  });

  it('is 255 characters at most and never cut inside one', () => {
    const name = cleanFileName('😀'.repeat(300));

    expect(Array.from(name)).toHaveLength(255);
    expect(name.isWellFormed()).toBe(true);
  });
});
