import type { Block, ReportSection, Span } from '@clearwatch/contracts/reports/report-document';
import { sizeOf } from '../../fact-sheet.ts';
import { counted, paragraph, prose, sentences } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import { table } from '../../table.ts';
import { againstBefore } from '../../topics/against-before.ts';
import { noted } from '../../topics/noted.ts';
import { pairOf } from '../../topics/pair.ts';
import { sizeWords } from '../../topics/size-words.ts';
import type { ComplianceData } from './compliance-data.ts';

/** International entries, and companies whose own page flags them. */
export function companiesSection(data: ComplianceData, context: ReportContext): ReportSection[] {
  const international = internationalWords(data, context);
  const blocks: Block[] = [
    ...(international === null ? [] : [paragraph(international)]),
    ...flaggedBlocks(data, context),
  ];
  return blocks.length === 0 ? [] : [{ title: 'International entries and flagged companies', blocks }];
}

/** Entries that must be screened against sanctions lists. Null where neither period has any. */
export function internationalWords(
  { international }: Pick<ComplianceData, 'international'>,
  { asked, sheet }: ReportContext,
): Span[] | null {
  const { entries, entriesBefore, inCents, outCents, members } = international;
  const source = 'Entries of class IAT';
  const pair = pairOf(
    asked,
    {
      label: 'International entries',
      source: `Count of entries of class IAT`,
      now: entries,
      before: entriesBefore,
    },
    (note, number) => sheet.count(note, number),
  );
  const code = sheet.word(
    { label: 'SEC code', source: 'International ACH transactions, Nacha Operating Rules' },
    'IAT',
  );
  if (sizeOf(pair.now) === 0)
    return pair.before === null || sizeOf(pair.before) === 0
      ? null
      : prose`No international entry (${code}) came, after ${pair.before} in the period before.`;
  const before =
    pair.before === null ? '' : prose`, ${againstBefore(sheet, pair.label, pair.now, pair.before)}`;
  const money = (label: string, cents: number) =>
    sizeWords(sheet.money(noted(label, source, asked.period), cents));
  const accounts = sheet.count(noted('Members with international entries', source, asked.period), members);
  return sentences(
    prose`${counted(pair.now, 'international entry', 'international entries')} (${code}) concerned ${counted(accounts, 'member')}${before}: ${money('International credits', inCents)} in and ${money('International debits', outCents)} out.`,
    prose`They name the parties abroad so that they can be screened against sanctions lists.`,
  );
}

function flaggedBlocks({ flagged, flaggedInAll }: ComplianceData, { asked, sheet }: ReportContext): Block[] {
  if (flagged.length === 0) return [];
  const source = 'Flags of company analysis';
  const count = sheet.count(noted('Flagged companies with money', source, asked.period), flaggedInAll);
  return [
    paragraph(
      prose`${counted(count, 'company', 'companies')} that moved money in the period ${flaggedInAll === 1 ? 'is' : 'are'} flagged on ${flaggedInAll === 1 ? 'its' : 'their'} own page.`,
    ),
    table(
      'Flagged companies, the riskiest first',
      [
        { label: 'Company', align: 'left' },
        { label: 'Risk', align: 'left' },
        { label: 'Money in the period', align: 'right' },
        { label: 'Why', align: 'left' },
      ],
      flagged.map(({ company, riskLevel, flags, cents }) => [
        sheet.company({ label: 'Company', source }, company),
        riskLevel,
        sheet.money(
          noted(`Credits and debits of ${company}`, 'Daily totals of companies', asked.period),
          cents,
        ),
        sheet.word({ label: `Flags of ${company}`, source }, flags.join('; ')),
      ]),
    ),
  ];
}
