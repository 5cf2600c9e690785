import { seriousAdvisories } from './serious-advisories.ts';

/** As `npm audit --json` says it (npm 11, auditReportVersion 2). */
function aReport(vulnerabilities: Record<string, object>): object {
  return { auditReportVersion: 2, vulnerabilities, metadata: {} };
}

function aVulnerability(severity: string, fixAvailable: unknown, more: object = {}): object {
  const advisory = {
    source: 1,
    name: 'tar',
    dependency: 'tar',
    title: 'Writes outside its folder',
    url: 'https://github.com/advisories/GHSA-0000',
    severity,
    range: '<7.0.1',
  };
  return { name: 'tar', severity, isDirect: false, via: [advisory], effects: [], fixAvailable, ...more };
}

describe('grave advisories', () => {
  it('are those of high and critical severity, with what mends them', () => {
    const report = aReport({
      tar: aVulnerability('high', true),
      qs: aVulnerability('moderate', true),
      xml: aVulnerability('low', false),
    });
    expect(seriousAdvisories(report)).toEqual([
      {
        name: 'tar',
        range: '<7.0.1',
        severity: 'high',
        title: 'Writes outside its folder',
        url: 'https://github.com/advisories/GHSA-0000',
        fix: 'npm audit fix',
      },
    ]);
    expect(seriousAdvisories(aReport({ tar: aVulnerability('critical', true) }))).toHaveLength(1);
  });

  it('say which version of which package of ours brings the fix, or that there is none yet', () => {
    const fix = (fixAvailable: unknown) =>
      seriousAdvisories(aReport({ tar: aVulnerability('high', fixAvailable) }))[0]?.fix;
    expect(fix({ name: 'bcrypt', version: '7.0.0', isSemVerMajor: true })).toBe('bcrypt 7.0.0');
    expect(fix(false)).toBeNull();
  });

  it('are told once, not again for each package that needs the weak one', () => {
    const inherited = aVulnerability('high', true, { name: 'bcrypt', via: ['tar'] });
    const twice = aVulnerability('high', true, { name: 'other' });
    expect(
      seriousAdvisories(aReport({ tar: aVulnerability('high', true), bcrypt: inherited, other: twice })),
    ).toHaveLength(1);
  });

  it('are none where there are none', () => {
    expect(seriousAdvisories(aReport({}))).toEqual([]);
  });

  it.each([
    [{ message: 'connect ECONNREFUSED', error: { summary: '', detail: '' } }, 'asked: connect ECONNREFUSED'],
    [null, 'npm gave no report'],
  ])('are not known when the registry could not be asked: %j', (report, words) => {
    expect(() => seriousAdvisories(report)).toThrow(words);
  });
});
