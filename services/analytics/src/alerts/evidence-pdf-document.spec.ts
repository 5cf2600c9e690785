import { evidenceDocument } from './evidence-pdf-document.ts';
import { completeEvidence } from './evidence-pdf-sections.ts';
import { evidenceFileFixture } from './testing/evidence-file-fixtures.ts';

/** Every text in a document, in reading order. */
function textsIn(node: unknown): string[] {
  if (typeof node === 'string') return [node];
  if (Array.isArray(node)) return node.flatMap(textsIn);
  if (typeof node !== 'object' || node === null) return [];
  const { text, stack, columns, ul, table } = node as Record<string, unknown>;
  return [text, stack, columns, ul, (table as { body?: unknown } | undefined)?.body].flatMap(textsIn);
}

const printed = (file = evidenceFileFixture()) => textsIn(evidenceDocument(file).content);

describe('evidence document', () => {
  it('the evidence document shows the pattern, member, status and full account number', () => {
    expect(printed()).toEqual(
      expect.arrayContaining([
        'Structuring',
        'HIGH RISK',
        'José Núñez',
        '4000123456',
        '$37,600.00',
        '302.13%',
        'Entry 1001, Mar 3, 2026',
        'Reviewed: Suspicious',
        'Dec 20, 2026',
        'Version 3, policy 7',
      ]),
    );
  });

  it('the evidence document starts with the institution, or omits it if there is no profile', () => {
    expect(printed().slice(0, 3)).toEqual(['Harbor Light Credit Union', '1 Wharf Street', 'Structuring']);
    expect(printed({ ...evidenceFileFixture(), institution: null })[0]).toBe('Structuring');
  });

  it.each([
    ['America/New_York', 'Nov 20, 2026, 11:12 EST'],
    ['America/Los_Angeles', 'Nov 20, 2026, 08:12 PST'],
  ])('the evidence document shows times in the institution’s time zone: %s', (timeZone, words) => {
    const file = evidenceFileFixture();
    const alert = Object.assign({}, file.alert, { createdAt: '2026-11-20T16:12:00Z' });
    expect(printed({ ...file, alert, timeZone })).toContain(words);
  });

  it('the evidence document shows each figure with its threshold, and the member’s normal activity with its period', () => {
    const texts = printed();
    expect(texts).toEqual(
      expect.arrayContaining(['Sum in 14 days', '$37,600.00', 'more than $10,000.00', '4.02×', 'at least 2×']),
    );
    expect(texts).toEqual(expect.arrayContaining(['Dec 1, 2025', 'Feb 28, 2026', '$9,350.25']));
  });

  it('the evidence document lists entries with role, trace number and line, the trigger mark and other accounts', () => {
    const texts = printed();
    expect(texts).toEqual(
      expect.arrayContaining(['ACME', 'Money in', '091000010000001', 'Import 12, line 101', 'Account 4000999999']),
    );
    expect(texts.filter((text) => text === 'Trigger')).toHaveLength(2);
    expect(texts.slice(texts.lastIndexOf('Trigger') - 3)).toContain('Import 12, line 101');
  });

  it('the evidence document shows companies, facts, changes that would have prevented the alert, parameters and sources', () => {
    expect(printed()).toEqual(
      expect.arrayContaining([
        'Last normal debit',
        'Feb 27, 2026',
        'With two deposits instead of three.',
        'just below the reporting threshold',
        '$8,000.00',
        '31 CFR 1010.314',
      ]),
    );
  });

  it('the evidence document shows the first decision and the reason it was reversed', () => {
    expect(printed()).toEqual(
      expect.arrayContaining([
        'Reviewed: Explained',
        'Sold a boat',
        'Reopened (was: Explained)',
        'Not his boat',
        'Reviewed: Suspicious',
        'Large Credit (no. 12)',
      ]),
    );
  });

  it('each page of the evidence document shows the confidentiality notice, institution, user and page number', () => {
    const { header, footer } = evidenceDocument(evidenceFileFixture());
    expect(textsIn(header)).toEqual([
      'Confidential – SAR-adjacent; do not disclose',
      'Harbor Light Credit Union · Alert 11 · Account 4000123456',
    ]);
    if (typeof footer !== 'function') throw new TypeError('the foot depends on the page');
    expect(textsIn(footer(2, 5, { width: 612, height: 792, orientation: 'portrait' }))).toEqual([
      expect.stringMatching(/^Exported by anna on Nov 20, 2026, \d\d:12 .+/),
      'Page 2 of 5',
    ]);
  });

  it('the evidence document charts the days around the pattern, but not for an account without activity', () => {
    const title = 'Account activity around the pattern';
    expect(printed()).toEqual(expect.arrayContaining([title, 'Nov 2, 2025', 'Apr 3, 2026']));
    const file = evidenceFileFixture();
    file.context.days = [];
    expect(printed(file)).not.toContain(title);
  });

  it('the evidence document omits details that evidence from an earlier version does not contain', () => {
    const texts = printed({
      ...evidenceFileFixture(),
      evidence: completeEvidence({ triggerEntryId: '1' }),
    });
    expect(texts).toContain('José Núñez');
    expect(texts).not.toContain('Companies');
    expect(texts).not.toContain('Other facts');
  });

  it('the evidence document describes possible patterns and accuses no one', () => {
    expect(printed().join(' ')).not.toMatch(/fraud|guilty|criminal|CTR/i);
  });
});
